// SPDX-License-Identifier: MIT

/// The header of a message as the bus sends it, where a message certainly begins.
struct MessageHeader {
    /// The message from its first byte on; it may lack the end.
    private let bytes: UnsafeRawBufferPointer
    /// nil for a kind that the protocol may get later.
    let kind: Kind?

    enum Kind: UInt8 {
        case call = 1, reply, error, signal

        /// The fields that such a message must have.
        fileprivate var needs: [Field] {
            switch self {
            case .call: [.path, .member]
            case .signal: [.path, .interface, .member]
            case .reply: [.replySerial]
            case .error: [.replySerial, .errorName]
            }
        }
    }

    /// The fields of a header, by the numbers of the protocol.
    enum Field: UInt8 {
        case path = 1, interface, member, errorName, replySerial, destination, sender, signature, descriptors

        var type: UInt8 {
            switch self {
            case .path: UInt8(ascii: "o")
            case .interface, .member, .errorName, .destination, .sender: UInt8(ascii: "s")
            case .replySerial, .descriptors: UInt8(ascii: "u")
            case .signature: UInt8(ascii: "g")
            }
        }
    }

    /// The bytes before the fields.
    static let fixed = 16

    /// nil if the bytes lack a part that is needed, or have another byte order or version of the protocol.
    init?(_ bytes: UnsafeRawBufferPointer) {
        guard bytes.count >= Self.fixed, [UInt8(ascii: "l"), UInt8(ascii: "B")].contains(bytes[0]), bytes[3] == 1
        else { return nil }
        (self.bytes, kind) = (bytes, Kind(rawValue: bytes[1]))
    }

    /// The fixed part and the fields.
    var length: Int { Self.fixed + number(at: 12) }
    /// The header, padded to a multiple of 8, and the body.
    var size: Int { Self.aligned(length) + number(at: 4) }
    /// The sender's number of the message.
    var serial: UInt32 { UInt32(number(at: 8)) }
    var wantsReply: Bool { bytes[2] & 1 == 0 }

    /// The texts of a header whose fields are all known.
    var texts: [Field: String] {
        var texts: [Field: String] = [:]
        let isKnown = eachField { field, value in
            if field.type != UInt8(ascii: "u") { texts[field] = String(decoding: bytes[value], as: UTF8.self) }
        }
        return isKnown ? texts : [:]
    }

    /// The text of one field; nil without it.
    func text(_ field: Field) -> String? {
        var text: String?
        let isKnown = eachField { if $0 == field { text = String(decoding: bytes[$1], as: UTF8.self) } }
        return isKnown ? text : nil
    }

    /// Whether sd-bus surely accepts the header: it has each field once at most, and those that its kind needs. sd-bus
    /// drops some messages that buses carry, such as a call with the number of another call, or one with 33 arrays in
    /// one another.
    var isPlain: Bool {
        guard let kind, serial != 0 else { return false }
        var fields: UInt16 = 0
        var isFit = true
        let isKnown = eachField { field, value in
            let bit = UInt16(1) << field.rawValue
            isFit = isFit && fields & bit == 0 && isPlain(field, value)
            fields |= bit
        }
        let needed = kind.needs.reduce(UInt16(0)) { $0 | UInt16(1) << $1.rawValue }
        let isReply = fields & UInt16(1) << Field.replySerial.rawValue != 0
        return isKnown && isFit && fields & needed == needed && isReply == kind.needs.contains(.replySerial)
    }

    private func isPlain(_ field: Field, _ value: Range<Int>) -> Bool {
        switch field {
        case .replySerial, .descriptors: return number(at: value.lowerBound) != 0
        case .signature: return isShallow(bytes[value])
        // The words of sd-bus itself for the end of the connection.
        case .path: return !bytes[value].elementsEqual("/org/freedesktop/DBus/Local".utf8)
        case .interface, .sender: return !bytes[value].elementsEqual("org.freedesktop.DBus.Local".utf8)
        case .member, .errorName, .destination: return true
        }
    }

    /// Whether a type has at most 32 arrays, and 32 structures and entries, in one another.
    private func isShallow(_ signature: Slice<UnsafeRawBufferPointer>) -> Bool {
        // The arrays around each structure, and those around what comes next.
        var (outer, arrays): ([Int], Int) = ([], 0)
        for character in signature {
            switch character {
            case UInt8(ascii: "a"): arrays += 1
            case UInt8(ascii: "("), UInt8(ascii: "{"): outer.append(arrays)
            case UInt8(ascii: ")"), UInt8(ascii: "}"):
                guard !outer.isEmpty else { return false }
                outer.removeLast()
                arrays = outer.last ?? 0
            default: arrays = outer.last ?? 0
            }
            guard arrays <= 32, outer.count <= 32 else { return false }
        }
        return true
    }

    /// Calls `body` with each known field and the place of its value. False if a field has another type or lacks a
    /// part. A field that the protocol got later is passed over if it has one of the types.
    private func eachField(_ body: (Field, Range<Int>) -> Void) -> Bool {
        guard length <= bytes.count else { return false }
        var place = Self.fixed
        while place < length {
            // A field has its number, the length of its type, the type and a zero.
            guard place + 4 < length, bytes[place] != 0, bytes[place + 1] == 1,
                let (value, end) = value(ofType: bytes[place + 2], at: place + 4), end <= length
            else { return false }
            if let field = Field(rawValue: bytes[place]) {
                guard field.type == bytes[place + 2] else { return false }
                body(field, value)
            }
            place = Self.aligned(end)
        }
        return true
    }

    /// The place of a value, and where it ends: a text has a zero behind it.
    private func value(ofType type: UInt8, at place: Int) -> (value: Range<Int>, end: Int)? {
        let text: Range<Int>
        switch type {
        case UInt8(ascii: "g"): text = place + 1..<place + 1 + Int(bytes[place])
        case UInt8(ascii: "u"): return place + 4 <= length ? (place..<place + 4, place + 4) : nil
        case UInt8(ascii: "s"), UInt8(ascii: "o"):
            guard place + 4 <= length else { return nil }
            text = place + 4..<place + 4 + number(at: place)
        default: return nil
        }
        return (text, text.upperBound + 1)
    }

    private func number(at offset: Int) -> Int {
        let number = bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
        return Int(bytes[0] == UInt8(ascii: "B") ? UInt32(bigEndian: number) : UInt32(littleEndian: number))
    }

    private static func aligned(_ place: Int) -> Int { (place + 7) / 8 * 8 }
}
