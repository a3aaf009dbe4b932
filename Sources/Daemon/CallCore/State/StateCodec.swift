// SPDX-License-Identifier: MIT

/// Writes the values of a record, one behind the other: a number in groups of seven bits, the lowest first, each group
/// but the last with the highest bit set; a text as its length and its UTF-8; a list as its count and its items.
///
/// It owns its memory, because an array checks with each byte whether it has another owner: that was half of the
/// instructions.
package struct StateWriter: ~Copyable {
    /// The version of the format. `StateReader` also reads the older ones. 2: the directory.
    /// 3: more facts about calls.
    package static let format: UInt8 = 3

    private var memory: UnsafeMutableRawBufferPointer
    private var count = 0

    package init() { memory = .allocate(byteCount: 4 << 10, alignment: 8) }

    deinit { memory.deallocate() }

    /// What was written.
    package var bytes: [UInt8] { Array(UnsafeRawBufferPointer(rebasing: memory[..<count])) }

    /// The number of bytes that were written.
    package var size: Int { count }

    /// What was written, without a copy. Valid in the closure.
    package borrowing func withBytes<Failure>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Void
    ) throws(Failure) {
        try body(UnsafeRawBufferPointer(rebasing: memory[..<count]))
    }

    /// Begins anew, and keeps the memory.
    package mutating func removeAll() { count = 0 }

    /// The place of this number of new bytes, which the caller fills.
    @inline(__always)
    private mutating func extend(by size: Int) -> UnsafeMutableRawBufferPointer {
        let start = count
        count += size
        if count > memory.count { grow() }
        return UnsafeMutableRawBufferPointer(rebasing: memory[start..<count])
    }

    private mutating func grow() {
        let larger = UnsafeMutableRawBufferPointer.allocate(byteCount: 2 * count, alignment: 8)
        larger.copyMemory(from: UnsafeRawBufferPointer(memory))
        memory.deallocate()
        memory = larger
    }

    // MARK: Records

    /// The length of a value that is none.
    package static let none = UInt32.max

    /// A key with its value: the lengths of both in four bytes, then both. The closure returns false, and writes
    /// nothing, if the key has no value any more.
    @inline(__always)
    package mutating func record(_ key: StateKey, _ value: (inout StateWriter) -> Bool) {
        let start = count
        append(word: 0)
        key.write(to: &self)
        let behindKey = count
        let hasValue = value(&self)
        set(UInt32(behindKey - start - 8), at: start)
        set(hasValue ? UInt32(count - behindKey) : Self.none, at: start + 4)
    }

    /// The key has no value any more.
    package mutating func removal(of key: StateKey) { record(key) { _ in false } }

    private mutating func set(_ word: UInt32, at place: Int) {
        memory.storeBytes(of: word.littleEndian, toByteOffset: place, as: UInt32.self)
    }

    // MARK: Values

    package mutating func write(_ value: some Kept) { value.write(to: &self) }

    /// A value that begins with the number of its kind.
    package mutating func write(_ kind: UInt8, _ detail: some Kept) {
        append(kind)
        write(detail)
    }

    @inline(__always)
    mutating func append(number: UInt64) {
        if number < 0x80 { append(UInt8(truncatingIfNeeded: number)) } else { append(large: number) }
    }

    private mutating func append(large number: UInt64) { Varint.write(number) { append($0) } }

    /// Eight bytes, the lowest first.
    @inline(__always)
    mutating func append(word: UInt64) {
        extend(by: 8).storeBytes(of: word.littleEndian, as: UInt64.self)
    }

    @inline(__always)
    package mutating func append(_ byte: UInt8) {
        if count == memory.count { grow() }
        memory[count] = byte
        count += 1
    }

    mutating func append(_ text: String) {
        var text = text
        text.withUTF8 { utf8 in
            append(number: UInt64(utf8.count))
            extend(by: utf8.count).copyMemory(from: UnsafeRawBufferPointer(utf8))
        }
    }
}

/// Why a state cannot be read.
package struct UnreadableState: Error {
    /// The sentence for the log.
    package let message: String

    package init(message: String) { self.message = message }
}

/// Reads what `StateWriter` wrote, in the same order. Every byte may be wrong: then it throws and never traps.
package struct StateReader {
    private var remaining: UnsafeRawBufferPointer
    /// Keeps the bytes.
    private let owner: AnyObject
    /// The format of the file. Values that an older format lacks have their defaults.
    let format: UInt8

    /// Reads bytes that stay as long as `owner` lives, without a copy.
    package init(_ bytes: UnsafeRawBufferPointer, of owner: AnyObject, format: UInt8) {
        (remaining, self.owner, self.format) = (bytes, owner, format)
    }

    package init(_ bytes: [UInt8], format: UInt8 = StateWriter.format) {
        let copy = Copy(bytes)
        self.init(UnsafeRawBufferPointer(copy.bytes), of: copy, format: format)
    }

    private final class Copy {
        let bytes: UnsafeMutableRawBufferPointer

        init(_ bytes: [UInt8]) {
            self.bytes = .allocate(byteCount: bytes.count, alignment: 8)
            self.bytes.copyBytes(from: bytes)
        }

        deinit { bytes.deallocate() }
    }

    package var isAtEnd: Bool { remaining.isEmpty }

    package mutating func read<Value: Kept>(_: Value.Type = Value.self) throws(UnreadableState) -> Value {
        try Value(from: &self)
    }

    mutating func number() throws(UnreadableState) -> UInt64 {
        guard let number = try Varint.read({ () throws(UnreadableState) in try byte() }) else {
            throw UnreadableState(message: "A number is too large")
        }
        return number
    }

    mutating func word() throws(UnreadableState) -> UInt64 {
        UInt64(littleEndian: try take(8).loadUnaligned(as: UInt64.self))
    }

    package mutating func byte() throws(UnreadableState) -> UInt8 {
        try take(1)[0]
    }

    package mutating func text() throws(UnreadableState) -> String {
        let bytes = try take(try count())
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw UnreadableState(message: "A text is not UTF-8")
        }
        return text
    }

    /// The length of a text or a list. Each item takes a byte at least.
    mutating func count() throws(UnreadableState) -> Int {
        guard let count = Int(exactly: try number()), count <= remaining.count else {
            throw UnreadableState(message: "A list is longer than its record")
        }
        return count
    }

    private mutating func take(_ count: Int) throws(UnreadableState) -> UnsafeRawBufferPointer {
        guard count <= remaining.count else { throw UnreadableState(message: "A record ends too early") }
        defer { remaining = UnsafeRawBufferPointer(rebasing: remaining[count...]) }
        return UnsafeRawBufferPointer(rebasing: remaining[..<count])
    }
}
