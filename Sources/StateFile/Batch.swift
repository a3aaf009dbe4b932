// SPDX-License-Identifier: MIT

/// The format of a file of records. A batch has the records of one event: their length, the records, and the commit word, which
/// is the checksum of both. A record is the length of the key, the length of the value (all ones = no value), the key, the
/// value. Numbers are little-endian; a length has four bytes, the commit word eight.
enum Batch {
    /// The bytes of a record besides its key and value.
    private static let overhead = 8
    private static let none = UInt32.max

    /// The batch of these records.
    static func bytes(of records: [UInt8]) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(records.count + 12)
        withUnsafeBytes(of: UInt32(records.count).littleEndian) { bytes += $0 }
        bytes += records
        withUnsafeBytes(of: checksum(records[...]).littleEndian) { bytes += $0 }
        return bytes
    }

    /// The values after the last committed batch; nil without a whole batch.
    static func values(in batches: ArraySlice<UInt8>) -> [[UInt8]: [UInt8]]? {
        var values: [[UInt8]: [UInt8]]?
        var rest = batches
        while let records = takeBatch(from: &rest), apply(records, to: &values) {}
        return values
    }

    private static func takeBatch(from rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        guard let count = word(rest), rest.count >= Int(count) + 12 else { return nil }
        let records = rest.dropFirst(4).prefix(Int(count))
        let behind = rest.dropFirst(4 + records.count)
        guard let low = word(behind), let high = word(behind.dropFirst(4)),
            checksum(records) == UInt64(high) << 32 | UInt64(low)
        else { return nil }
        rest = behind.dropFirst(8)
        return records
    }

    /// False if the records are damaged although the checksum is right; then nothing is changed.
    private static func apply(_ records: ArraySlice<UInt8>, to values: inout [[UInt8]: [UInt8]]?) -> Bool {
        var (rest, new) = (records, values ?? [:])
        let old = values
        values = nil
        while !rest.isEmpty {
            guard let key = word(rest), let value = word(rest.dropFirst(4)) else { break }
            let count = value == none ? 0 : Int(value)
            guard rest.count >= overhead + Int(key) + count else { break }
            rest = rest.dropFirst(overhead)
            new[Array(rest.prefix(Int(key)))] =
                value == none ? nil : Array(rest.dropFirst(Int(key)).prefix(count))
            rest = rest.dropFirst(Int(key) + count)
        }
        values = rest.isEmpty ? new : old
        return rest.isEmpty
    }

    private static func word(_ bytes: ArraySlice<UInt8>) -> UInt32? {
        guard bytes.count >= 4 else { return nil }
        return bytes.withUnsafeBytes { UInt32(littleEndian: $0.loadUnaligned(as: UInt32.self)) }
    }

    /// Eight bytes at a time: it is computed with every event. The length is part of it.
    private static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt64 {
        bytes.withUnsafeBytes { bytes in
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
    }

    private static func mix(_ word: UInt64) -> UInt64 {
        let mixed = (word ^ word >> 32) &* 0xBF58_476D_1CE4_E5B9
        return mixed ^ mixed >> 29
    }
}
