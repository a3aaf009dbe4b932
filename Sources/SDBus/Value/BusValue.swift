// SPDX-License-Identifier: MIT

/// A Swift type that has a D-Bus type.
///
/// A structure conforms in three lines:
/// ```swift
/// extension Handle: BusValue {
///     static var signature: String { "(ss)" }
///     init(from reader: inout MessageReader) throws(BusError) {
///         (type, value) = try reader.structure(String.self, String.self)
///     }
///     func write(to writer: inout MessageWriter) throws(BusError) { try writer.structure(type, value) }
/// }
/// ```
public protocol BusValue {
    /// One complete D-Bus type, e.g. `a{sv}`.
    static var signature: String { get }
    /// Reads the next value of the message.
    init(from reader: inout MessageReader) throws(BusError)
    /// Appends the value to the message.
    func write(to writer: inout MessageWriter) throws(BusError)
}

/// A basic D-Bus type, which may be the key of a dictionary.
public protocol BusKey: BusValue, Hashable {}
