// SPDX-License-Identifier: MIT
import Glibc
import SDBus
import TestNames
import Testing

/// The values that go over the bus and come back.
@Suite struct ValueTests {
    let server: TestServer
    let client: BusConnection

    init() throws {
        server = try TestServer()
        client = try server.connect()
    }

    @Test(arguments: ["", "text", "längerer Text mit Umlauten und 📞, der in keinen kleinen String passt"])
    func `A string comes back unchanged`(_ text: String) throws {
        #expect(try client.call(TestServer.method("Echo"), text).read(String.self) == text)
    }

    @Test(arguments: [
        [0xFFFF], [0xFFFE], [0x1FFFF], [0x10FFFE], [0xFDD0], [0xFDEF], [0x42, 0xFDD0, 0xFFFF, 0x42],
    ])
    func `A character that the bus does not carry arrives as U+FFFD, and the rest of the message with it`(
        values: [UInt32]
    ) throws {
        let text = String(String.UnicodeScalarView(values.compactMap { Unicode.Scalar($0) }))
        let arrives = values.map { $0 == 0x42 ? "B" : "\u{FFFD}" }.joined()
        #expect(text.carried == arrives)
        let reply = try client.call(
            TestServer.method("Lists"), [text, "Ada"], [Fields(text, UInt32(1))], [text: [Int32(2)]])
        let back = try reply.read([String].self, [Fields<String, UInt32>].self, [String: [Int32]].self)
        #expect(back.0 == [arrives, "Ada"] && back.1.map(\.members.0) == [arrives] && back.2 == [arrives: [2]])
    }

    @Test(arguments: ["", "\u{FDCF}\u{FDF0}", "\u{FFFD}\u{E000}📞", "\u{10FFFD}", "Jörg"])
    func `Every other character is carried unchanged`(text: String) throws {
        #expect(text.carried == text)
        #expect(try client.call(TestServer.method("Echo"), text).read(String.self) == text)
    }

    @Test func `NUL, which no message can have in a text, is carried as U+FFFD`() {
        #expect("a\0b".carried == "a\u{FFFD}b")
    }

    @Test func `Every basic type comes back unchanged`() throws {
        let path: ObjectPath = "/a/b_1"
        let reply = try client.call(
            TestServer.method("Basic"), true, UInt8.max, Int32.min, Int64.min, UInt64.max, -1.5, path)
        #expect(reply.signature == "(byixtdo)")
        let fields = try reply.read(Fields<Bool, UInt8, Int32, Int64, UInt64, Double, ObjectPath>.self).members
        #expect(fields.0 && fields.1 == .max && fields.2 == .min && fields.3 == .min && fields.4 == .max)
        #expect(fields.5 == -1.5 && fields.6 == path)
    }

    @Test(arguments: [[], ["one"], ["one", "", "three"]])
    func `Lists and dictionaries come back, also empty ones`(_ texts: [String]) throws {
        let rows = texts.map { Fields($0, UInt32($0.utf8.count)) }
        let map = Dictionary(uniqueKeysWithValues: texts.map { ($0, $0.utf8.map(Int32.init)) })
        let reply = try client.call(TestServer.method("Lists"), texts, rows, map)
        #expect(reply.signature == "asa(su)a{sai}")
        let back = try reply.read([String].self, [Fields<String, UInt32>].self, [String: [Int32]].self)
        #expect(back.0 == texts && back.2 == map)
        #expect(back.1.map(\.members.0) == texts && back.1.map(\.members.1) == rows.map(\.members.1))
    }

    @Test(arguments: [[], [Int64.max], Array(-5_000...5_000)].map(Shortened.init))
    func `Lists of 64-bit numbers come back, also empty ones`(_ numbers: Shortened<[Int64]>) throws {
        let reply = try client.call(TestServer.method("Numbers"), "odd", numbers.value)
        #expect(reply.signature == "axs")
        let back = try reply.read([Int64].self, String.self)
        #expect(back.0 == numbers.value && back.1 == "odd")
        // A list of another type is refused, not read as numbers.
        #expect(throws: BusError.self) { try client.call(TestServer.method("Numbers"), "odd", ["text"]) }
    }

