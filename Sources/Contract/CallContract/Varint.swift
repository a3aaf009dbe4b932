// SPDX-License-Identifier: MIT

/// LEB128: seven bits in each byte, the lowest first; every byte but the last has its highest bit set. Public for
/// speed.
public enum Varint {
    @inlinable @inline(__always)
    public static func write(_ value: UInt64, _ append: (UInt8) -> Void) {
        var rest = value
        while rest >= 0x80 {
            append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        append(UInt8(truncatingIfNeeded: rest))
    }

    /// `next` returns the next byte, or throws. Returns nil for a number of more than 64 bits.
    @inlinable @inline(__always)
    public static func read<Failure>(_ next: () throws(Failure) -> UInt8) throws(Failure) -> UInt64? {
        var value: UInt64 = 0
        for shift in stride(from: UInt64(0), to: 64, by: 7) {
            let byte = try next()
            let bits = UInt64(byte & 0x7F)
            guard (bits << shift) >> shift == bits else { return nil }
            value |= bits << shift
            if byte < 0x80 { return value }
        }
        return nil
    }
}
