// SPDX-License-Identifier: MIT

import CallContract

extension [UInt8] {
    mutating func append(varint value: UInt64) { Varint.write(value) { append($0) } }
}

/// Reads one value after the other; nil at the end and for damaged bytes.
struct VarintReader {
    private let bytes: UnsafeRawBufferPointer
    private(set) var place = 0

    init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    @inline(__always)
    mutating func next() -> UInt64? {
        try? Varint.read { () throws(EndOfBytes) in
            guard place < bytes.count else { throw EndOfBytes() }
            defer { place += 1 }
            return bytes[place]
        }
    }

    private struct EndOfBytes: Error {}

    /// A value that is the length of something in these bytes.
    mutating func length() -> Int? {
        guard let value = next(), value <= UInt64(bytes.count - place) else { return nil }
        return Int(value)
    }

    mutating func take(_ count: Int) -> UnsafeRawBufferPointer {
        defer { place += count }
        return UnsafeRawBufferPointer(rebasing: bytes[place..<place + count])
    }
}
