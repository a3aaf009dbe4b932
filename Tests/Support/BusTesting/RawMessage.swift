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
