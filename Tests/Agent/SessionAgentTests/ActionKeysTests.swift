// SPDX-License-Identifier: MIT

import Testing

@testable import SessionAgent

/// The keys of a notification's buttons; `ServerBehaviourTests`, `CallersTests` and `PortalTests` press them.
struct ActionKeysTests {
    @Test func `Each button has a word of its own, which it keeps`() {
        var keys = ActionKeys()
        let (answer, decline) = (keys.key(of: "answer"), keys.key(of: "decline"))
        #expect(answer.hasPrefix("answer.") && decline.hasPrefix("decline."))
        #expect(answer.dropFirst("answer.".count) != decline.dropFirst("decline.".count))
        let again = keys.key(of: "answer")
        #expect(again == answer && keys.all == [answer, decline])
        #expect(keys.button(answer) == "answer" && keys.button(decline) == "decline")
    }

    @Test func `The keys of one notification press nothing at another`() {
        var (one, other) = (ActionKeys(), ActionKeys())
        let key = one.key(of: "answer")
        let another = other.key(of: "answer")
        #expect(another != key)
        #expect(other.button(key) == nil && other.button("answer") == nil && other.button("answer.") == nil)
    }

    @Test func `The next agent knows the keys of the last one`() {
        var keys = ActionKeys()
        let key = keys.key(of: "hold-and-answer")
        var next = ActionKeys(all: keys.all)
        #expect(next.button(key) == "hold-and-answer")
        let again = next.key(of: "hold-and-answer")
        #expect(again == key)
    }
}
