// SPDX-License-Identifier: MIT

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
