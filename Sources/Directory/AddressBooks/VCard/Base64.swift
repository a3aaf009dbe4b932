// SPDX-License-Identifier: MIT

/// The decoder of RFC 4648 for the values of cards, which contain white space.
///
/// Foundation's decoder refuses white space, or else it ignores every character that does not belong there. It also
/// takes any number of `=` at the end, and a copy of the value. A picture that is damaged in this way must be a fault
/// of its card.
enum Base64 {
    private static let padding: UInt8 = 64
    private static let space: UInt8 = 65
    private static let invalid: UInt8 = 66

    /// The six bits of each byte, or one of the values above: an address book has megabytes of base64.
    private static let values: [UInt8] = (UInt8.min...UInt8.max).map { byte in
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte - UInt8(ascii: "A")
        case UInt8(ascii: "a")...UInt8(ascii: "z"): byte - UInt8(ascii: "a") + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0") + 52
        case UInt8(ascii: "+"): 62
        case UInt8(ascii: "/"): 63
        case .equals: padding
        case .space, .tab: space
        default: invalid
        }
    }

    /// Whether base64 contains the byte.
    static func contains(_ byte: UInt8) -> Bool { values[Int(byte)] <= padding }

    /// The decoded bytes; nil if the text has other characters than base64 and white space, or is cut off.
    static func decode(_ text: ArraySlice<UInt8>) -> [UInt8]? {
        values.withUnsafeBufferPointer { values in
            text.withUnsafeBufferPointer { text in decode(text, values) }
        }
    }

    private static func decode(_ text: UnsafeBufferPointer<UInt8>, _ values: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count / 4 * 3)
        var (bits, count, paddings) = (UInt32(0), 0, 0)
        for byte in text {
            let value = values[Int(byte)]
            if value == space { continue }
            guard value <= padding, value == padding || paddings == 0 else { return nil }
            if value == padding { paddings += 1 }
            bits = bits << 6 | UInt32(value & 0x3F)
            count += 1
            guard count == 4 else { continue }
            guard paddings < 3 else { return nil }
            bytes.append(UInt8(truncatingIfNeeded: bits >> 16))
            if paddings < 2 { bytes.append(UInt8(truncatingIfNeeded: bits >> 8)) }
            if paddings < 1 { bytes.append(UInt8(truncatingIfNeeded: bits)) }
            (bits, count) = (0, 0)
        }
        return count == 0 ? bytes : nil
    }
}
