// SPDX-License-Identifier: MIT

import CallContract

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
