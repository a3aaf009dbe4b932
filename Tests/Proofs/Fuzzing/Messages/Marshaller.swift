// SPDX-License-Identifier: MIT

/// Writes the marshalling format of D-Bus, little-endian. It also writes invalid values.
struct Marshaller {
    private(set) var bytes: [UInt8] = []

    mutating func align(_ boundary: Int) { while bytes.count % boundary != 0 { bytes.append(0) } }

    mutating func byte(_ value: UInt8) { bytes.append(value) }

    mutating func number<Value: FixedWidthInteger>(_ value: Value) {
        align(MemoryLayout<Value>.size)
        withUnsafeBytes(of: value.littleEndian) { bytes += $0 }
    }

    mutating func text(_ text: [UInt8]) {
        number(UInt32(text.count))
        bytes += text + [0]
    }

    mutating func signature(_ text: String) {
        bytes.append(UInt8(truncatingIfNeeded: text.utf8.count))
        bytes += Array(text.utf8) + [0]
    }

    mutating func raw(_ raw: [UInt8]) { bytes += raw }

    /// An array. Its length is written after its elements.
    mutating func array(alignment: Int, _ elements: (inout Marshaller) -> Void) {
        number(UInt32(0))
        let place = bytes.count - 4
        align(alignment)
        let first = bytes.count
        elements(&self)
        withUnsafeBytes(of: UInt32(bytes.count - first).littleEndian) {
            bytes.replaceSubrange(place..<place + 4, with: $0)
        }
    }
}

/// A message to the service, as a bus would deliver it.
struct Outgoing {
    /// `call` = 1, `reply` = 2, `error` = 3, `signal` = 4.
    var type: UInt8 = 1
    var flags: UInt8 = 0
    var path = ""
    var interface = ""
    var member = ""
    var sender = ""
    var replyTo: UInt32?
    var signature = ""
    var body: [UInt8] = []
    var fileCount: UInt32 = 0

    func bytes(serial: UInt32) -> [UInt8] {
        Self.message(type: type, flags: flags, serial: serial, body: body) { fields in
            for (code, kind, text) in [(UInt8(1), "o", path), (2, "s", interface), (3, "s", member), (7, "s", sender)]
            where !text.isEmpty {
                fields.field(code, kind)
                fields.text(Array(text.utf8))
            }
            if let replyTo {
                fields.field(5, "u")
                fields.number(replyTo)
            }
            fields.field(6, "s")
            fields.text(Array(":1.0".utf8))
            if !signature.isEmpty {
                fields.field(8, "g")
                fields.signature(signature)
            }
            if fileCount > 0 {
                fields.field(9, "u")
                fields.number(fileCount)
            }
        }
    }

    /// A message with arbitrary fields; only the lengths and the serial are valid.
    static func message(
        type: UInt8, flags: UInt8, serial: UInt32, body: [UInt8], fields: (inout Marshaller) -> Void
    ) -> [UInt8] {
        var message = Marshaller()
        for byte in [UInt8(ascii: "l"), type, flags, 1] { message.byte(byte) }
        message.number(UInt32(body.count))
        message.number(serial)
        message.array(alignment: 8, fields)
        message.align(8)
        message.raw(body)
        return message.bytes
    }
}

extension Marshaller {
    mutating func field(_ code: UInt8, _ signature: String) {
        align(8)
        byte(code)
        self.signature(signature)
    }
}
