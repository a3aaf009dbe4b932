// SPDX-License-Identifier: MIT

/// The needed parts of a message from the service, which is well-formed because sd-bus wrote it.
struct Incoming {
    let type: UInt8
    private(set) var replyTo: UInt32 = 0
    private(set) var destination = ""
    let body: [UInt8]

    /// Removes the first message from a stream; nil while it is not complete.
    init?(from stream: inout [UInt8]) {
        guard stream.count >= 16 else { return nil }
        let fieldsEnd = 16 + Self.number(stream, 12)
        let end = (fieldsEnd + 7) / 8 * 8 + Self.number(stream, 4)
        guard stream.count >= end else { return nil }
        type = stream[1]
        var place = 16
        while place < fieldsEnd {
            place = (place + 7) / 8 * 8
            let code = stream[place]
            let kind = stream[place + 2]
            place += 4
            switch kind {
            case UInt8(ascii: "u"):
                if code == 5 { replyTo = UInt32(Self.number(stream, place)) }
                place += 4
            case UInt8(ascii: "g"): place += Int(stream[place]) + 2
            default:
                let length = Self.number(stream, place)
                if code == 6 {
                    destination = String(decoding: stream[(place + 4)..<(place + 4 + length)], as: UTF8.self)
                }
                place += length + 5
            }
        }
        body = Array(stream[((fieldsEnd + 7) / 8 * 8)..<end])
        stream.removeFirst(end)
    }

    private static func number(_ bytes: [UInt8], _ place: Int) -> Int {
        (0..<4).reduce(0) { $0 | Int(bytes[place + $1]) << (8 * $1) }
    }
}
