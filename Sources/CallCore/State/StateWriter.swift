// SPDX-License-Identifier: MIT

/// Writes the values of a record, one behind the other: a number in groups of seven bits, the lowest first, each group but
/// the last with the highest bit set; a text as its length and its UTF-8; a list as its count and its items.
package struct StateWriter {
    package private(set) var bytes: [UInt8]

    /// Writes behind these bytes.
    package init(_ bytes: consuming [UInt8] = []) { self.bytes = bytes }

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