    @Test func `A variant holds any type`() throws {
        let all: [String: Variant] = [
            "b": .bool(false), "y": .byte(1), "n": .int16(-2), "q": .uint16(3), "i": .int32(-4), "u": .uint32(5),
            "x": .int64(-6), "t": .uint64(7), "d": .double(0.5), "s": .string("s"), "g": .signature("a{sv}"),
            "o": .path("/"), "as": .strings([]), "as2": .strings(["a", ""]),
            "a{sv}": .dictionary([:]), "a{sv}2": .dictionary(["k": .dictionary(["l": .bool(true)])]),
            "aa{sv}": .dictionaries([[:], ["k": .string("v")]]), "aa{sv}0": .dictionaries([]),
            "a{ss}": .array(of: "{ss}", [.entry(.string("k"), .string("v"))]), "a{ss}0": .array(of: "{ss}", []),
            "(ss)": .structure([.string("a"), .string("b")]),
            "a(ui)": .array(of: "(ui)", [.structure([.uint32(1), .int32(2)])]), "v": .variant(.variant(.byte(9))),
            "ay": .array(of: "y", [.byte(0), .byte(255)]),
            "a{ua{sv}}": .array(of: "{ua{sv}}", [.entry(.uint32(1), .dictionary(["k": .byte(1)]))]),
        ]
        let reply = try client.call(TestServer.method("Any"), all)
        #expect(try reply.read([String: Variant].self) == all)
        #expect(try reply.values() == [.dictionary(all)])
    }

    @Test func `A reader gives the content of a variant in its own type, and passes over another type`() throws {
        let all: [String: Variant] = [
            "text": .string("text"), "list": .strings(["one"]), "number": .uint32(7),
            "entries": .dictionaries([["k": .bool(true)]]),
        ]
        let reply = try client.call(TestServer.method("Any"), all)
        var (text, number, others) = (String?.none, UInt32?.none, [Bool?]())
        try reply.read { (reader) throws(BusError) in
            try reader.dictionary(key: "s", value: "v") { (reader) throws(BusError) in
                switch try reader.read(String.self) {
                case "text": text = try reader.content()
                case "number": number = try reader.content()
                default: others.append(try reader.content())
                }
            }
        }
        #expect(text == "text" && number == 7 && others == [nil, nil])
    }

    @Test func `A variant gives its contents only in their own type`() {
        #expect(Variant.dictionaries([["k": .bool(true)]]).dictionaries == [["k": .bool(true)]])
        #expect(Variant.array(of: "{ss}", [.entry(.string("k"), .string("v"))]).stringMap == ["k": "v"])
        #expect(Variant.structure([.string("a"), .string("b")]).stringPair?.1 == "b")
        #expect(Variant.structure([.string("a"), .bool(true)]).stringPair == nil)
        for variant: Variant in [.bool(true), .double(1), .string("1"), .variant(.uint32(1))] {
            #expect(variant.uint32 == nil && variant.uint64 == nil, "\(variant)")
        }
    }

    @Test func `A variant gives its integer in any type that holds the value`() {
        let integers: [Variant] = [
            .byte(1), .int16(1), .uint16(1), .int32(1), .uint32(1), .int64(1), .uint64(1),
        ]
        for variant in integers { #expect(variant.uint32 == 1 && variant.uint64 == 1, "\(variant)") }
        #expect(Variant.int32(-1).uint32 == nil && Variant.int64(-1).uint64 == nil)
        #expect(Variant.uint64(1 << 32).uint32 == nil && Variant.int64(1 << 32).uint64 == 1 << 32)
    }

    @Test func `A descriptor arrives and outlives its message`() throws {
        let (near, far) = try channel()
        defer { close(far) }
        var reply: Message? = try client.call(TestServer.method("File"), BusFile(adopting: near))
        let received = try #require(try reply?.read(BusFile.self))
        reply = nil
        var byte: UInt8 = 0
        #expect(write(received.descriptor, "x", 1) == 1 && read(far, &byte, 1) == 1 && byte == UInt8(ascii: "x"))
        #expect(fcntl(received.descriptor, F_GETFD) & FD_CLOEXEC != 0)
    }

    @Test func `Reading a value as another type is InvalidArgs`() throws {
        let reply = try client.call(TestServer.method("Echo"), "text")
        #expect(errorName { () throws(BusError) in try reply.read(UInt32.self) } == StandardErrorName.invalidArgs)
        let tooMany = errorName { () throws(BusError) in try reply.read(String.self, String.self) }
        #expect(tooMany == StandardErrorName.invalidArgs)
        #expect(try reply.read(String.self) == "text")
    }
}
