// SPDX-License-Identifier: MIT
internal import CSystemd

/// A valid D-Bus object path.
public struct ObjectPath: BusKey, Sendable, CustomStringConvertible {
    /// The path, e.g. `/org/example/Thing`.
    public let text: String

    /// Nil if the text is neither `/` nor names of `[A-Za-z0-9_]` with a slash before each.
    public init?(_ text: String) {
        guard sd_bus_object_path_is_valid(text) > 0 else { return nil }
        self.text = text
    }

    /// Does not check the path. sd-bus refuses to send an invalid one.
    public init(trusted text: String) { self.text = text }

    /// The object of a program that the bus starts (Desktop Entry Specification, *D-Bus Activation*): `/org/example/App_B` for the
    /// bus name `org.example.App-B`.
    public init(ofProgram busName: String) {
        text = "/" + busName.replacing(".", with: "/").replacing("-", with: "_")
    }

    public var description: String { text }

    public static var signature: String { "o" }
    /// Reads the next value, which sd-bus has validated.
    public init(from reader: inout MessageReader) throws(BusError) { text = try reader.text(TypeCode.path) }
    public func write(to writer: inout MessageWriter) throws(BusError) { try writer.text(TypeCode.path, text) }
}
