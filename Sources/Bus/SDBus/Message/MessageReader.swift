// SPDX-License-Identifier: MIT

internal import CSystemd

/// Reads the body of a message from front to back. It is valid only in the closure or initializer that it is lent to.
///
/// A value of another type than the requested one throws `InvalidArgs`.
public struct MessageReader: ~Copyable {
    let message: OpaquePointer
    /// What the reader reads of a call; nil = everything.
    var limits: ReadLimits?

    init(message: OpaquePointer, limits: ReadLimits? = nil) { (self.message, self.limits) = (message, limits) }

    @inline(__always)
    public mutating func read<T: BusValue>(_ type: T.Type = T.self) throws(BusError) -> T { try T(from: &self) }

    /// Reads the members of a D-Bus structure.
    public mutating func structure<each T: BusValue>(_ types: repeat (each T).Type) throws(BusError) -> (
        repeat each T
    ) {
        try enter(TypeCode.structure, signatures(repeat each types))
        let members = (repeat try (each T)(from: &self))
        try exit()
        return members
    }

    /// Calls `body` for each element of an array; `body` must read exactly one element.
    public mutating func array(
        of signature: String, _ body: (inout MessageReader) throws(BusError) -> Void
    ) throws(BusError) {
        try enter(TypeCode.array, signature)
        while try !atEnd() { try body(&self) }
        try exit()
    }

    /// Calls `body` for each entry of a dictionary; `body` must read a key and a value.
    public mutating func dictionary(
        key: String, value: String, _ body: (inout MessageReader) throws(BusError) -> Void
    ) throws(BusError) {
        let entry = key + value
        try array(of: "{" + entry + "}") { (reader) throws(BusError) in
            try reader.enter(TypeCode.entry, entry)
            try body(&reader)
            try reader.exit()
        }
    }

    /// Reads a variant with a value of that type; nil if the value has another type.
    public mutating func content<T: BusValue>(_ type: T.Type = T.self) throws(BusError) -> T? {
        guard let (code, contents) = try next(), code == TypeCode.variant, contents == T.signature else {
            try skip()
            return nil
        }
        try enter(code, contents)
        let value = try T(from: &self)
        try exit()
        return value
    }

    /// The type of the next value: its code, and for a container the signature of its contents. Nil at the end.
    func next() throws(BusError) -> (code: CChar, contents: String)? {
        var code: CChar = 0
        var contents: UnsafePointer<CChar>?
        guard try read(sd_bus_message_peek_type(message, &code, &contents)) > 0 else { return nil }
        return (code, contents.map { String(cString: $0) } ?? "")
    }

    /// Whether the entered container, or else the message, has no more values.
    func atEnd() throws(BusError) -> Bool { try read(sd_bus_message_at_end(message, 0)) > 0 }

    /// Skips the next value.
    public mutating func skip() throws(BusError) {
        guard try read(sd_bus_message_skip(message, nil)) > 0 else { throw Self.unfit(0) }
    }

    mutating func enter(_ code: CChar, _ contents: String) throws(BusError) {
        let result = contents.withCString { [message] in sd_bus_message_enter_container(message, code, $0) }
        guard try read(result) > 0 else { throw Self.unfit(0) }
    }

    mutating func exit() throws(BusError) { try read(sd_bus_message_exit_container(message)) }

    /// Reads a number.
    @inline(__always)
    mutating func number<T: BitwiseCopyable>(_ code: CChar, _ initial: T) throws(BusError) -> T {
        var value = initial
        guard try read(sd_bus_message_read_basic(message, code, &value)) > 0 else { throw Self.unfit(0) }
        return value
    }

    /// Reads an array of numbers.
    mutating func numbers<T: BitwiseCopyable>(_ code: CChar, _: T.Type) throws(BusError) -> [T] {
        var (start, size): (UnsafeRawPointer?, Int) = (nil, 0)
        guard try read(sd_bus_message_read_array(message, code, &start, &size)) > 0 else { throw Self.unfit(0) }
        return Array(UnsafeRawBufferPointer(start: start, count: size).bindMemory(to: T.self))
    }

    /// Reads a text. The message owns the C string, so it is copied.
    @inline(__always)
    mutating func text(_ code: CChar) throws(BusError) -> String {
        var text: UnsafePointer<CChar>?
        guard try read(sd_bus_message_read_basic(message, code, &text)) > 0, let text else { throw Self.unfit(0) }
        return String(cString: text)
    }

    @inline(__always)
    @discardableResult
    private func read(_ result: Int32) throws(BusError) -> Int32 {
        guard result < 0 else { return result }
        throw Self.unfit(result)
    }

    private static func unfit(_ result: Int32) -> BusError {
        .invalidArgs(
            result == 0 ? "The message ends too early" : BusError(errno: result, "The message cannot be read").message)
    }
}

/// What a service reads of the calls of its clients, so that no value is built that it does not need.
struct ReadLimits {
    /// The keys of an `a{sv}` that are read. Entries with other keys are skipped.
    let keys: Set<String>
    /// How many values of any type one call may have.
    var values: Int
}

extension MessageReader {
    /// Counts a value of any type before it is built.
    mutating func countValue() throws(BusError) {
        guard let left = limits?.values else { return }
        guard left > 0 else {
            throw BusError(
                name: StandardErrorName.limitsExceeded, message: "The call has too many values. Send less in one call.")
        }
        limits?.values = left - 1
    }

    /// Whether the entry of an `a{sv}` with this key is read.
    func mayRead(_ key: String) -> Bool { limits?.keys.contains(key) ?? true }
}

/// The signatures of all types in one string.
func signatures<each T: BusValue>(_ types: repeat (each T).Type) -> String {
    var all = ""
    repeat all += (each T).signature
    return all
}

/// The type codes of sd-bus.
enum TypeCode {
    static let byte = code("y")
    static let bool = code("b")
    static let int16 = code("n")
    static let uint16 = code("q")
    static let int32 = code("i")
    static let uint32 = code("u")
    static let int64 = code("x")
    static let uint64 = code("t")
    static let double = code("d")
    static let string = code("s")
    static let path = code("o")
    static let signature = code("g")
    static let file = code("h")
    static let variant = code("v")
    /// Containers have a code of their own: a structure is `r` here and `(…)` in signatures.
    static let array = code("a")
    static let structure = code("r")
    static let entry = code("e")

    @inline(__always)
    private static func code(_ letter: Unicode.Scalar) -> CChar { CChar(truncatingIfNeeded: letter.value) }
}
