// SPDX-License-Identifier: MIT

extension Bool: BusKey {
    /// `b`
    public static var signature: String { "b" }
    /// Reads the next value.
    public init(from reader: inout MessageReader) throws(BusError) {
        self = try reader.number(TypeCode.bool, Int32(0)) != 0
    }
    /// Appends it.
    public func write(to writer: inout MessageWriter) throws(BusError) {
        try writer.number(TypeCode.bool, Int32(self ? 1 : 0))
    }
}

extension String: BusKey {
    /// `s`
    public static var signature: String { "s" }
    /// Reads the next value.
    public init(from reader: inout MessageReader) throws(BusError) { self = try reader.text(TypeCode.string) }
    /// Appends it, up to the first NUL, which no D-Bus string can hold.
    public func write(to writer: inout MessageWriter) throws(BusError) { try writer.text(TypeCode.string, self) }
}

extension UInt8: BusKey {
    /// `y`
    public static var signature: String { "y" }
    /// Reads the next value.
    public init(from reader: inout MessageReader) throws(BusError) { self = try reader.number(TypeCode.byte, 0) }
    /// Appends it.
    public func write(to writer: inout MessageWriter) throws(BusError) { try writer.number(TypeCode.byte, self) }
}

extension Int16: BusKey {
    /// `n`
    public static var signature: String { "n" }
    /// Reads the next value.
    public init(from reader: inout MessageReader) throws(BusError) { self = try reader.number(TypeCode.int16, 0) }
    /// Appends it.
    public func write(to writer: inout MessageWriter) throws(BusError) { try writer.number(TypeCode.int16, self) }
}

extension UInt16: BusKey {
    /// `q`
    public static var signature: String { "q" }
    /// Reads the next value.
    public init(from reader: inout MessageReader) throws(BusError) { self = try reader.number(TypeCode.uint16, 0) }
    /// Appends it.
    public func write(to writer: inout MessageWriter) throws(BusError) { try writer.number(TypeCode.uint16, self) }
}

extension Int32: BusKey {
    /// `i`
    public static var signature: String { "i" }
    /// Reads the next value.
    public init(from reader: inout MessageReader) throws(BusError) { self = try reader.number(TypeCode.int32, 0) }
    /// Appends it.
    public func write(to writer: inout MessageWriter) throws(BusError) { try writer.number(TypeCode.int32, self) }
}

extension UInt32: BusKey {
    /// `u`
    public static var signature: String { "u" }
    /// Reads the next value.
    public init(from reader: inout MessageReader) throws(BusError) { self = try reader.number(TypeCode.uint32, 0) }
    /// Appends it.
    public func write(to writer: inout MessageWriter) throws(BusError) { try writer.number(TypeCode.uint32, self) }
}

extension Int64: BusKey {
    /// `x`
    public static var signature: String { "x" }
    /// Reads the next value.
    public init(from reader: inout MessageReader) throws(BusError) { self = try reader.number(TypeCode.int64, 0) }
    /// Appends it.
    public func write(to writer: inout MessageWriter) throws(BusError) { try writer.number(TypeCode.int64, self) }
}

extension UInt64: BusKey {
    /// `t`
    public static var signature: String { "t" }
    /// Reads the next value.
    public init(from reader: inout MessageReader) throws(BusError) { self = try reader.number(TypeCode.uint64, 0) }
    /// Appends it.
    public func write(to writer: inout MessageWriter) throws(BusError) { try writer.number(TypeCode.uint64, self) }
}

extension Double: BusKey {
    /// `d`
    public static var signature: String { "d" }
    /// Reads the next value.
    public init(from reader: inout MessageReader) throws(BusError) { self = try reader.number(TypeCode.double, 0) }
    /// Appends it.
    public func write(to writer: inout MessageWriter) throws(BusError) { try writer.number(TypeCode.double, self) }
}
