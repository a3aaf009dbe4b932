// SPDX-License-Identifier: MIT

/// Writes the values of a record, one behind the other: a number in groups of seven bits, the lowest first, each group but
/// the last with the highest bit set; a text as its length and its UTF-8; a list as its count and its items.
package struct StateWriter {
    /// The version of the format. `StateReader` also reads the older ones. 2: the directory.
    /// 3: more facts about calls.
    package static let format: UInt8 = 3

    package private(set) var bytes: [UInt8] = []

    package init() {}

    /// Begins anew, and keeps the memory.
    package mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

    // MARK: Records

    /// The length of a value that is none.
    package static let none = UInt32.max

    /// A key with its value: the lengths of both in four bytes, then both. The closure returns false, and writes nothing, if
    /// the key has no value any more.
    @inline(__always)
    package mutating func record(_ key: StateKey, _ value: (inout StateWriter) -> Bool) {
        let start = bytes.count
        append(word: 0)
        key.write(to: &self)
        let behindKey = bytes.count
        let hasValue = value(&self)
        set(UInt32(behindKey - start - 8), at: start)
        set(hasValue ? UInt32(bytes.count - behindKey) : Self.none, at: start + 4)
    }

    /// The key has no value any more.
    package mutating func removal(of key: StateKey) { record(key) { _ in false } }

    private mutating func set(_ word: UInt32, at place: Int) {
        for byte in 0..<4 { bytes[place + byte] = UInt8(truncatingIfNeeded: word >> UInt32(byte * 8)) }
    }

    // MARK: Values

    package mutating func write(_ value: some Kept) { value.write(to: &self) }

    /// A value that begins with the number of its kind.
    package mutating func write(_ kind: UInt8, _ detail: some Kept) {
        append(kind)
        write(detail)
    }

    mutating func append(number: UInt64) {
        var rest = number
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }

    /// Eight bytes, the lowest first.
    mutating func append(word: UInt64) {
        withUnsafeBytes(of: word.littleEndian) { bytes.append(contentsOf: $0) }
    }

    package mutating func append(_ byte: UInt8) { bytes.append(byte) }

    mutating func append(_ text: String) {
        append(number: UInt64(text.utf8.count))
        bytes.append(contentsOf: text.utf8)
    }
}
