// SPDX-License-Identifier: MIT

import CallContract
import CallLinks
import PhoneNumbers
import TestNames
import Testing

struct CallLinkTests {
    @Test(arguments: [
        ("tel:+49-30-123456", "phone-number", "+4930123456"), ("TEL:+49%2030.(123)456", "phone-number", "+4930123456"),
        ("tel://+4930123456", "phone-number", "+4930123456"), ("tel://+4930123456/", "phone-number", "+4930123456"),
        ("tel:%2B4930", "phone-number", "+4930"), ("tel:030/123456", "phone-number", "030123456"),
        (" tel:112\n", "phone-number", "112"), ("tel:+49 30 123456", "phone-number", "+4930123456"),
        ("tel:+4930123456;isub=1;x-unknown", "phone-number", "+4930123456"), ("tel:112;", "phone-number", "112"),
        ("sip:ada@example.org", "generic", "ada@example.org"), ("sip:example.org", "generic", "example.org"),
        ("sips:ada@example.org:5061;transport=tls", "generic", "ada@example.org:5061"),
        ("sip://ada@example.org/", "generic", "ada@example.org"),
        ("sip:ada@[2001:db8::1]:5060", "generic", "ada@[2001:db8::1]:5060"),
        ("sip:ada@192.0.2.1", "generic", "ada@192.0.2.1"), ("sip:%C3%A4da@example.org", "generic", "äda@example.org"),
        ("sip:ada%20lovelace@example.org", "generic", "ada lovelace@example.org"),
        ("sip:+49-30-123456;isub=1@gateway.example;user=phone", "phone-number", "+4930123456"),
        ("sip:+4930123456@gateway.example", "generic", "+4930123456@gateway.example"),
        ("callto:+49-30-123456", "phone-number", "+4930123456"), ("callto:ada.lovelace", "generic", "ada.lovelace"),
        ("callto:ada@example.org", "generic", "ada@example.org"), ("callto://030123456/", "phone-number", "030123456"),
        ("facetime:+49-30-123456", "phone-number", "+4930123456"),
        ("facetime:ada@example.org", "email-address", "ada@example.org"),
        ("FaceTime-Audio://ada@example.org", "email-address", "ada@example.org"),
        ("facetime-audio:030123456", "phone-number", "030123456"),
    ])
    func `A link becomes a handle with a type and a value`(_ text: String, _ type: String, _ value: String) throws {
        let link = try CallLink(text)
        #expect(link.handle == Handle(kind: try #require(Handle.Kind(rawValue: type)), value: value))
    }

    @Test(
        arguments: [
            (Handle.Kind.phoneNumber, "+49 30 123456", "tel:+49 30 123456"),
            (.emailAddress, "ada@example.org", "facetime-audio:ada@example.org"),
            (.generic, "ada@example.org:5061", "sip:ada@example.org:5061"), (.generic, "ada", "callto:ada"),
            (.phoneNumber, "*100#", nil), (.generic, "a?b@c", nil), (.generic, "030", nil), (.emailAddress, "ada", nil),
        ] as [(Handle.Kind, String, String?)])
    func `A handle has a link if a link can call it`(_ kind: Handle.Kind, _ value: String, _ link: String?) {
        #expect(Handle(kind: kind, value: value).link == link)
    }

    @Test(arguments: [
        ("tel:1", LinkScheme.tel, false), ("sip:a@b", .sip, false), ("sips:a@b", .sips, false),
        ("callto:ada", .callto, false), ("facetime:a@b", .facetime, true),
        ("facetime-audio:a@b", .facetimeAudio, false),
    ])
    func `Only FaceTime's links for video ask for a video call`(
        _ text: String, _ scheme: LinkScheme, _ isVideo: Bool
    ) throws {
        let link = try CallLink(text)
        #expect(link.scheme == scheme)
        #expect(link.isVideo == isVideo)
    }

    @Test(arguments: [
        ("tel:+4930123456;ext=7", "7"), ("tel:+4930123456;EXT=1-2%203", "123"), ("tel:+4930123456", ""),
    ])
    func `The extension of a link is separate from the number`(_ text: String, _ digits: String) throws {
        let link = try CallLink(text)
        #expect(link.handle.value == "+4930123456")
        #expect(link.extensionDigits == digits)
    }

    @Test(arguments: [
        ("tel:+4930123456,,555555%23", ",,555555#"), ("tel:+4930123456,,555555#", ",,555555#"),
        ("tel:+4930123456%2C%2A7", ",*7"), ("tel:+4930123456p555", ",555"), ("tel:+4930123456w55-5a", ";555A"),
        ("tel:+49-30-123456 , 1 234", ",1234"), ("tel:+4930123456;postd=pp22", ",,22"), ("tel:+4930123456,,", ""),
        ("tel:+4930123456,1;ext=7", ",1"), ("tel:+4930123456", ""),
    ])
    func `The tones behind a pause are separate from the number, as the contract writes them`(
        _ text: String, _ tones: String
    ) throws {
        let link = try CallLink(text)
        #expect(link.handle == Handle(kind: .phoneNumber, value: "+4930123456"))
        #expect(link.postDial == tones)
    }

