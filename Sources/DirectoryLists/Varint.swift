// SPDX-License-Identifier: MIT

/// LEB128: seven bits in each byte, the lowest first; every byte but the last has its highest bit set.
enum Varint {
    @inline(__always)
    static func append(_ value: UInt64, to bytes: inout [UInt8]) {
        var rest = value
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(truncatingIfNeeded: rest))
    }

    /// Reads one value after the other; nil at the end and for damaged bytes.
    struct Reader {
        private let bytes: UnsafeRawBufferPointer
        private(set) var place = 0

        init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

        @inline(__always)
        mutating func next() -> UInt64? {
            var value: UInt64 = 0
            var shift: UInt64 = 0
            while place < bytes.count, shift < 64 {
                let byte = bytes[place]
                place += 1
                value |= UInt64(byte & 0x7F) << shift
                if byte < 0x80 { return value }
                shift += 7
            }
            return nil
        }

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
}
