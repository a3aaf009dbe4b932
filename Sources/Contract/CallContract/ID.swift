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
            let text = UnsafeMutableRawBufferPointer(buffer)
            let (second, third) = (Self.digits(high), Self.digits(low &>> 32))
            text.storeBytes(of: Self.digits(high &>> 32).bigEndian, as: UInt64.self)
            text.storeBytes(of: UInt32(second &>> 32).bigEndian, toByteOffset: 9, as: UInt32.self)
            text.storeBytes(of: UInt32(truncatingIfNeeded: second).bigEndian, toByteOffset: 14, as: UInt32.self)
            text.storeBytes(of: UInt32(third &>> 32).bigEndian, toByteOffset: 19, as: UInt32.self)
            text.storeBytes(of: UInt32(truncatingIfNeeded: third).bigEndian, toByteOffset: 24, as: UInt32.self)
            text.storeBytes(of: Self.digits(low).bigEndian, toByteOffset: 28, as: UInt64.self)
            (text[8], text[13], text[18], text[23]) = (separator, separator, separator, separator)
            return 36
        }
    }

    /// The hexadecimal digits of the low 32 bits, a byte for each, the first one highest. All are computed at once,
    /// because every message has several ids.
    private static func digits(_ word: UInt64) -> UInt64 {
        var digits = (word & 0xFFFF_0000) &<< 16 | word & 0xFFFF
        digits = (digits & 0x0000_FF00_0000_FF00) &<< 8 | digits & 0x0000_00FF_0000_00FF
        digits = (digits & 0x00F0_00F0_00F0_00F0) &<< 4 | digits & 0x000F_000F_000F_000F
        // 1 in each byte with a value of ten or more, which a letter stands for.
        let letters = (digits &+ 0x0606_0606_0606_0606) &>> 4 & 0x0101_0101_0101_0101
        let toLetter = UInt64(UInt8(ascii: "a") - UInt8(ascii: "0") - 10)
        return digits &+ 0x3030_3030_3030_3030 &+ letters &* toLetter
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
/// Names an action. The requester or the service chooses it; unique within a domain.
public typealias ActionID = ID<Names.Action>
/// Names a transaction. The requester or the service chooses it; unique within a domain.
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

/// A word of the contract as another program sent it. That program may be newer and know more words than this one, so
/// the text is kept. The text is empty if the sender has no word or withholds it.
public struct Received<Word: RawRepresentable & Sendable>: Hashable, Sendable, CustomStringConvertible
where Word.RawValue == String {
    /// The text as it was sent.
    public let text: String

    /// The word with that text. This program need not know it.
    public init(text: String) { self.text = text }
    /// A word that this program knows.
    public init(_ word: Word) { text = word.rawValue }

    /// Nil for an empty text and for a word that this program does not know.
    public var word: Word? { Word(rawValue: text) }
    /// Whether there is no word.
    public var isEmpty: Bool { text.isEmpty }
    /// The text.
    public var description: String { text }

    /// Whether it is that word.
    public static func == (received: Self, word: Word) -> Bool { received.text == word.rawValue }
    /// Whether it is not that word.
    public static func != (received: Self, word: Word) -> Bool { received.text != word.rawValue }
}

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

extension Sequence<UInt8> {
    /// FNV-1a: the same number for the same bytes in every process and every version, unlike `hashValue`. It is easy to
    /// find other bytes with this number. `basis` is the number of the bytes before these.
    package func stableHash(from basis: UInt64 = 0xcbf2_9ce4_8422_2325) -> UInt64 {
        reduce(basis) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    }

    /// The same with 128 bits.
    package func stableLongHash() -> UInt128 {
        reduce(0x6c62_272e_07bb_0142_62b8_2175_6295_c58d) {
            ($0 ^ UInt128($1)) &* 0x0000_0000_0100_0000_0000_0000_0000_013b
        }
    }
}
