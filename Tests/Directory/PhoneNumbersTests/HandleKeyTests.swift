// SPDX-License-Identifier: MIT

import CallContract
import PhoneNumbers
import Testing

struct HandleKeyTests {
    @Test(arguments: [
        ("phone-number", "030 123456"), ("phone-number", "+49 (0)30 123456"), ("phone-number", "0049-30-123456"),
        ("phone-number", "tel:+49-30-123456;ext=7"), ("phone-number", "٠٣٠١٢٣٤٥٦"),
        ("generic", "+4930123456"), ("generic", "030123456"), ("generic", "tel:030123456"),
        ("generic", "TEL:+49%2030%20123456"), ("generic", "callto:+4930123456"), ("generic", "facetime:+49-30-123456"),
        ("generic", "facetime-audio://030123456"), ("generic", "sip:+4930123456@example.org"),
        ("generic", "sips:+4930123456@example.org:5061;transport=tls"), ("generic", "sip:030123456@192.0.2.1"),
        ("generic", "sip:+49-30-123456;isub=1@gateway.example;user=phone"),
        ("generic", "sip:4930123456@example.org"), ("generic", "sip:%2B4930123456:secret@example.org"),
        ("generic", "+4930123456@example.org"), ("phone-number", "sip:+4930123456@example.org;user=phone"),
    ])
    func `A number has the same key in every spelling and address`(_ type: String, _ value: String) throws {
        #expect(try key(type, value) == .number(4_930_123_456))
        #expect(try key(type, value).text == "+4930123456")
    }

    @Test(arguments: [
        ("generic", "ada@example.org"), ("email-address", "Ada@Example.ORG"), ("generic", "sip:ada@example.org"),
        ("generic", "SIPS:ADA@EXAMPLE.ORG:5061;transport=tls"), ("generic", "sip:ada@example.org:5060"),
        ("generic", "sip:ada:secret@example.org?subject=tea"), ("generic", "sip:%61da@example.org."),
        ("generic", "  ada@example.org\n"), ("email-address", "mailto:ada@example.org?subject=x"),
        ("generic", "xmpp:ada@example.org/phone"), ("generic", "facetime:ada@example.org"),
        ("generic", "\u{202E}ada@example.org\u{202C}"), ("phone-number", "sip:ada@example.org"),
    ])
    func `An address has the same key in every spelling`(_ type: String, _ value: String) throws {
        #expect(try key(type, value) == .address("ada@example.org"))
        #expect(try key(type, value).text == "ada@example.org")
    }

    @Test(arguments: [
        ("generic", "sip:ada@example.org:5080", "ada@example.org:5080"), ("generic", "sip:example.org", "example.org"),
        ("generic", "sip:ada@[2001:DB8::1]:5060", "ada@[2001:db8::1]"),
        ("generic", "sip:1000@pbx.example", "1000@pbx.example"),
        ("generic", "sip:3012345@provider.example", "3012345@provider.example"),
        ("generic", "sip:110@pbx.example", "110@pbx.example"),
        ("email-address", "4930123456@example.org", "4930123456@example.org"),
        ("generic", "Ada   Lovelace", "ada lovelace"), ("generic", "callto:Ada.Lovelace", "ada.lovelace"),
        ("generic", "ÄDA", "äda"), ("generic", "teams:Ada", "teams:ada"),
        ("generic", "19:Abc@thread.v2", "19:abc@thread.v2"),
        ("generic", "@Ada:example.org", "@ada:example.org"), ("generic", "100%25@example.org", "100%25@example.org"),
        ("generic", "a@b@c", "a@b@c"), ("generic", "sip:%ZZ@example.org", "%zz@example.org"),
        ("phone-number", "**21*#", "**21*#"), ("phone-number", "555-0100 99999999999", "555010099999999999"),
        ("phone-number", "Ada", "ada"), ("generic", "12345", "12345"),
    ])
    func `Names and addresses that are not numbers keep different keys`(
        _ type: String, _ value: String, _ folded: String
    ) throws {
        #expect(try key(type, value) == .address(folded))
    }

