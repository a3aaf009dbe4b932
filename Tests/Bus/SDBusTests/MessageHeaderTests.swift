// SPDX-License-Identifier: MIT
import Testing

@testable import SDBus

/// Which messages are left to sd-bus.
@Suite struct MessageHeaderTests {
    private typealias Field = (number: UInt8, type: Character, value: [UInt8])

    private static let path: Field = (1, "o", text("/org/example"))
    private static let interface: Field = (2, "s", text("org.example.Phone"))
    private static let member: Field = (3, "s", text("Ring"))
    private static let sender: Field = (7, "s", text(":1.7"))
    private static let replySerial: Field = (5, "u", [7, 0, 0, 0])

    private static func text(_ text: String) -> [UInt8] {
        withUnsafeBytes(of: UInt32(text.utf8.count).littleEndian, Array.init) + Array(text.utf8) + [0]
    }

    private static func signature(_ types: String) -> Field {
        (8, "g", [UInt8(types.utf8.count)] + Array(types.utf8) + [0])
    }

    private func bytes(_ kind: UInt8, _ fields: [Field], serial: UInt8 = 9) -> [UInt8] {
        var written: [UInt8] = []
        for field in fields {
            while written.count % 8 != 0 { written.append(0) }
            written += [field.number, 1, field.type.asciiValue ?? 0, 0] + field.value
        }
        return [UInt8(ascii: "l"), kind, 0, 1, 0, 0, 0, 0, serial, 0, 0, 0, UInt8(written.count), 0, 0, 0] + written
    }

    private func isPlain(_ kind: UInt8, _ fields: [Field], serial: UInt8 = 9) -> Bool {
        bytes(kind, fields, serial: serial).withUnsafeBytes { MessageHeader($0)?.isPlain ?? false }
    }

    @Test func `The texts of a call are read`() {
        let call = bytes(1, [Self.path, Self.interface, Self.member, Self.sender, Self.signature("s")])
        call.withUnsafeBytes { call in
            let texts = MessageHeader(call)?.texts
            #expect(texts?[.path] == "/org/example" && texts?[.interface] == "org.example.Phone")
            #expect(texts?[.member] == "Ring" && texts?[.sender] == ":1.7")
            let header = MessageHeader(call)
            #expect(header?.text(.sender) == ":1.7" && header?.text(.destination) == nil)
        }
    }

    @Test func `Calls, signals and replies with the fields that they need are plain`() {
        #expect(isPlain(1, [Self.path, Self.member]))
        #expect(isPlain(1, [Self.sender, Self.member, Self.interface, Self.path, Self.signature("a{sv}")]))
        #expect(isPlain(4, [Self.path, Self.interface, Self.member]))
        #expect(isPlain(2, [Self.replySerial]))
        #expect(isPlain(3, [Self.replySerial, (4, "s", Self.text("org.example.Error"))]))
        // A later version of the protocol has a field that only some need.
        #expect(isPlain(1, [Self.path, Self.member, (10, "o", Self.text("/container"))]))
        #expect(isPlain(1, [Self.path, Self.member, Self.signature(String(repeating: "as", count: 40))]))
        #expect(isPlain(1, [Self.path, Self.member, Self.signature(String(repeating: "a", count: 32) + "i")]))
    }

    @Test func `Messages that sd-bus drops or may drop are not plain`() {
        #expect(!isPlain(1, [Self.path]) && !isPlain(4, [Self.path, Self.member]) && !isPlain(2, []))
        #expect(!isPlain(3, [Self.replySerial]) && !isPlain(5, [Self.path, Self.member]))
        #expect(!isPlain(1, [Self.path, Self.member], serial: 0))
        #expect(!isPlain(1, [Self.path, Self.member, Self.replySerial]))
        #expect(!isPlain(4, [Self.path, Self.interface, Self.member, Self.replySerial]))
        #expect(!isPlain(2, [(5, "u", [0, 0, 0, 0])]))
        #expect(!isPlain(1, [Self.path, Self.path, Self.member]))
        #expect(!isPlain(1, [(1, "s", Self.text("/org/example")), Self.member]))
        #expect(!isPlain(1, [Self.path, Self.member, (0, "s", Self.text("x"))]))
        let deep = String(repeating: "a", count: 17) + "(" + String(repeating: "a", count: 17) + "i)"
        #expect(!isPlain(1, [Self.path, Self.member, Self.signature(deep)]))
        #expect(!isPlain(1, [(1, "o", Self.text("/org/freedesktop/DBus/Local")), Self.member]))
        #expect(!isPlain(4, [Self.path, (2, "s", Self.text("org.freedesktop.DBus.Local")), Self.member]))
    }

    @Test func `A header that lacks its end is not plain`() {
        let call = bytes(1, [Self.path, Self.interface, Self.member])
        for length in 16..<call.count {
            call.prefix(length).withUnsafeBytes { #expect(MessageHeader($0)?.isPlain == false) }
        }
    }
}
