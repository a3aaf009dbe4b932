// SPDX-License-Identifier: MIT

import Testing

@testable import CallCore

struct IncomingTests {
    var world: World

    init() throws { world = try World() }

    @Test mutating func `a reported call rings`() throws {
        #expect(try world.ring(a) { $0.localizedCallerName = "Ada" } == ["+a incoming"])
        #expect(world[a]?.localizedCallerName == "Ada")
        #expect(world[a]?.group == GroupID(a))
        #expect(world.domain.audio.alert == .ring)
        #expect(world.domain.alertCalls == [a])
    }

    @Test mutating func `an answer goes to the app, and the audio comes when the app has done it`() throws {
        try world.ring(a)
        #expect(try world.answer(a) == ["p must answer a", "a is connecting"])
        #expect(world.domain.audio.alert == .none)
        #expect(world.domain.audio.owner == nil)
        #expect(try world.fulfil(a) == ["p gets audio for a", "a is active", "done"])
        #expect(world[a]?.hasAudio == true)
        #expect(world[a]?.hasConnected == true)
        #expect(world.domain.audio.owner?.calls == [a])
    }

    @Test mutating func `the app's own window takes the same way, and the app hears that it was itself`() throws {
        try world.ring(a)
        try world.request((a, .answer), from: .app("p"))
        #expect(try world.told(a).origin == .app)
    }

    @Test mutating func `a declined call stops ringing at once, and ends when the app has done it`() throws {
        try world.ring(a)
        #expect(try world.end(a) == ["p must end a", "a is ending"])
        #expect(world.domain.audio.alert == .none)
        #expect(try world.fulfil(a) == ["a is ended", "-a", "done"])
    }

    @Test mutating func `a call whose decline is refused rings again`() throws {
        try world.ring(a)
        try world.end(a)
        #expect(try world.refuse(a) == ["a is incoming", "failed end-failed a"])
        #expect(world.domain.audio.alert == .ring)
        #expect(world.timers == [.ring(a)])
    }

    @Test mutating func `a caller who gives up ends the call, and the app is told nothing`() throws {
        try world.ring(a)
        #expect(try world.reportEnded(a, .unanswered) == ["a is ended", "-a"])
        #expect(world.domain.audio.alert == .none)
        #expect(world.timers.isEmpty)
    }

    @Test(arguments: [false, true]) mutating func `an answer that fails or takes too long ends the call as failed`(
        late: Bool
    ) throws {
        try world.ring(a)
        try world.answer(a)
        let story = late ? try world.miss(a) : try world.refuse(a)
        let word = late ? "timed-out" : "failed"
        #expect(story == (late ? ["p took too long"] : []) + ["a is ended", "-a", "failed answer-\(word) a"])
        #expect(world.domain.audio.owner == nil)
    }

    @Test mutating func `a second answer returns the first one's transaction, delivered or not`() throws {
        try world.talk(a)
        try world.ring(b, at: "q")
        try world.answer(b)
        let first = world.transaction
        #expect(try world.answer(b) == [])
        #expect(world.transaction == first)
        #expect(try world.fulfil(a) == ["p loses audio of a", "q must answer b", "a is held", "b is connecting"])
        #expect(try world.answer(b) == [])
        #expect(world.transaction == first)
        #expect(try world.fulfil(b) == ["q gets audio for b", "b is active", "done"])
    }

    @Test mutating func `who answers second is told too how it ended`() throws {
        try world.ring(a)
        try world.answer(a)
        try world.request((a, .answer), from: .app("another shell"))
        #expect(try world.fulfil(a).suffix(2) == ["done", "done"])
    }

    @Test mutating func `an answer after an end is an invalid action`() throws {
        try world.ring(a)
        try world.end(a)
        #expect(world.refusal { try $0.answer(a) } == .invalidAction)
    }

    @Test mutating func `an end after an answer cancels the answer`() throws {
        try world.ring(a)
        try world.answer(a)
        #expect(try world.end(a) == ["p must end a", "a is ending", "failed superseded a"])
        #expect(try world.fulfil(a) == ["a is ended", "-a", "done"])
    }

    @Test mutating func `an answer of an active call is an invalid action`() throws {
        try world.talk(a)
        #expect(world.refusal { try $0.answer(a) } == .invalidAction)
    }

    @Test mutating func `a call that rings too long is ended by its app, and counts as unanswered`() throws {
        try world.ring(a)
        #expect(try world.handle(.timerFired(.ring(a))) == ["p must end a", "a is ending"])
        #expect(try world.told(a).origin == .system)
        try world.fulfil(a)
        #expect(world.removed.first?.endedReason == .unanswered)
        #expect(world.removed.first?.reason == .ringTimedOut)
    }

    @Test mutating func `two calls ring, and the one that is not answered goes on as call waiting`() throws {
        try world.ring(a)
        try world.ring(b, at: "q")
        #expect(world.domain.alertCalls == [a, b])
        try world.answer(b)
        #expect(world.domain.audio.alert == .callWaiting)
        #expect(world.domain.alertCalls == [a])
        #expect(world.state(a) == .incoming)
    }
}
