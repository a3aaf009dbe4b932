// SPDX-License-Identifier: MIT

import Testing

@testable import CallCore

/// A call whose answer is accepted counts as answered, while another app's call makes room for it.
struct AnsweredCallsTests {
    var world: World

    /// `a` is active at `p`, which gets a hold; `b` rings at `q`, and its answer is accepted.
    init() throws {
        world = try World()
        try world.talk(a)
        try world.ring(b, at: "q")
        try world.answer(b)
    }

    @Test func `An answered call neither rings nor times out while the other call is being held`() {
        #expect(world.state(b) == .incoming)
        #expect(world.domain.audio.alert == .none)
        #expect(world.domain.alertCalls == [])
        #expect(!world.timers.contains(.ring(b)))
    }

    @Test func `An answered call does not allow another answer`() {
        #expect(world[b]?.allowedActions == [.endCall])
    }

    @Test mutating func `A second answer returns the transaction of the first answer`() throws {
        let first = world.transaction
        try world.answer(b)
        #expect(world.transaction == first)
    }

    @Test mutating func `An answered call rings again when the other app refuses the hold`() throws {
        #expect(try world.refuse(a).last == "failed hold-failed a")
        #expect(world.domain.audio.alert == .callWaiting)
        #expect(world.domain.alertCalls == [b])
        #expect(world.timers.contains(.ring(b)))
        #expect(world[b]?.allowedActions.contains(.answerCall) == true)
    }

    @Test mutating func `An answer fails at once when the caller gives up, and the hold continues`() throws {
        #expect(try world.reportEnded(b, .unanswered).last == "failed call-ended b")
        #expect(try !world.miss(a).contains { $0.hasPrefix("failed") })
        #expect(world.domain.transactions.isEmpty)
    }

    @Test mutating func `An answer fails at once when its app is lost`() throws {
        #expect(try world.lose("q").last == "failed provider-lost b")
        #expect(try world.fulfil(a).contains("p must resume a"))
    }

    @Test mutating func `An answer fails at once when the user declines the call`() throws {
        #expect(try world.end(b) == ["q must end b", "b is ending", "failed superseded b"])
        #expect(world.domain.alertCalls == [])
    }

    @Test func `A transaction with a refused answer fails because of the answer, even if later actions fail too`()
        throws
    {
        var world = try World()
        try world.ring(b)
        try world.request((b, .answer), (b, .setMuted(true)))
        #expect(try world.refuse(b).last == "failed answer-failed b")
    }

    @Test mutating func `A hold from a failed request is still performed when another request asks for it`() throws {
        try world.reportEnded(b, .unanswered)
        let failed = world.transaction
        try world.hold(a)
        #expect(world.transaction != failed)
        try world.fulfil(a)
        #expect(world.domain.transactions.values.allSatisfy { !$0.hasFailed })
    }

    @Test func `An end is delivered even if the action it supersedes ends another call of the request`() throws {
        var world = try World()
        try world.talk(a)
        try world.ring(b, at: "q")
        try world.request((b, .answer), (c, .start(at: "q")))
        #expect(try world.request((b, .end), (c, .setMuted(true))).contains("q must end b"))
        #expect(try world.fulfil(b).contains("b is ended"))
        #expect(world.domain.calls[b] == nil && world.domain.calls[c] == nil)
    }
}
