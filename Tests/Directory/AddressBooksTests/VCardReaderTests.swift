// SPDX-License-Identifier: MIT

import CallContract
import Testing

@testable import AddressBooks

/// What the reader makes of cards, also of odd ones.
struct VCardReaderTests {
    /// A row of a table: the lines of a card without BEGIN and END, and its summary.
    struct Row: CustomTestStringConvertible, Sendable {
        let title: String
        let lines: String
        let summary: String

        init(_ title: String, _ lines: String, _ summary: String) {
            (self.title, self.lines, self.summary) = (title, lines, summary)
        }

        var testDescription: String { title }
    }

    static let names = [
        Row("FN", "FN:Ada Lovelace", "Ada Lovelace"),
        Row("N without FN", "N:Lovelace;Ada;King;Dr.;FRS", "Dr. Ada King Lovelace FRS"),
        Row("N with a family name only", "N:Lovelace;;;;", "Lovelace"),
        Row("an empty FN", "FN:\nN:Lovelace;Ada", "Ada Lovelace"),
        Row("a nickname only", "NICKNAME:Countess,Ada", "Countess"),
        Row("an organisation only", "ORG:Analytical \\; Engines;Works", "Analytical ; Engines"),
        Row("two FN", "FN:Ada\nFN:Augusta", "Ada"),
        Row("lower case", "fn:Ada", "Ada"),
        Row("a group", "item1.FN:Ada", "Ada"),
        Row("escapes", #"FN:Love\, Ada\; \\ and\nCo"#, #"Love, Ada; \ and Co"#),
        Row("a backslash that is no escape", #"FN:C:\tmp"#, #"C:\tmp"#),
        Row("a backslash at the end", #"FN:Ada\"#, "Ada"),
        Row("a fold with a space", "FN:Ada Love\n lace", "Ada Lovelace"),
        Row("a fold with a tab", "FN:Ada Love\n\tlace", "Ada Lovelace"),
        Row("a fold in the name of the property", "F\n N:Ada", "Ada"),
        Row("a control character only", "FN:\u{2}", ""),
        Row("a quoted parameter with a colon", #"FN;X-A="a:b;c":Ada"#, "Ada"),
        Row("a quotation mark without a partner", #"FN;X-A="a:Ada"#, "Ada"),
        Row("spaces and control characters", "FN:  Ada \u{1}\u{7F}\t Lovelace  ", "Ada Lovelace"),
        Row("no colon", "FN Ada\nFN:Ada", "Ada"),
        Row("an empty line", "\n\nFN:Ada\n\n", "Ada"),
        Row("other scripts", "FN:李小龙", "李小龙"),
    ]

    @Test(arguments: names) func `The name of a contact is read from FN, N, NICKNAME or ORG`(row: Row) throws {
        #expect(try card(row.lines).name == row.summary)
    }

    static let encodedNames = [
        Row(
            "quoted-printable",
            "FN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:J=C3=B6rg M=C3=BCller", "Jörg Müller"),
        Row("quoted-printable without a name", "FN;QUOTED-PRINTABLE:J=C3=B6rg", "Jörg"),
        Row("a soft line break that is not indented", "FN;ENCODING=QUOTED-PRINTABLE:J=C3=\n=B6rg=\n M", "Jörg M"),
        Row("a soft line break that is indented", "FN;ENCODING=QUOTED-PRINTABLE:J=\n =C3=B6rg", "Jörg"),
        Row("a soft line break before a line like a property", "FN;ENCODING=QUOTED-PRINTABLE:a=\nTEL:1", "aTEL:1"),
        Row("a soft line break before the end", "FN;ENCODING=QUOTED-PRINTABLE:Ada=", "Ada"),
        Row("lower-case digits", "FN;ENCODING=quoted-printable:J=c3=b6rg", "Jörg"),
        Row("an equals sign that is no escape", "FN;ENCODING=QUOTED-PRINTABLE:1=x", "1=x"),
        Row("an encoded line break", "FN;ENCODING=QUOTED-PRINTABLE:Ada=0D=0ALovelace", "Ada Lovelace"),
        Row("a noncharacter", "FN;ENCODING=QUOTED-PRINTABLE:Ada=EF=BF=BF=EF=B7=90", "Ada\u{FFFD}\u{FFFD}"),
        Row("base64", "FN;ENCODING=B:SsO2cmc=", "Jörg"),
        Row("Latin-1", "FN;CHARSET=ISO-8859-1;ENCODING=QUOTED-PRINTABLE:J=F6rg", "Jörg"),
        Row("Cyrillic", "FN;CHARSET=WINDOWS-1251;ENCODING=QUOTED-PRINTABLE:=C8=E2=E0=ED", "Иван"),
        Row("Shift JIS", "FN;CHARSET=SHIFT_JIS;ENCODING=QUOTED-PRINTABLE:=8D=91=93c", "国田"),
        Row("bytes without a character set", "FN;ENCODING=QUOTED-PRINTABLE:J=F6rg", "Jörg"),
        Row(
            "an unknown character set", "FN;CHARSET=../../x;ENCODING=QUOTED-PRINTABLE:J=C3=B6rg", "Jörg"),
    ]

    @Test(arguments: encodedNames) func `The encodings and character sets of vCard 2.1 are decoded`(row: Row) throws {
        #expect(try card("VERSION:2.1\n" + row.lines).name == row.summary)
    }

    static let handles = [
        Row("a number", "TEL:+49 30 123456", "phone-number +49 30 123456"),
        Row("a type", "TEL;TYPE=CELL:1", "phone-number 1 mobile"),
        Row("types of vCard 2.1", "TEL;WORK;CELL;PREF:1", "phone-number 1 mobile *"),
        Row("quoted types", #"TEL;TYPE="voice,home":1"#, "phone-number 1 home"),
        Row("a list of types", "TEL;TYPE=fax,work:1", "phone-number 1 fax"),
        Row("PREF of vCard 4.0", "TEL;PREF=1:1", "phone-number 1 other *"),
        Row("a link", "TEL;VALUE=uri:tel:+49-30-99", "phone-number +493099"),
        Row("a link with an extension", "TEL;VALUE=uri;TYPE=\"work\":tel:+49-30-99;ext=7", "phone-number +493099 work"),
        Row("a link that is a command to the network", "TEL;VALUE=uri:tel:*21*1%23\nTEL:1", "phone-number 1"),
        Row("a parameter of Evolution", #"TEL;X-EVOLUTION-E164=3099,"+49":030 99"#, "phone-number 030 99"),
        Row("groups", "item1.TEL:1\nitem1.X-ABLabel:Boat", "phone-number 1"),
        Row("the same number twice", "TEL:1\nTEL;HOME:1", "phone-number 1"),
        Row("an empty number", "TEL:\nTEL:2", "phone-number 2"),
        Row("an address", "EMAIL;INTERNET:ada@example.org", "email-address ada@example.org"),
        Row("an address as a link", "EMAIL:mailto:ada@example.org", "email-address ada@example.org"),
        Row("X-SIP", "X-SIP:ada@example.org", "generic ada@example.org"),
        Row("X-SIP with a scheme", "X-SIP:sip:ada@example.org", "generic ada@example.org"),
        Row("IMPP", "IMPP:sip:ada@example.org", "generic ada@example.org"),
        Row("IMPP with a service", "IMPP;X-SERVICE-TYPE=SIP:ada@example.org", "generic ada@example.org"),
        Row("IMPP with both", "IMPP;X-SERVICE-TYPE=sip:sip:ada@example.org", "generic ada@example.org"),
        Row("a number in IMPP", "IMPP:sip:+4930@example.org;user=phone", "phone-number +4930"),
        Row("another scheme", "IMPP:xmpp:ada@example.org", "generic xmpp:ada@example.org"),
        Row("another service", "IMPP;X-SERVICE-TYPE=XMPP:ada@example.org", "generic xmpp:ada@example.org"),
        Row("X-JABBER", "X-JABBER;HOME:ada@example.org", "generic xmpp:ada@example.org home"),
    ]

    @Test(arguments: handles) func `The handles of a contact are read from TEL, EMAIL, IMPP, X-SIP and X-JABBER`(
        row: Row
    ) throws {
        let handles = try card(row.lines).handles.map { handle in
            let words = ["\(handle.handle.kind.rawValue) \(handle.handle.value)"]
            let use = handle.use == .other && !handle.isPreferred ? [] : ["\(handle.use)"]
            return (words + use + (handle.isPreferred ? ["*"] : [])).joined(separator: " ")
        }
        #expect(handles == [row.summary])
    }

    private static let png = PictureHeaderTests.png(2, 3)
    private static let base64 = "iVBORw0KGgoAAAANSUhEUgAAAAIAAAADCAAAAAA="

    static let pictures = [
        Row("vCard 3.0", "PHOTO;ENCODING=b;TYPE=PNG:\(base64)", "inside"),
        Row("vCard 2.1", "PHOTO;PNG;BASE64:\(base64)", "inside"),
        Row("folded", "PHOTO;ENCODING=BASE64:\n \(base64.prefix(9))\n \(base64.dropFirst(9))\n ", "inside"),
        Row("not indented", "PHOTO;ENCODING=BASE64:\n\(base64.prefix(8))\n\(base64.dropFirst(8))\n", "inside"),
        Row("vCard 4.0", "PHOTO:data:image/png;base64,\(base64)", "inside"),
        Row("vCard 4.0 with a type", "PHOTO;VALUE=uri:data:image/png;base64,\(base64)", "inside"),
        Row("an escaped comma", "PHOTO:DATA:image/png;Base64\\,\(base64)", "inside"),
        Row("a file", "PHOTO;VALUE=uri:file:///a/b%20c.png", "/a/b c.png"),
        Row("a file without a host", "PHOTO:file:/a/b.png", "/a/b.png"),
        Row("a file of this machine", "PHOTO:FILE://localhost/a%25.png", "/a%.png"),
        Row("a file of another machine", "PHOTO:file://example.org/a.png", "none"),
        Row("a path with NUL", "PHOTO:file:///a%00b", "none"),
        Row("a path with half an escape", "PHOTO:file:///a%2", "none"),
        Row("the web", "PHOTO;VALUE=uri:https://example.org/a.png", "none"),
        Row("data in another encoding", "PHOTO:data:image/png,x", "none"),
        Row("two pictures", "PHOTO:https://example.org\nPHOTO;ENCODING=b:\(base64)", "inside"),
    ]

    @Test(arguments: pictures) func `A picture is in the card or in a file of this machine`(row: Row) throws {
        let photo =
            switch try card(row.lines).photo {
            case nil: "none"
            case .file(let path): path
            case .inside(_, let bytes): bytes == Self.png ? "inside" : "another picture"
            }
        #expect(photo == row.summary)
    }

    @Test func `A favourite of GNOME Contacts is a favourite, and a list is a group`() throws {
        let ada = try card("UID:urn:uuid:1\nFN:Ada\nX-FOLKS-FAVOURITE:true")
        #expect(ada.uid == "urn:uuid:1" && ada.isFavourite && !ada.isGroup)
        #expect(try card("FN:Friends\nX-EVOLUTION-LIST:TRUE").isGroup)
        #expect(try card("FN:Friends\nKIND:group").isGroup)
    }

    @Test(arguments: ["\n", "\r\n"]) func `A file has several cards with lines that end in LF or CRLF`(end: String) {
        let text = "\u{FEFF}BEGIN:VCARD\nFN:Ada\nEND:VCARD\n\nbegin:vcard\nFN:Bob Mu\n stermann\nend:vcard"
        #expect(namesOfCards(text.replacing("\n", with: end)) == ["Ada", "Bob Mustermann"])
    }

    @Test func `The place of a card is its bytes in the file`() throws {
        let text = "BEGIN:VCARD\nFN:Ada\nEND:VCARD\nBEGIN:VCARD\nFN:Bob\nEND:VCARD\n"
        let ranges = read(text).compactMap { item in if case .card(let card) = item { card.range } else { nil } }
        #expect(ranges == [0..<29, 29..<58])
    }

    @Test func `The card of an agent is not a contact, and its values are not those of the card around it`() {
        let agent = "BEGIN:VCARD\nFN:Ada\nAGENT:\nBEGIN:VCARD\nFN:Bob\nTEL:1\nEND:VCARD\nNICKNAME:A\nEND:VCARD\n"
        #expect(namesOfCards(agent + "BEGIN:VCARD\nFN:Cleo\nEND:VCARD") == ["Ada", "Cleo"])
        #expect(namesOfCards(agent.replacing("AGENT:\n", with: "AGENT:")) == ["Ada"])
    }

    /// The card with these lines; there must be no other item.
    private func card(_ lines: String) throws -> VCard {
        var reader = VCardReader(Array("BEGIN:VCARD\n\(lines)\nEND:VCARD\n".utf8), keepsPictures: true)
        let cards = reader.readAll().compactMap { item in if case .card(let card) = item { card } else { nil } }
        try #require(cards.count == 1)
        return cards[0]
    }
}

/// The items of a file.
func read(_ text: String, limits: VCardLimits = VCardLimits()) -> [VCardItem] {
    var reader = VCardReader(Array(text.utf8), limits: limits)
    return reader.readAll()
}

/// The names of the cards in a file.
func namesOfCards(_ text: String) -> [String] {
    read(text).compactMap { item in if case .card(let card) = item { card.name } else { nil } }
}
