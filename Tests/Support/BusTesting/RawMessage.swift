// SPDX-License-Identifier: MIT

/// A message as bytes, little-endian and without checks: tests can send messages that no client library would send.
public struct RawMessage {
    /// The type of the message in the header; 1 = method call.
    public var kind: UInt8 = 1
    /// The header's flags; 1 = no reply expected, 2 = no auto start.
    public var flags: UInt8 = 0
    /// The version of the protocol.
    public var version: UInt8 = 1
    /// The sender's serial; the specification does not allow 0.
    public var serial: UInt32
    /// Header field 1; nil = without it. It may have any bytes.
    public var path: [UInt8]?
    /// Header field 2; nil = without it.
    public var interface: [UInt8]?
    /// Header field 3; nil = without it.
    public var member: [UInt8]?
    /// Header field 4; nil = without it.
    public var errorName: [UInt8]?
    /// Header field 5: for a reply, the serial of the call; nil = without it.
    public var replySerial: UInt32?
    /// Header field 6; nil = without it.
    public var destination: [UInt8]?
    /// Header field 7, which a bus sets; nil = without it.
    public var sender: [UInt8]?
    /// Header field 8; nil = without it.
    public var signature: [UInt8]?
    /// Header field 9: the number of descriptors that come with the message; nil = without it.
    public var descriptorCount: UInt32?
    /// The arguments, see ``RawBytes``.
    public var body: [UInt8]
    /// The length of the body in the header; nil = its true length.
    public var announcedBodyLength: UInt32?

    /// A valid method call. A test can then change its parts.
    public init(
        serial: UInt32, destination: String, path: String, interface: String, member: String, signature: String = "",
        body: [UInt8] = []
    ) {
        self.serial = serial
        self.destination = Array(destination.utf8)
        self.path = Array(path.utf8)
        self.interface = Array(interface.utf8)
        self.member = Array(member.utf8)
        self.signature = signature.isEmpty ? nil : Array(signature.utf8)
        self.body = body
    }

    /// A message of that kind with these arguments. The caller sets the destination, path and member afterwards.
    public init(kind: BusMessage.Kind, serial: UInt32, arguments: [DBusValue] = []) {
        self.kind = UInt8(kind.rawValue)
        self.serial = serial
        let types = arguments.map(\.signature).joined()
        signature = types.isEmpty ? nil : Array(types.utf8)
        var body = RawBytes()
        for argument in arguments { body.append(argument) }
        self.body = body.bytes
    }

    /// The bytes on the wire.
    public var bytes: [UInt8] {
        var fields = RawBytes()
        append(path, as: "o", code: 1, to: &fields)
        append(interface, as: "s", code: 2, to: &fields)
        append(member, as: "s", code: 3, to: &fields)
        append(errorName, as: "s", code: 4, to: &fields)
        append(replySerial, code: 5, to: &fields)
        append(destination, as: "s", code: 6, to: &fields)
        append(sender, as: "s", code: 7, to: &fields)
        append(signature, as: "g", code: 8, to: &fields)
        append(descriptorCount, code: 9, to: &fields)

        var message = RawBytes()
        message.append([UInt8(ascii: "l"), kind, flags, version])
        message.append(announcedBodyLength ?? UInt32(body.count))
        message.append(serial)
        // The fields begin at byte 16, so their own padding is already right.
        message.append(UInt32(fields.bytes.count))
        message.append(fields.bytes)
        message.align(to: 8)
        message.append(body)
        return message.bytes
    }

    private func append(_ value: UInt32?, code: UInt8, to fields: inout RawBytes) {
        guard let value else { return }
        fields.align(to: 8)
        fields.append([code, 1, UInt8(ascii: "u"), 0])
        fields.append(value)
    }

    private func append(_ value: [UInt8]?, as type: UnicodeScalar, code: UInt8, to fields: inout RawBytes) {
        guard let value else { return }
        fields.align(to: 8)
        fields.append([code, 1, UInt8(type.value), 0])
        if type == "g" {
            fields.append(signature: value)
        } else {
            fields.append(string: value)
        }
    }
}

/// Marshals values in little-endian order with the padding of D-Bus. It checks nothing.
public struct RawBytes {
    /// The bytes so far.
    public private(set) var bytes: [UInt8] = []

    /// Begins empty.
    public init() {}

    /// A single string as the body of a message; the bytes may be invalid UTF-8.
    public static func string(_ text: [UInt8]) -> [UInt8] {
        var writer = RawBytes()
        writer.append(string: text)
        return writer.bytes
    }

    /// Adds zeros up to a multiple of `size`.
    public mutating func align(to size: Int) {
        while bytes.count % size != 0 { bytes.append(0) }
    }

    /// Appends bytes as they are.
    public mutating func append(_ raw: [UInt8]) { bytes += raw }

    /// A number, aligned to its size.
    public mutating func append(_ number: some FixedWidthInteger) {
        align(to: number.bitWidth / 8)
        withUnsafeBytes(of: number.littleEndian) { bytes += $0 }
    }

    /// A string or object path: length, bytes, NUL.
    public mutating func append(string: [UInt8]) {
        append(UInt32(string.count))
        bytes += string + [0]
    }

    /// A signature: length in one byte, bytes, NUL.
    public mutating func append(signature: [UInt8]) {
        bytes += [UInt8(truncatingIfNeeded: signature.count)] + signature + [0]
    }

    /// Replaces a number that was not known before.
    mutating func replaceNumber(at place: Int, by number: UInt32) {
        withUnsafeBytes(of: number.littleEndian) { bytes.replaceSubrange(place..<place + 4, with: $0) }
    }
}

extension RawBytes {
    /// Appends a value of any type. For a descriptor it writes only the index 0.
    public mutating func append(_ value: DBusValue) {
        switch value {
        case .byte(let number): append([number])
        case .bool(let flag): append(UInt32(flag ? 1 : 0))
        case .int16(let number): append(number)
        case .uint16(let number): append(number)
        case .int32(let number): append(number)
        case .uint32(let number): append(number)
        case .int64(let number): append(number)
        case .uint64(let number): append(number)
        case .double(let number): append(number.bitPattern)
        case .descriptor: append(UInt32(0))
        case .string(let text), .path(let text): append(string: Array(text.utf8))
        case .signature(let text): append(signature: Array(text.utf8))
        case .array(let element, let values):
            appendArray(of: element) { bytes in for value in values { bytes.append(value) } }
        case .dictionary(let key, let element, let values):
            appendArray(of: "{\(key)\(element)}") { bytes in
                for (key, value) in values {
                    bytes.align(to: 8)
                    bytes.append(key)
                    bytes.append(value)
                }
            }
        case .structure(let fields):
            align(to: 8)
            for field in fields { append(field) }
        case .variant(let inside):
            append(signature: Array(inside.signature.utf8))
            append(inside)
        }
    }

    /// Writes an array. Its length does not include the padding before the first element, which an empty array has too.
    private mutating func appendArray(of element: String, _ fill: (inout RawBytes) -> Void) {
        append(UInt32(0))
        let place = bytes.count - 4
        align(to: Self.alignment(of: element))
        let start = bytes.count
        fill(&self)
        replaceNumber(at: place, by: UInt32(bytes.count - start))
    }

    private static func alignment(of type: String) -> Int {
        switch type.first {
        case "y", "g", "v": 1
        case "n", "q": 2
        case "x", "t", "d", "(", "{": 8
        default: 4
        }
    }
}
