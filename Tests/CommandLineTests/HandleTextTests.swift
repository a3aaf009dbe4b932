// SPDX-License-Identifier: MIT

import CallInterface
import Testing

/// The handles and links that people type.
struct HandleTextTests {
    @Test(arguments: [
        ("tel:+49-30-123456", "phone-number", "+4930123456"),
        ("TEL:+49%2030.(123)456;ext=7", "phone-number", "+4930123456"),
        ("tel:7042;phone-context=example.org", "phone-number", "7042"), ("tel://112", "phone-number", "112"),
        ("tel:%2B4930", "phone-number", "+4930"), ("sip:ada@example.org", "generic", "ada@example.org"),
        ("sips:ada:secret@example.org:5061;transport=tls?subject=tea%40five", "generic", "ada@example.org:5061"),
        ("sip:ada%20lovelace;day=1@example.org", "generic", "ada lovelace;day=1@example.org"),
        ("sip:example.org", "generic", "example.org"),
        ("sip:ada@[2001:db8::1]:5060", "generic", "ada@[2001:db8::1]:5060"),
        ("sip:+49-30-123456;isub=1@gateway.example;user=phone", "phone-number", "+4930123456"),
    ])
    func `A link becomes a handle with a type and a value`(_ link: String, _ type: String, _ value: String) {
        #expect(WireHandle(link: link) == WireHandle(type: type, value: value))
        #expect(WireHandle(guessing: link) == WireHandle(type: type, value: value))
        #expect(WireHandle.isLink(link))
    }

    @Test(arguments: [
        "tel:", "tel:()-", "tel:+", "tel:ada", "tel:**21*%23", "tel:1%", "tel:1%4", "tel:1%-3", "tel:1%0A2", "tel:%FF",
        "tel:?a=1", "sip:", "sip:?a=b", "sip:@example.org", "sip:ada@", "sip:ada%00@example.org", "sip:a@b@c",
        "sip:ada@example.org;user=phone",
    ])
    func `A link without a handle, with network commands or with control characters is refused`(_ link: String) {
        #expect(WireHandle(link: link) == nil && WireHandle.isLink(link))
    }

    @Test(arguments: [
        ("+49 (30) 123-456", "phone-number"), ("030/123456", "phone-number"), ("110", "phone-number"),
        ("*100#", "phone-number"), ("ada@example.org", "email-address"), ("ada", "generic"), ("+", "generic"),
        ("#", "generic"),
        ("xmpp:ada@example.org", "generic"), ("room 7", "generic"),
    ])
    func `A text that is not a link stays as it is`(_ text: String, _ type: String) {
        #expect(WireHandle(guessing: text) == WireHandle(type: type, value: text))
        #expect(!WireHandle.isLink(text))
    }
}
