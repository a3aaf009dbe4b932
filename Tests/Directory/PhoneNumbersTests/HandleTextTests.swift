// SPDX-License-Identifier: MIT

import CallContract
import CallLinks
import Testing

/// The handles that people type.
struct HandleTextTests {
    @Test(arguments: [
        ("+49 (30) 123-456", "phone-number"), ("030/123456", "phone-number"), ("110", "phone-number"),
        ("030\u{2013}123456", "phone-number"), ("*100#", "phone-number"), ("ada@example.org", "email-address"),
        ("ada", "generic"), ("+", "generic"), ("#", "generic"), ("xmpp:ada@example.org", "generic"),
        ("room 7", "generic"),
    ])
    func `A text that is not a link stays as it is`(_ text: String, _ type: String) throws {
        #expect(Handle(guessing: text) == Handle(kind: try #require(Handle.Kind(rawValue: type)), value: text))
        #expect(!CallLink.hasScheme(text))
    }

    @Test func `A link that may be called gives the handle in it`() {
        #expect(Handle(guessing: "tel:+49-30-123456;ext=7") == Handle(kind: .phoneNumber, value: "+4930123456"))
        #expect(Handle(guessing: "callto:ada") == Handle(kind: .generic, value: "ada"))
    }

    @Test(arguments: ["tel:", "tel:**21*%23", "tel:1%0A2", "sip:ada:secret@example.org", "sip:ada@example.org?a=b"])
    func `A link that must not be called is a name and no number`(_ link: String) {
        #expect(Handle(link: link) == nil)
        #expect(Handle(guessing: link) == Handle(kind: .generic, value: link))
    }
}
