// SPDX-License-Identifier: MIT

import CallInterface
import CallWindowModel
import Testing

/// What the keypad makes of a text.
struct KeypadTextTests {
    @Test(arguments: [
        ("+49 30 / 123-456", "+4930123456"), ("  030\u{00A0}12\u{200B}34\n", "0301234"), ("٠٣٠١٢", "03012"),
        ("tel:+49-30-123456", "+4930123456"), ("*100#", "*100#"), ("\u{202D}+4930123456\u{202C}", "+4930123456"),
    ])
    func `A pasted number is dialed without what people write between digits`(text: String, number: String) {
        #expect(KeypadText(text).handle == Handle(kind: .phoneNumber, value: number))
    }

    @Test(arguments: ["ada", "Ада", "", "  ", "+", "ada lovelace"])
    func `The beginning of a name is not dialed`(text: String) { #expect(KeypadText(text).handle == nil) }

    @Test func `Letters of any script search, and digits do not`() {
        #expect(KeypadText("ад").isSearch && KeypadText("ada").isSearch && KeypadText("陈").isSearch)
        #expect(!KeypadText("+49 30").isSearch && !KeypadText("").isSearch)
    }

    @Test func `Letters search for names, and two digits or more for their letters and for numbers`() {
        #expect(KeypadText("lou").search?.purpose == .search && KeypadText("lou").search?.text == "lou")
        #expect(KeypadText("5-68").search?.purpose == .keypad && KeypadText("5-68").search?.text == "568")
        #expect(KeypadText("+49 30").search?.text == "+4930")
        for text in ["", "5", "+", "*100#"] { #expect(KeypadText(text).search == nil) }
    }

    @Test func `An address is dialed`() {
        #expect(KeypadText("ada@example.org").handle == Handle(kind: .emailAddress, value: "ada@example.org"))
    }

    @Test func `An endless text is cut`() {
        #expect(KeypadText(String(repeating: "1", count: 100_000)).text.unicodeScalars.count == KeypadText.limit)
    }
}
