// SPDX-License-Identifier: MIT

import Testing

@testable import CallCore

struct IDTests {
    @Test func `An id is read in any case and written in lower case`() throws {
        let id = try #require(CallID("01234567-89AB-cdef-0123-456789ABCDEF"))
        #expect(id.description == "01234567-89ab-cdef-0123-456789abcdef")
        #expect(id.text(separator: UInt8(ascii: "_")) == "01234567_89ab_cdef_0123_456789abcdef")
        #expect(CallID("01234567_89ab_cdef_0123_456789abcdef", separator: UInt8(ascii: "_")) == id)
    }

    @Test(arguments: [
        "", "0", "01234567-89ab-cdef-0123-456789abcde", "01234567-89ab-cdef-0123-456789abcdef0",
        "0123456789abcdef0123456789abcdef", "01234567-89ab-cdef-0123-456789abcdeg",
        "01234567_89ab_cdef_0123_456789abcdef", "{1234567-89ab-cdef-0123-456789abcde}",
        "0123456-789ab-cdef-0123-456789abcdef", "01234567-89ab-cdef-0123-456789abcdé",
    ]) func `Any other text is not an id`(text: String) { #expect(CallID(text) == nil) }

    @Test func `A source makes random ids, and the same ids for the same seed`() {
        var one = IDSource(seed: 1)
        var same = IDSource(seed: 1)
        var two = IDSource(seed: 2)
        var seen: Set<CallID> = []
        for _ in 0..<1_000 {
            let id: CallID = one.next()
            #expect(id == same.next())
            #expect(id != two.next())
            #expect(seen.insert(id).inserted)
            let text = Array(id.description)
            #expect(text[14] == "4" && "89ab".contains(text[19]))
        }
    }

    @Test func `RecentValues keeps its last values up to the capacity`() {
        var recent = RecentValues<Int, Int>(capacity: 2)
        for number in [1, 2, 2, 3] { recent.insert(number, number) }
        #expect([1, 2, 3].map(recent.contains) == [false, true, true])
        var none = RecentValues<Int, Int>(capacity: 0)
        none.insert(1, 1)
        #expect(!none.contains(1))
    }
}
