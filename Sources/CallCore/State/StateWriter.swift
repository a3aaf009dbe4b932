// SPDX-License-Identifier: MIT

/// Writes the values of a record, one behind the other: integers in eight bytes, little end first; a text as its length and
/// its UTF-8; a list as its count and its items.
struct StateWriter {
    private(set) var bytes: [UInt8] = []

    mutating func write(_ value: some Kept) { value.write(to: &self) }

    mutating func append(_ word: UInt64) {
        withUnsafeBytes(of: word.littleEndian) { bytes.append(contentsOf: $0) }
    }

    mutating func append(_ byte: UInt8) { bytes.append(byte) }

    mutating func append(_ text: String) {
        append(UInt64(text.utf8.count))
        bytes.append(contentsOf: text.utf8)
    }
}
