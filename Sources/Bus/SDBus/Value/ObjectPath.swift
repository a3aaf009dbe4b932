// SPDX-License-Identifier: MIT
internal import CSystemd

/// The path of an object, e.g. `/org/example/Thing`: `/`, or names of `[A-Za-z0-9_]` with a slash before each.
public struct ObjectPath: CheckedName, BusKey {
    public let text: String

    /// The object of the bus.
    static let bus: ObjectPath = "/org/freedesktop/DBus"

    public init(trusted text: String) { self.text = text }

    public static func isValid(_ text: String) -> Bool {
        text.withCString { sd_bus_object_path_is_valid($0) > 0 }
    }

    /// The object of a program that the bus starts (Desktop Entry Specification, *D-Bus Activation*):
    /// `/org/example/App_B` for the bus name `org.example.App-B`.
    public init(ofProgram name: BusName) {
        text = "/" + name.text.replacing(".", with: "/").replacing("-", with: "_")
    }

    public static var signature: String { "o" }
    /// Reads the next value, which sd-bus has validated.
    public init(from reader: inout MessageReader) throws(BusError) { text = try reader.text(TypeCode.path) }
    public func write(to writer: inout MessageWriter) throws(BusError) { try writer.text(TypeCode.path, text) }
}
