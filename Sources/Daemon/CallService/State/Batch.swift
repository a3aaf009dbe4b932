// SPDX-License-Identifier: MIT

internal import SystemFiles

/// The format of a file of records. A batch has the records of one event: their length, the records, and the commit
/// word, which is the checksum of both. A record is the length of the key, the length of the value (all ones = no
/// value), the key, the value. Numbers are little-endian; a length has four bytes, the commit word eight.
enum Batch {
    /// The bytes of a batch besides its records.
    static let overhead = 12

    /// Appends a batch to a file.
    static func append(_ records: UnsafeRawBufferPointer, to file: Int32) throws(SystemError) {
        try withUnsafeBytes(of: UInt32(records.count).littleEndian) { (length) throws(SystemError) in
            try withUnsafeBytes(of: checksum(records).littleEndian) { (sum) throws(SystemError) in
                try write(length, records, sum, to: file)
            }
        }
    }

    /// The place behind the batch that begins at `start`, and its records; nil if there is no whole batch.
    static func records(
        in file: UnsafeRawBufferPointer, at start: Int
    ) -> (records: UnsafeRawBufferPointer, end: Int)? {
        guard start + overhead <= file.count else { return nil }
        let count = Int(UInt32(littleEndian: file.loadUnaligned(fromByteOffset: start, as: UInt32.self)))
        guard start + overhead + count <= file.count else { return nil }
        let records = UnsafeRawBufferPointer(rebasing: file[start + 4..<start + 4 + count])
        let sum = UInt64(littleEndian: file.loadUnaligned(fromByteOffset: start + 4 + count, as: UInt64.self))
        return checksum(records) == sum ? (records, start + overhead + count) : nil
    }

    /// Eight bytes at a time: it is computed with every event. The length is part of it.
    private static func checksum(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
        var sum: UInt64 = 0x9E37_79B9_7F4A_7C15 ^ UInt64(bytes.count)
        var place = 0
        while place + 8 <= bytes.count {
            sum = mix(sum ^ UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)))
            place += 8
        }
        while place < bytes.count {
            sum = mix(sum ^ UInt64(bytes[place]))
            place += 1
        }
        return sum
    }

    private static func mix(_ word: UInt64) -> UInt64 {
        let mixed = (word ^ word >> 32) &* 0xBF58_476D_1CE4_E5B9
        return mixed ^ mixed >> 29
    }
}