    @Test(
        arguments: [
            ("tel:123456;phone-context=+49-30", "+4930123456", nil),
            ("tel:555-0100;phone-context=%2B1-212", "+12125550100", nil),
            ("tel:7042;phone-context=PBX.example", "7042", "pbx.example"),
            ("tel:7042;ext=3;Phone-Context=example.org", "7042", "example.org"),
            ("tel:+4930123456;phone-context=example.org", "+4930123456", nil),
        ] as [(String, String, String?)])
    func `The context completes a local number, or says where it exists`(
        _ text: String, _ value: String, _ context: String?
    ) throws {
        let link = try CallLink(text)
        #expect(link.handle == Handle(kind: .phoneNumber, value: value))
        #expect(link.context == context)
    }

    @Test func `A link is decoded exactly once`() throws {
        #expect(try CallLink("sip:%61%64a@example.org").handle.value == "ada@example.org")
        #expect(throws: CallLinkError.address) { try CallLink("sip:%2561da@example.org") }
        #expect(throws: CallLinkError.notANumber) { try CallLink("tel:%252B4930123456") }
        #expect(throws: CallLinkError.notANumber) { try CallLink("tel:%252A21%2523") }
    }

    @Test(
        arguments: [
            ("", CallLinkError.unknownScheme), ("030123456", .unknownScheme), ("ada@example.org", .unknownScheme),
            ("http://example.org", .unknownScheme), ("javascript:tel:1", .unknownScheme), ("tel", .unknownScheme),
            (":1", .unknownScheme), ("t\u{0}el:1", .unknownScheme), ("tel%3A1", .unknownScheme),
            ("mailto:a@b", .unknownScheme),
            ("tel:", .empty), ("tel://", .empty), ("sip:", .empty), ("facetime:", .empty), ("tel:///", .empty),
            ("tel:()-", .notANumber), ("tel:+", .notANumber), ("tel:ada", .notANumber),
            ("tel:1-800-FLOWERS", .notANumber),
            ("tel:++49", .notANumber), ("tel:4+9", .notANumber), ("tel:;ext=1", .notANumber), ("tel:,2", .notANumber),
            ("tel:1,x", .notANumber), ("tel:1,+2", .notANumber), ("tel:1,2e", .notANumber),
            ("tel:1,%252A", .notANumber),
            ("tel:*31#1,2", .networkCode), ("tel:1;ext=*,2", .networkCode), ("tel:1,\u{202E}2", .deceptiveCharacter),
            ("tel:1,\(String(repeating: "2", count: 129))", .longNumber),
            ("tel:1;postd=2;postd=3", .parameter("postd")),
            ("tel:%D9%A0%D9%A1", .notANumber), ("tel:①", .notANumber),
            ("facetime:ada", .notANumber), ("sip:ada@example.org;user=phone", .notANumber),
            ("sip:example.org;user=phone", .notANumber), ("tel:tel:1", .notANumber), ("callto:", .empty),
            ("tel:\(String(repeating: "1", count: 41))", .longNumber),
            ("callto:\(String(repeating: "1", count: 41))", .longNumber),
            ("tel:**21*030123456%23", .networkCode), ("tel:*100#", .networkCode), ("tel:%2A%2306%23", .networkCode),
            ("tel:+49#", .networkCode), ("sip:*72@pbx.example", .networkCode), ("sip:%2A72@pbx.example", .networkCode),
            ("tel:030123456;ext=*1", .networkCode), ("tel:1;phone-context=%23", .networkCode),
            ("sip:ada@example.org#x", .networkCode), ("facetime:%2a1", .networkCode), ("callto:*31", .networkCode),
            ("tel:1%", .invalidEncoding), ("tel:1%4", .invalidEncoding), ("tel:1%-3", .invalidEncoding),
            ("tel:%FF", .invalidEncoding), ("sip:%C3@example.org", .invalidEncoding),
            ("sip:a@b;x=%G0", .invalidEncoding),
            ("tel:1%0A2", .deceptiveCharacter), ("tel:1\n2", .deceptiveCharacter), ("tel:1%002", .deceptiveCharacter),
            ("tel:1\u{0}2", .deceptiveCharacter), ("sip:ada%0D%0AVia:x@example.org", .deceptiveCharacter),
            ("sip:\u{202E}gro.elpmaxe@evil.example", .deceptiveCharacter),
            ("sip:%E2%80%AEgro@evil.example", .deceptiveCharacter),
            ("sip:a%E2%81%A6b@evil.example", .deceptiveCharacter),
            ("sip:ada%E2%80%8B@example.org", .deceptiveCharacter),
            ("sip:ada%EF%BB%BF@example.org", .deceptiveCharacter),
            ("sip:ada%E2%80%A8@example.org", .deceptiveCharacter), ("sip:%EE%80%80@example.org", .deceptiveCharacter),
            ("sip:ada%C2%85@example.org", .deceptiveCharacter), ("tel:1\u{200F}", .deceptiveCharacter),
            ("sip:ada%E3%85%A4@example.org", .deceptiveCharacter), ("sip:ada\u{2800}@example.org", .deceptiveCharacter),
            ("sip:ada%E2%80%83x@example.org", .deceptiveCharacter),
            ("sip:ada\u{FE0F}@example.org", .deceptiveCharacter),
            ("sip:ada%20%20x@example.org", .address), ("sip:ada%20@example.org", .address),
            ("sip:ada@example.org?subject=tea", .headers), ("sip:ada@example.org?Replaces=x%3Bto-tag=1", .headers),
            ("sips:ada@example.org;transport=tls?a=b", .headers), ("tel:1?a=b", .headers),
            ("callto:ada?call", .headers),
            ("sip:ada?x@example.org", .headers), ("facetime:a@b?x", .headers), ("sip:?a=b", .headers),
            ("sip:ada:secret@example.org", .password), ("sip::@example.org", .password), ("facetime:a:b@c", .password),
            ("sip:@example.org", .address), ("sip:ada@", .host), ("sip:%20@example.org", .address),
            ("sip:a%40b@example.org", .address), ("sip:a%3Ab@example.org", .address),
            ("sip:a%3Fb@example.org", .address),
            ("sip:%3Cada%3E@example.org", .address), ("sip:a%22b@example.org", .address),
            ("sip:ada@example.org/x", .address),
            ("callto:a%3Cb", .address), ("sip:a@b@c", .host), ("sip:ada@exa%6Dple.org", .host),
            ("sip:ada@exämple.org", .host),
            ("sip:ada@еxample.org", .host), ("sip:ada@example..org", .host), ("sip:ada@-a.org", .host),
            ("sip:ada@a_b", .host),
            ("sip:ada@example.org:", .host), ("sip:ada@example.org:0", .host), ("sip:ada@example.org:65536", .host),
            ("sip:ada@example.org:+5", .host), ("sip:ada@example.org:5060:1", .host), ("sip:ada@[::1", .host),
            ("sip:ada@[]", .host), ("sip:ada@[1]x", .host), ("sip:ada@[::g]", .host), ("sip:ada@2001:db8::1", .host),
            ("sip:ada @example .org", .host), ("sip:ada@\(String(repeating: "a", count: 64)).org", .host),
            ("tel:1;ext=", .parameter("ext")), ("tel:1;ext=a", .parameter("ext")),
            ("tel:1;ext=1;ext=2", .parameter("ext")),
            ("tel:1;ext=123456789012345678901", .parameter("ext")), ("tel:1;ext=%252A", .parameter("ext")),
            ("tel:1;phone-context=", .parameter("phone-context")),
            ("tel:1;phone-context=+", .parameter("phone-context")),
            ("tel:1;phone-context=a/b", .parameter("phone-context")),
            ("tel:030123456;phone-context=+49", .parameter("phone-context")),
            ("tel:1234567;phone-context=+123456789", .parameter("phone-context")),
            ("tel:1;phone-context=a.example;phone-context=b.example", .parameter("phone-context")),
            ("tel:\(String(repeating: "1", count: 1_024))", .tooLong),
            (String(repeating: "tel:", count: 1 << 20), .tooLong),
            ("sip:\(String(repeating: "%61", count: 400))@example.org", .tooLong),
        ].map { (Shortened($0), $1) })
    func `A link that is wrong or could deceive the user is refused`(_ text: Shortened<String>, _ error: CallLinkError)
    {
        #expect(throws: error) { try CallLink(text.value) }
    }

    @Test(arguments: [
        CallLinkError.tooLong, .unknownScheme, .empty, .invalidEncoding, .deceptiveCharacter, .networkCode, .headers,
        .password, .notANumber, .longNumber, .host, .address, .parameter("ext"),
    ])
    func `The error of a link says what is wrong and then what to do`(_ error: CallLinkError) {
        let halves = error.message.split(separator: "; ")
        #expect(halves.count == 2 && halves[0].hasPrefix("The "))
        #expect(error.message.utf8.count < 200)
    }
}
