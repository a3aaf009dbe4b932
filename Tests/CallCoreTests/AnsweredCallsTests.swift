// SPDX-License-Identifier: MIT

import Testing

@testable import CallCore

/// A call whose answer is accepted counts as answered, while another app's call makes room for it.
struct AnsweredCallsTests {
    var world: World

    /// `a` is active at `p` and told to hold; `b` rings at `q` and is answered.
    init() throws {
        world = try World()
        try world.talk(a)
        try world.ring(b, at: "q")
        try world.answer(b)
    }

    @Test func `an answered call neither rings nor times out while room is made`() {
        #expect(world.state(b) == .incoming)
        #expect(world.domain.audio.alert == .none)
        #expect(world.domain.alertCalls == [])
        #expect(!world.timers.contains(.ring(b)))
    }

    @Test func `an answered call does not offer to be answered`() {
        #expect(world[b]?.allowedActions == [.endCall])
    }

    @Test mutating func `a second answer returns the transaction of the first`() throws {
        let first = world.transaction
        try world.answer(b)
        #expect(world.transaction == first)
    }

    @Test mutating func `an answered call rings again when the hold is refused`() throws {
        #expect(try world.refuse(a).last == "failed hold-failed a")
        #expect(world.domain.audio.alert == .callWaiting)
        #expect(world.domain.alertCalls == [b])
        #expect(world.timers.contains(.ring(b)))
        #expect(world[b]?.allowedActions.contains(.answerCall) == true)
    }

    @Test mutating func `an answer fails at once when the other side gives up, whatever becomes of the hold`() throws {
        #expect(try world.reportEnded(b, .unanswered).last == "failed call-ended b")
        #expect(try !world.miss(a).contains { $0.hasPrefix("failed") })
        #expect(world.domain.transactions.isEmpty)
    }

    @Test mutating func `an answer fails at once when its app is lost`() throws {
        #expect(try world.lose("q").last == "failed provider-lost b")
        #expect(try world.fulfil(a).contains("p must resume a"))
    }

    @Test mutating func `an answer fails at once when the call is declined`() throws {
        #expect(try world.end(b) == ["q must end b", "b is ending", "failed superseded b"])
        #expect(world.domain.alertCalls == [])
    }

    @Test func `a refused answer is the reason why its transaction fails, though the rest of it fails too`() throws {
        var world = try World()
        try world.ring(b)
        try world.request((b, .answer), (b, .setMuted(true)))
        #expect(try world.refuse(b).last == "failed answer-failed b")
    }

    @Test mutating func `a hold that was asked for with a failed answer is done by a request of its own`() throws {
        try world.reportEnded(b, .unanswered)
        let failed = world.transaction
        try world.hold(a)
        #expect(world.transaction != failed)
        try world.fulfil(a)
        #expect(world.domain.transactions.values.allSatisfy { !$0.hasFailed })
    }

    @Test func `an end is delivered though what it supersedes ends another call of its request`() throws {
        var world = try World()
        try world.talk(a)
        try world.ring(b, at: "q")
        try world.request((b, .answer), (c, .start(at: "q")))
        #expect(try world.request((b, .end), (c, .setMuted(true))).contains("q must end b"))
        #expect(try world.fulfil(b).contains("b is ended"))
        #expect(world.domain.calls[b] == nil && world.domain.calls[c] == nil)
    }
}
