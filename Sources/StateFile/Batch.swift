// SPDX-License-Identifier: MIT

/// The bytes of one batch: the number of bytes in its records, the records, and the commit word, which is their checksum. A
/// record is the length of the key, the length of the value (all ones = no value), the key, the value.
struct Batch {
    private var bytes: [UInt8] = []

    /// The bytes of a record besides its key and value.
    static let overhead = 8
    /// Every file begins with this. The last byte is the version of the format.
    static let header = Array("MonkeyCall state".utf8) + [1]

    private static let none = UInt32.max

    mutating func begin() {
        bytes.removeAll(keepingCapacity: true)
        append(0)
    }

    mutating func add(_ record: StateFile.Record) {
        append(UInt32(record.key.count))
        append(record.value.map { UInt32($0.count) } ?? Self.none)
        bytes += record.key
        if let value = record.value { bytes += value }
    }

    /// The whole batch.
    mutating func commit() -> [UInt8] {
        let count = UInt32(bytes.count - 4)
        for place in 0..<4 { bytes[place] = UInt8(truncatingIfNeeded: count >> UInt32(place * 8)) }
        let sum = Self.checksum(bytes[...])
        append(UInt32(truncatingIfNeeded: sum))
        append(UInt32(truncatingIfNeeded: sum >> 32))
        return bytes
    }

    private mutating func append(_ word: UInt32) {
        withUnsafeBytes(of: word.littleEndian) { bytes += $0 }
    }

    /// The values after the last committed batch; nil if this is no file of this format, or has no whole batch.
    static func values(in file: [UInt8]) -> [[UInt8]: [UInt8]]? {
        guard file.starts(with: header) else { return nil }
        var values: [[UInt8]: [UInt8]]?
        var rest = file.dropFirst(header.count)
        while let records = takeBatch(from: &rest), apply(records, to: &values) {}
        return values
    }

    private static func takeBatch(from rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        guard let count = word(rest), rest.count >= Int(count) + 12 else { return nil }
        let batch = rest.prefix(Int(count) + 4)
        let behind = rest.dropFirst(batch.count)
        guard let low = word(behind), let high = word(behind.dropFirst(4)),
            checksum(batch) == UInt64(high) << 32 | UInt64(low)
        else { return nil }
        rest = behind.dropFirst(8)
        return batch.dropFirst(4)
    }

    /// False if the records are damaged although the checksum is right; then nothing is changed.
    private static func apply(_ records: ArraySlice<UInt8>, to values: inout [[UInt8]: [UInt8]]?) -> Bool {
        var (rest, new) = (records, values ?? [:])
        values = nil
        while !rest.isEmpty {
            guard let key = word(rest), let value = word(rest.dropFirst(4)) else { return false }
            rest = rest.dropFirst(8)
            let count = value == none ? 0 : Int(value)
            guard rest.count >= Int(key) + count else { return false }
            new[Array(rest.prefix(Int(key)))] =
                value == none ? nil : Array(rest.dropFirst(Int(key)).prefix(count))
            rest = rest.dropFirst(Int(key) + count)
        }
        values = new
        return true
    }

    private static func word(_ bytes: ArraySlice<UInt8>) -> UInt32? {
        guard bytes.count >= 4 else { return nil }
        return bytes.prefix(4).reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }

    /// Eight bytes at a time: a batch is written with every event.
    static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt64 {
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
