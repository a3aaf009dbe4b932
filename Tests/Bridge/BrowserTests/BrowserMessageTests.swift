// SPDX-License-Identifier: MIT

import CallBridge
import TestNames
import Testing

struct BrowserMessageTests {
    private static let call = #""tab": 7, "call": "0a-1b", "site": "meet.example.org", "held": false, "muted": true"#

    private static func message(_ text: String) -> BrowserMessage? { BrowserMessage(Array(text.utf8)) }

    private static func call(_ text: String) -> PageCall? {
        guard case .call(7, let call) = message(text) else { return nil }
        return call
    }

    @Test func `The messages of the extension are read`() {
        #expect(
            Self.message(#"{"type": "hello", "browser": "Chromium", "profile": "0a1b"}"#)
                == .hello(browser: "Chromium", profile: "0a1b"))
        #expect(Self.message(#"{"type": "left", "tab": 7}"#) == .left(tab: 7))
        let call = Self.call(#"{"type": "call", "title": "Stand-up", "again": true, "new": 1, \#(Self.call)}"#)
        #expect(call?.id == "0a-1b" && call?.site == "meet.example.org" && call?.title == "Stand-up")
        #expect(call?.held == false && call?.muted == true && call?.again == true)
    }

    @Test(
        arguments: [
            "", "{", "[]", "null", "7", #""call""#, "{}", #"{"type": 1}"#, #"{"type": "dance", "tab": 7}"#,
            #"{"type": "left"}"#, #"{"type": "left", "tab": "7"}"#, #"{"type": "left", "tab": 1e99}"#,
            #"{"type": "left", "tab": 1.5}"#, #"{"type": "call", "tab": 7}"#,
            #"{"type": "call", "tab": 7, "call": "a/b", "site": "x", "held": false, "muted": false}"#,
            #"{"type": "call", "tab": 7, "call": "", "site": "x", "held": false, "muted": false}"#,
            #"{"type": "call", "tab": 7, "call": "a", "site": "", "held": false, "muted": false}"#,
            #"{"type": "call", "tab": 7, "call": "a", "site": "x", "held": 0, "muted": false}"#,
            #"{"type": "hello", "browser": "", "profile": "a"}"#,
            #"{"type": "hello", "browser": "B", "profile": "../a"}"#,
            #"{"type": "hello", "browser": "B", "profile": "A"}"#,
            "\u{FFFD}{", String(repeating: "[", count: 10_000), String(repeating: #"{"a":"#, count: 3_000),
        ].map(Shortened.init))
    func `Another message is unknown, and does no harm`(_ text: Shortened<String>) {
        #expect(Self.message(text.value) == nil)
    }

    @Test func `A title has no control characters and is short`() {
        let long = String(repeating: "é", count: 5_000)
        #expect(Self.call(#"{"type": "call", "title": "\#(long)", \#(Self.call)}"#)?.title.unicodeScalars.count == 100)
        #expect(Self.call(#"{"type": "call", "title": "a\n\u001b[1mb\u0000", \#(Self.call)}"#)?.title == "a[1mb")
        #expect(Self.call(#"{"type": "call", \#(Self.call)}"#)?.title == "")
    }

    @Test func `A title has U+FFFD for a character that the bus does not carry`() {
        let call = Self.call(#"{"type": "call", "title": "Mom\uffff \ufdd0\ud83f\udffe", \#(Self.call)}"#)
        #expect(call?.title == "Mom\u{FFFD} \u{FFFD}\u{FFFD}")
    }

    @Test func `A title is one line, and does not turn the text after it round`() {
        let title = #"Mom\u202e ,\u2028\u2029\u2066x\u2069"#
        #expect(Self.call(#"{"type": "call", "title": "\#(title)", \#(Self.call)}"#)?.title == "Mom ,x")
    }

    @Test func `Bytes that are not UTF-8 are no message`() {
        #expect(BrowserMessage([0x7B, 0xFF, 0xFE, 0x7D]) == nil)
        for length in 0..<64 {
            #expect(BrowserMessage((0..<length).map { UInt8(truncatingIfNeeded: $0 * 37 + 5) }) == nil)
        }
    }

    @Test(
        arguments: [
            ([], nil), (["chrome-extension://ihianfijjaehljdebhdkchahoepofola/"], BrowserKind.chromium),
            (["/usr/lib/mozilla/native-messaging-hosts/x.json", "browser@monkeycall.org"], .firefox),
            (["chrome-extension://aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa/"], nil), (["/x.json", "other@example.org"], nil),
            (["browser@monkeycall.org"], nil), (["/x.json"], nil),
        ] as [([String], BrowserKind?)])
    func `Only our extension is served`(_ arguments: [String], _ kind: BrowserKind?) {
        #expect(BrowserKind(arguments: arguments) == kind)
    }
}
