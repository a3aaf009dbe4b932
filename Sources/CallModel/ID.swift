// SPDX-License-Identifier: MIT

/// An RFC 4122 UUID that names one kind of thing, so that the compiler does not accept a call's id as an action's.
public struct ID<Kind>: Hashable, Sendable, CustomStringConvertible {
    /// The first 64 bits.
    public let high: UInt64
    /// The last 64 bits.
    public let low: UInt64

    /// The id with these 128 bits, most significant first.
    public init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// The same UUID for another kind of thing: a group has the id of the call that opened it.
    public init<Other>(_ other: ID<Other>) {
        self.init(high: other.high, low: other.low)
    }

    /// A random UUID, RFC 4122 version 4.
    public static func random() -> ID {
        let (high, low) = (UInt64.random(in: 0 ... .max), UInt64.random(in: 0 ... .max))
        return ID(high: high & ~0xF000 | 0x4000, low: low & ~(0b11 << 62) | 0b10 << 62)
    }

    /// Parses the 36 characters of a UUID in any case; `separator` stands for `-` (object paths write `_`).
    public init?(_ text: String, separator: UInt8 = UInt8(ascii: "-")) {
        var (position, digits) = (0, 0)
        var words: (UInt64, UInt64) = (0, 0)
        for byte in text.utf8 {
            defer { position += 1 }
            switch position {
            case 8, 13, 18, 23:
                guard byte == separator else { return nil }
            default:
                guard let digit = Self.value(ofHexDigit: byte), digits < 32 else { return nil }
                if digits < 16 { words.0 = words.0 << 4 | digit } else { words.1 = words.1 << 4 | digit }
                digits += 1
            }
        }
        guard digits == 32 else { return nil }
        self.init(high: words.0, low: words.1)
    }

    /// The 36 characters in lower case.
    public var description: String { text(separator: UInt8(ascii: "-")) }

    /// The 36 characters in lower case with another separator.
    public func text(separator: UInt8) -> String {
        String(unsafeUninitializedCapacity: 36) { buffer in
            var position = 0
            for byte in 0..<16 {
                if byte == 4 || byte == 6 || byte == 8 || byte == 10 {
                    buffer[position] = separator
                    position += 1
                }
                let value = UInt8(truncatingIfNeeded: (byte < 8 ? high : low) &>> UInt64(56 - byte % 8 * 8))
                buffer[position] = Self.hexDigit(value &>> 4)
                buffer[position + 1] = Self.hexDigit(value & 0xF)
                position += 2
            }
            return position
        }
    }

    private static func hexDigit(_ value: UInt8) -> UInt8 {
        value < 10 ? value + UInt8(ascii: "0") : value - 10 + UInt8(ascii: "a")
    }

    private static func value(ofHexDigit byte: UInt8) -> UInt64? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt64(byte - UInt8(ascii: "0"))
        case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt64(byte - UInt8(ascii: "a") + 10)
        case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt64(byte - UInt8(ascii: "A") + 10)
        default: nil
        }
    }
}

/// Names a call. The app chooses it; unique within a domain.
public typealias CallID = ID<Names.Call>
/// Names a group of calls. A single call is a group with the call's id.
public typealias GroupID = ID<Names.Group>
/// Names an action. The requester or the registry chooses it; unique within a domain.
public typealias ActionID = ID<Names.Action>
/// Names a transaction. The requester or the registry chooses it; unique within a domain.
public typealias TransactionID = ID<Names.Transaction>

/// The kinds of things that ids name.
public enum Names {
    /// Named by a `CallID`.
    public enum Call {}
    /// Named by a `GroupID`. A group has no state of its own.
    public enum Group {}
    /// Named by an `ActionID`.
    public enum Action {}
    /// Named by a `TransactionID`.
    public enum Transaction {}
}
