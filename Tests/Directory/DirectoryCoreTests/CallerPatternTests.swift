// SPDX-License-Identifier: MIT

import CallContract
import DirectoryCore
import TestNames
import Testing

/// Patterns as people and files write them.
struct CallerPatternTests {
    @Test(
        arguments: [
            (.caller, "tel:+4930123456", .caller("tel:+4930123456")),
            (.prefix, "+4930", .prefix(4930)), (.prefix, "4930", .prefix(4930)),
            (.prefix, "999999999999999", .prefix(999_999_999_999_999)),
            (.country, "de", .country("DE")), (.country, "DE", .country("DE")),
            (.host, "*@Example.ORG", .host("example.org")), (.host, "example.org", .host("example.org")),
            (.hidden, "", .hidden), (.notInContacts, "", .notInContacts),
        ] as [(CallerPattern.Kind, String, CallerPattern)])
    func `A valid text gives its pattern, and the pattern gives a text that is read again`(
        kind: CallerPattern.Kind, text: String, expected: CallerPattern
    ) {
        #expect(CallerPattern(kind, text) == expected)
        #expect(expected.kind == kind)
        #expect(CallerPattern(kind, expected.text) == expected)
    }

    @Test(
        arguments: [
            (.caller, ""), (.caller, String(repeating: "x", count: 1_025)),
            (.prefix, ""), (.prefix, "+"), (.prefix, "++49"), (.prefix, "030"), (.prefix, "49 30"), (.prefix, "-49"),
            (.prefix, "٤٩"), (.prefix, "9999999999999999"),
            (.country, ""), (.country, "D"), (.country, "DEU"), (.country, "ß"), (.country, "12"),
            (.host, ""), (.host, "*@"), (.host, "ada@example.org"), (.host, "*.example.org"), (.host, "a b"),
            (.host, String(repeating: "x", count: 254)),
            (.hidden, "x"), (.notInContacts, "x"),
        ].map { (kind: CallerPattern.Kind, text: String) in (kind, Shortened(text)) })
    func `A text that is not valid for its kind gives no pattern`(kind: CallerPattern.Kind, text: Shortened<String>) {
        #expect(CallerPattern(kind, text.value) == nil)
    }
}
