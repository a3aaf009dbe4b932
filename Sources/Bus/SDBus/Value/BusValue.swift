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

extension Bool: BusKey {
    public static var signature: String { "b" }
    public init(from reader: inout MessageReader) throws(BusError) {
        self = try reader.number(TypeCode.bool, Int32(0)) != 0
    }
    public func write(to writer: inout MessageWriter) throws(BusError) {
        try writer.number(TypeCode.bool, Int32(self ? 1 : 0))
    }
}

extension String: BusKey {
    public static var signature: String { "s" }
    public init(from reader: inout MessageReader) throws(BusError) { self = try reader.text(TypeCode.string) }
    /// Appends it, up to the first NUL, which no D-Bus string can hold.
    public func write(to writer: inout MessageWriter) throws(BusError) { try writer.text(TypeCode.string, self) }
}

extension UInt8: BusKey {
    public static var signature: String { "y" }
    public init(from reader: inout MessageReader) throws(BusError) { self = try reader.number(TypeCode.byte, 0) }
    public func write(to writer: inout MessageWriter) throws(BusError) { try writer.number(TypeCode.byte, self) }
}

extension Int16: BusKey {
    public static var signature: String { "n" }
    public init(from reader: inout MessageReader) throws(BusError) { self = try reader.number(TypeCode.int16, 0) }
    public func write(to writer: inout MessageWriter) throws(BusError) { try writer.number(TypeCode.int16, self) }
}

extension UInt16: BusKey {
    public static var signature: String { "q" }
    public init(from reader: inout MessageReader) throws(BusError) { self = try reader.number(TypeCode.uint16, 0) }
    public func write(to writer: inout MessageWriter) throws(BusError) { try writer.number(TypeCode.uint16, self) }
}

extension Int32: BusKey {
    public static var signature: String { "i" }
    public init(from reader: inout MessageReader) throws(BusError) { self = try reader.number(TypeCode.int32, 0) }
    public func write(to writer: inout MessageWriter) throws(BusError) { try writer.number(TypeCode.int32, self) }
}

extension UInt32: BusKey {
    public static var signature: String { "u" }
    public init(from reader: inout MessageReader) throws(BusError) { self = try reader.number(TypeCode.uint32, 0) }
    public func write(to writer: inout MessageWriter) throws(BusError) { try writer.number(TypeCode.uint32, self) }
}

extension Int64: BusKey {
    public static var signature: String { "x" }
    public init(from reader: inout MessageReader) throws(BusError) { self = try reader.number(TypeCode.int64, 0) }
    public func write(to writer: inout MessageWriter) throws(BusError) { try writer.number(TypeCode.int64, self) }

    // Lists of numbers are long, and copying one as a whole takes a hundredth of the time.
    public static func readArray(from reader: inout MessageReader) throws(BusError) -> [Int64] {
        try reader.numbers(TypeCode.int64, Int64.self)
    }
    public static func writeArray(_ numbers: [Int64], to writer: inout MessageWriter) throws(BusError) {
        try writer.numbers(TypeCode.int64, numbers)
    }
}

extension UInt64: BusKey {
    public static var signature: String { "t" }
    public init(from reader: inout MessageReader) throws(BusError) { self = try reader.number(TypeCode.uint64, 0) }
    public func write(to writer: inout MessageWriter) throws(BusError) { try writer.number(TypeCode.uint64, self) }
}

extension Double: BusKey {
    public static var signature: String { "d" }
    public init(from reader: inout MessageReader) throws(BusError) { self = try reader.number(TypeCode.double, 0) }
    public func write(to writer: inout MessageWriter) throws(BusError) { try writer.number(TypeCode.double, self) }
}

extension Array: BusValue where Element: BusValue {
    public static var signature: String { "a" + Element.signature }

    public init(from reader: inout MessageReader) throws(BusError) { self = try Element.readArray(from: &reader) }

    public func write(to writer: inout MessageWriter) throws(BusError) { try Element.writeArray(self, to: &writer) }
}

// Nearly every message has an `a{sv}`, so that type gets specialized code.
extension Dictionary: BusValue where Key: BusKey, Value: BusValue {
    public static var signature: String { "a{" + Key.signature + Value.signature + "}" }

    /// Reads the next dictionary. The last entry wins if a key occurs twice.
    @_specialize(where Key == String, Value == Variant)
    public init(from reader: inout MessageReader) throws(BusError) {
        var entries: [Key: Value] = [:]
        try reader.dictionary(key: Key.signature, value: Value.signature) { (reader) throws(BusError) in
            let key = try Key(from: &reader)
            if let text = key as? String, Value.self == Variant.self, !reader.mayRead(text) { return try reader.skip() }
            entries[key] = try Value(from: &reader)
        }
        self = entries
    }

    /// Appends the entries in no particular order.
    @_specialize(where Key == String, Value == Variant)
    public func write(to writer: inout MessageWriter) throws(BusError) {
        let entry = Key.signature + Value.signature
        try writer.array(of: "{" + entry + "}") { (writer) throws(BusError) in
            for (key, value) in self { try writer.entry(key, value) }
        }
    }
}

/// A D-Bus structure without a Swift type of its own: `[Fields<String, ObjectPath, String>]` is `a(sos)`.
public struct Fields<each T: BusValue>: BusValue {
    public let members: (repeat each T)

    public init(_ members: repeat each T) { self.members = (repeat each members) }

    public static var signature: String { "(" + signatures(repeat (each T).self) + ")" }

    public init(from reader: inout MessageReader) throws(BusError) {
        members = try reader.structure(repeat (each T).self)
    }

    public func write(to writer: inout MessageWriter) throws(BusError) {
        try writer.structure(repeat each members)
    }
}
