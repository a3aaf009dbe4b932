// SPDX-License-Identifier: MIT
internal import CSystemd

/// A valid D-Bus object path.
public struct ObjectPath: BusKey, Sendable, CustomStringConvertible {
    /// The path, e.g. `/org/example/Thing`.
    public let text: String

    /// Nil if it is not `/`, or names of `[A-Za-z0-9_]` with a slash before each.
    public init?(_ text: String) {
        guard sd_bus_object_path_is_valid(text) > 0 else { return nil }
        self.text = text
    }

    /// A path that is known to be valid. sd-bus refuses to send another.
    public init(trusted text: String) { self.text = text }

    /// The path.
    public var description: String { text }

    /// `o`
    public static var signature: String { "o" }
    /// Reads the next value; sd-bus has validated it.
    public init(from reader: inout MessageReader) throws(BusError) { text = try reader.text(TypeCode.path) }
    /// Appends it.
    public func write(to writer: inout MessageWriter) throws(BusError) { try writer.text(TypeCode.path, text) }
}
