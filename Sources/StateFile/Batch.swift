// SPDX-License-Identifier: MIT

/// The bytes of one event in a file: the length of the records, the records, and the commit word, which is their checksum. A
/// record is the length of the key, the length of the value (all ones = no value), the key, the value.
package struct Batch {
    private(set) var bytes: [UInt8] = []
    /// The bytes of the live records, by the checksums of their keys.
    private var sizes: [UInt64: Int] = [:]
    private(set) var live = 0

    /// The bytes of a record besides its key and value.
    private static let overhead = 8
    private static let none = UInt32.max

    mutating func begin() {
        bytes.removeAll(keepingCapacity: true)
        append(0)
    }

    /// Forgets the live records, because all of them are written anew.
    mutating func forgetAll() { (sizes, live) = ([:], 0) }

    /// Adds a record. Both closures append bytes; `value` returns false if the key has no value any more.
    package mutating func add(key: (inout [UInt8]) -> Void, value: (inout [UInt8]) -> Bool) {
        let start = bytes.count
        append(0)
        append(0)
        key(&bytes)
        let keyEnd = bytes.count
        let hasValue = value(&bytes)
        let (keyLength, valueLength) = (keyEnd - start - Self.overhead, bytes.count - keyEnd)
        set(UInt32(keyLength), at: start)
        set(hasValue ? UInt32(valueLength) : Self.none, at: start + 4)
        let name = Self.checksum(bytes[(start + Self.overhead)..<keyEnd])
        live -= sizes[name] ?? 0
        sizes[name] = hasValue ? bytes.count - start : nil
        live += sizes[name] ?? 0
    }

    mutating func commit() {
        set(UInt32(bytes.count - 4), at: 0)
        let sum = Self.checksum(bytes[...])
        append(UInt32(truncatingIfNeeded: sum))
        append(UInt32(truncatingIfNeeded: sum >> 32))
    }

    private mutating func append(_ word: UInt32) {
        withUnsafeBytes(of: word.littleEndian) { bytes += $0 }
    }

    private mutating func set(_ word: UInt32, at place: Int) {
        for byte in 0..<4 { bytes[place + byte] = UInt8(truncatingIfNeeded: word >> UInt32(byte * 8)) }
    }

    // MARK: Reading

    /// The values after the last committed batch; nil without a whole batch.
    static func values(in batches: ArraySlice<UInt8>) -> [[UInt8]: [UInt8]]? {
        var values: [[UInt8]: [UInt8]]?
        var rest = batches
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
        return bytes.prefix(4).reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }

    /// Eight bytes at a time: a batch is written with every event.
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
