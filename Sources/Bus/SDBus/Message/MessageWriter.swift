// SPDX-License-Identifier: MIT

internal import CSystemd
internal import Glibc

/// Appends values to the body of a message. It is valid only in the closure or method that it is lent to.
public struct MessageWriter: ~Copyable {
    let message: OpaquePointer
    /// The approximate number of bytes that were appended.
    private(set) var size = 0

    init(message: OpaquePointer) { self.message = message }

    @inline(__always)
    public mutating func append<T: BusValue>(_ value: T) throws(BusError) { try value.write(to: &self) }

    /// Appends one D-Bus structure.
    public mutating func structure<each T: BusValue>(_ members: repeat each T) throws(BusError) {
        try open(TypeCode.structure, signatures(repeat (each T).self))
        repeat try (each members).write(to: &self)
        try close()
    }

    /// Appends an array; `body` appends the elements.
    public mutating func array(
        of signature: String, _ body: (inout MessageWriter) throws(BusError) -> Void
    ) throws(BusError) {
        try open(TypeCode.array, signature)
        try body(&self)
        try close()
    }

    /// Appends one entry of the open dictionary.
    public mutating func entry<Key: BusKey, Value: BusValue>(_ key: Key, _ value: Value) throws(BusError) {
        try entry(key, contents: Value.signature) { (writer) throws(BusError) in try value.write(to: &writer) }
    }

    /// Appends one entry of the open `a{sv}`, with a value of any type.
    public mutating func entry<Value: BusValue>(_ key: String, variant value: Value) throws(BusError) {
        try entry(key, signature: Value.signature) { (writer) throws(BusError) in try value.write(to: &writer) }
    }

    /// Appends one entry of the open dictionary; `body` appends the value, which has the signature `contents`.
    public mutating func entry<Key: BusKey>(
        _ key: Key, contents: String, _ body: (inout MessageWriter) throws(BusError) -> Void
    ) throws(BusError) {
        try open(TypeCode.entry, Key.signature + contents)
        try key.write(to: &self)
        try body(&self)
        try close()
    }

    mutating func entry(
        _ key: String, signature: String, _ body: (inout MessageWriter) throws(BusError) -> Void
    ) throws(BusError) {
        try open(TypeCode.entry, "sv")
        try key.write(to: &self)
        try open(TypeCode.variant, signature)
        try body(&self)
        try close()
        try close()
    }

    mutating func open(_ code: CChar, _ contents: String) throws(BusError) {
        size += 8
        try write(contents.withCString { [message] in sd_bus_message_open_container(message, code, $0) })
    }

    mutating func close() throws(BusError) { try write(sd_bus_message_close_container(message)) }

    /// Appends a number.
    @inline(__always)
    mutating func number<T: BitwiseCopyable>(_ code: CChar, _ value: T) throws(BusError) {
        var value = value
        size += 8
        try write(sd_bus_message_append_basic(message, code, &value))
    }

    /// Appends an array of numbers.
    mutating func numbers<T: BitwiseCopyable>(_ code: CChar, _ values: [T]) throws(BusError) {
        size += 8 + values.count * MemoryLayout<T>.stride
        try write(
            values.withUnsafeBytes { [message] in
                sd_bus_message_append_array(message, code, $0.baseAddress, $0.count)
            })
    }

    @inline(__always)
    mutating func text(_ code: CChar, _ text: String) throws(BusError) {
        size += 8 + text.utf8.count
        // Swift would first copy a String that is passed as a C string to the heap.
        let result = text.withCString { [message] in sd_bus_message_append_basic(message, code, $0) }
        // sd-bus looks at each text, so that the usual ones cost nothing here. A reply must not fail for one text of
        // many.
        guard result == -EINVAL, code == TypeCode.string else { return try write(result) }
        try write(text.carried.withCString { [message] in sd_bus_message_append_basic(message, code, $0) })
    }

    @inline(__always)
    private func write(_ result: Int32) throws(BusError) {
        guard result < 0 else { return }
        throw BusError(errno: result, "The value cannot be put into a message")
    }
}

extension String {
    /// The text as the bus carries it, with U+FFFD for each character that libsystemd neither sends nor reads: NUL, and
    /// the 66 noncharacters of Unicode. Other programs and files do have the latter. Use it where a text comes in that
    /// did not come over the bus, so that every part of the program knows the text by the same characters.
    public var carried: String {
        // The noncharacters have three or four bytes: EF B7 90 to EF B7 AF, EF BF BE, EF BF BF, and Fx xF BF BE or BF.
        guard utf8.contains(where: { $0 == 0 || $0 >= 0xEF }), unicodeScalars.contains(where: \.isUncarried) else {
            return self
        }
        var text = String.UnicodeScalarView()
        for scalar in unicodeScalars { text.append(scalar.isUncarried ? "\u{FFFD}" : scalar) }
        return String(text)
    }
}

extension Unicode.Scalar {
    fileprivate var isUncarried: Bool {
        value == 0 || (0xFDD0...0xFDEF).contains(value) || value & 0xFFFE == 0xFFFE
    }
}
