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

    @Test(arguments: 0..<8) func `Restored recent values keep their places and their order`(count: Int) {
        var recent = RecentValues<Int, Int>(capacity: 3)
        for number in 0..<count { recent.insert(number, number * 10) }
        var restored = RecentValues<Int, Int>(capacity: 3)
        restored.restore(recent.places.compactMap(recent.entry).reversed())
        for number in count..<count + 4 {
            #expect(restored.inOrder == recent.inOrder)
            #expect(
                restored.places.map { restored.entry(at: $0)?.key } == recent.places.map { recent.entry(at: $0)?.key })
            restored.insert(number, 0)
            recent.insert(number, 0)
        }
    }

    @Test(arguments: 0..<8, 1..<8)
    func `Recent values keep their numbers in a ring of another size`(count: Int, capacity: Int) {
        var recent = RecentValues<Int, Int>(capacity: 3)
        for number in 0..<count { recent.insert(number, number) }
        var restored = RecentValues<Int, Int>(capacity: capacity)
        restored.restore(recent.places.compactMap(recent.entry))
        for next in count..<count + 9 {
            #expect(restored.entries(from: 0).allSatisfy { $0.number == $0.value })
            let oldest = max(0, count - 3, next - capacity)
            #expect(restored.inOrder == Array(oldest..<next))
            restored.insert(next, next)
        }
    }

    @Test func `A removed value leaves a gap, and its key comes last when it is inserted again`() {
        var recent = RecentValues<Int, Int>(capacity: 3)
        for number in 0..<4 { recent.insert(number, number) }
        recent.remove(2)
        recent.remove(7)
        #expect(recent.inOrder == [1, 3])
        recent.insert(2, 20)
        #expect(recent.entries(from: 0).map(\.number) == [3, 4] && recent.inOrder == [3, 20])
        recent.update(number: 4) { $0 += 1 }
        for absent in [-1, 1, 2, 5, 7] { recent.update(number: absent) { $0 = 0 } }
        #expect(recent.inOrder == [3, 21])
    }

    @Test func `Numbers go on after the values are gone`() {
        var recent = RecentValues<Int, Int>(capacity: 3)
        recent.restore([], total: 7)
        #expect(recent.total == 7 && recent.inOrder.isEmpty)
        recent.insert(1, 10)
        #expect(recent.entries(from: 0).map(\.number) == [7])
    }
}
