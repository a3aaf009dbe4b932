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
    /// Reads the next value, an array of this type.
    static func readArray(from reader: inout MessageReader) throws(BusError) -> [Self]
    /// Appends an array of this type.
    static func writeArray(_ elements: [Self], to writer: inout MessageWriter) throws(BusError)
}

extension BusValue {
    public static func readArray(from reader: inout MessageReader) throws(BusError) -> [Self] {
        var elements: [Self] = []
        try reader.array(of: signature) { (reader) throws(BusError) in elements.append(try Self(from: &reader)) }
        return elements
    }

    public static func writeArray(_ elements: [Self], to writer: inout MessageWriter) throws(BusError) {
        try writer.array(of: signature) { (writer) throws(BusError) in
            for element in elements { try element.write(to: &writer) }
        }
    }
}

/// A basic D-Bus type, which may be the key of a dictionary.
public protocol BusKey: BusValue, Hashable {}