    @Test(arguments: [
        ("phone-number", "110", "110"), ("phone-number", "tel:110", "110"), ("phone-number", "116 117", "116117"),
        ("generic", "sip:110@pbx.example;user=phone", "110"),
    ])
    func `A short number has its digits as the key`(_ type: String, _ value: String, _ digits: String) throws {
        #expect(try key(type, value) == .short(digits))
        #expect(try key(type, value).text == digits)
    }

    @Test(arguments: [
        ("phone-number", ""), ("generic", ""), ("email-address", ""), ("phone-number", " \t"), ("phone-number", "()"),
        ("phone-number", "anonymous"), ("generic", "Anonymous"), ("phone-number", "unknown"), ("generic", "UNKNOWN"),
        ("phone-number", "withheld"), ("phone-number", "Restricted"), ("phone-number", "private"),
        ("phone-number", "Unavailable"), ("phone-number", "tel:"), ("generic", "sip:"),
        ("generic", "sip:anonymous@anonymous.invalid"), ("generic", "SIP:Anonymous@Anonymous.Invalid;transport=udp"),
        ("generic", "anonymous@anonymous.invalid"), ("generic", "sip:anonymous@example.org"),
        ("generic", "sip:unavailable@unknown.invalid:5060"), ("generic", "sip:%61nonymous@example.org"),
        ("phone-number", "\u{200B}"), ("generic", "\u{0}"),
    ])
    func `A caller without a number or address is hidden`(_ type: String, _ value: String) throws {
        #expect(try key(type, value) == .hidden)
        #expect(try key(type, value).text.isEmpty)
    }

    @Test(arguments: [("generic", "Anna Unknown"), ("generic", "sip:unknown@example.org"), ("phone-number", "0")])
    func `A caller with a name or number is not hidden`(_ type: String, _ value: String) throws {
        #expect(try key(type, value) != .hidden)
    }

    @Test func `A number without a country code keeps its digits if the region is unknown`() {
        let spellings = ["030 123456", "030/12 34-56", "tel:030-123456", "٠٣٠ ١٢٣٤٥٦"]
        let keys = spellings.map { HandleKey(Handle(kind: .phoneNumber, value: $0), in: .unknown) }
        #expect(keys == Array(repeating: .address("030123456"), count: spellings.count))
        #expect(HandleKey(Handle(kind: .phoneNumber, value: "+4930123456"), in: .unknown) == .number(4_930_123_456))
    }

    @Test func `A handle of a megabyte has a key no longer than a handle of the contract`() throws {
        for value in ["a", "1", "+", "@", "sip:", "%41", "ä"] {
            let text = String(repeating: value, count: 1 << 20)
            #expect(try key("generic", text).text.unicodeScalars.count <= Limits().textLength)
            #expect(try key("phone-number", text).text.unicodeScalars.count <= Limits().textLength)
        }
    }

    @Test(
        arguments: [
            ("sip:ada@Example.org:5080;transport=tls", "example.org"), ("ada@example.org", "example.org"),
            ("sip:+4930123456@Gateway.example;user=phone", "gateway.example"), ("sip:example.org.", "example.org"),
            ("sip:ada@[2001:DB8::1]:5060", "[2001:db8::1]"), ("xmpp:ada@example.org/phone", "example.org"),
            ("mailto:ada@example.org?cc=x@y", "example.org"), ("tel:+4930123456", nil), ("+4930123456", nil),
            ("ada", nil),
            ("sip:", nil), ("a@", nil), ("@ada:example.org", nil), ("a@trusted.example@evil.example", nil), ("", nil),
            ("sip:ada@example.org;x=@evil.example", "example.org"),
        ] as [(String, String?)])
    func `Rules compare the host of an address in lower case and without a port`(_ value: String, _ host: String?) {
        #expect(Handle(kind: .generic, value: value).host == host)
    }

    private func key(_ type: String, _ value: String) throws -> HandleKey {
        HandleKey(
            Handle(kind: try #require(Handle.Kind(rawValue: type)), value: value), in: try Region(code: "DE"))
    }
}
