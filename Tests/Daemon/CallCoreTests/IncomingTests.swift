// SPDX-License-Identifier: MIT

import Testing

@testable import CallCore

struct IncomingTests {
    var world: World

    init() throws { world = try World() }

    @Test mutating func `A reported call rings`() throws {
        #expect(try world.ring(a) { $0.localizedCallerName = "Ada" } == ["+a incoming"])
        #expect(world[a]?.localizedCallerName == "Ada")
        #expect(world[a]?.group == GroupID(a))
        #expect(world.domain.audio.alert == .ring)
        #expect(world.domain.alertCalls == [a])
    }

    @Test mutating func `An answer goes to the app, and the audio follows its fulfilment`() throws {
        try world.ring(a)
        #expect(try world.answer(a) == ["p must answer a", "a is connecting"])
        #expect(world.domain.audio.alert == .none)
        #expect(world.domain.audio.owner == nil)
        #expect(try world.fulfil(a) == ["p gets audio for a", "a is active", "done"])
        #expect(world[a]?.hasAudio == true)
        #expect(world[a]?.hasConnected == true)
        #expect(world.domain.audio.owner?.calls == [a])
    }

    @Test mutating func `An answered call connects in stages, and the report that it has connected fulfils the answer`()
        throws
    {
        try world.ring(a)
        try world.answer(a)
        let answer = try world.told(a).action.id
        #expect(try world.reportConnecting(a) == ["a is connecting"])
        #expect(world[a]?.connectingAt == world.now)
        #expect(try world.reportConnecting(a) == [])
        #expect(try world.reportConnected(a) == ["p gets audio for a", "a is active", "done"])
        #expect(world[a]?.connectedAt == world.now)
        #expect(world.timers.isEmpty)
        #expect(try world.complete(answer, .fulfilled(at: 0), at: a) == [])
        #expect(world.refusal { try $0.complete(answer, .failed, at: a) } == .actionAlreadyCompleted)
        #expect(try world.reportConnecting(a) == [] && world.reportConnected(a) == [])
    }

    @Test mutating func `A call cannot connect before its app has the answer`() throws {
        try world.talk(b)
        try world.ring(a)
        for isAnswered in [false, true] {
            if isAnswered { try world.answer(a) }
            #expect(world.refusal { try $0.reportConnecting(a) } == .invalidArgs)
            #expect(world.refusal { try $0.reportConnected(a) } == .invalidArgs)
        }
    }

    @Test mutating func `A call that the user ends while it connects stays ended`() throws {
        try world.ring(a)
        try world.answer(a)
        try world.end(a)
        #expect(try world.reportConnected(a) == [])
        #expect(try world.fulfil(a) == ["a is ended", "-a", "done"])
    }

    @Test mutating func `A request of the app itself takes the same way, and its origin is the app`() throws {
        try world.ring(a)
        try world.request((a, .answer), from: .app("p"))
        #expect(try world.told(a).origin == .app)
    }

    @Test mutating func `A declined call stops ringing at once and ends when its app has fulfilled the end`() throws {
        try world.ring(a)
        #expect(try world.end(a) == ["p must end a", "a is ending"])
        #expect(world.domain.audio.alert == .none)
        #expect(try world.fulfil(a) == ["a is ended", "-a", "done"])
    }

    @Test mutating func `A call rings again when its app refuses the decline`() throws {
        try world.ring(a)
        try world.end(a)
        #expect(try world.refuse(a) == ["a is incoming", "failed end-failed a"])
        #expect(world.domain.audio.alert == .ring)
        #expect(world.timers == [.ring(a)])
    }

    @Test mutating func `A call ends without an action when the caller gives up`() throws {
        try world.ring(a)
        #expect(try world.reportEnded(a, .unanswered) == ["a is ended", "-a"])
        #expect(world.domain.audio.alert == .none)
        #expect(world.timers.isEmpty)
    }

    @Test(arguments: [false, true]) mutating func `An answer that fails or times out ends the call as failed`(
        late: Bool
    ) throws {
        try world.ring(a)
        try world.answer(a)
        let story = late ? try world.miss(a) : try world.refuse(a)
        let word = late ? "timed-out" : "failed"
        #expect(story == (late ? ["p took too long"] : []) + ["a is ended", "-a", "failed answer-\(word) a"])
        #expect(world.domain.audio.owner == nil)
    }

    @Test mutating func `A second answer returns the first transaction, before and after delivery`() throws {
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

    @Test mutating func `The second requester of an answer is told about the completion too`() throws {
        try world.ring(a)
        try world.answer(a)
        try world.request((a, .answer), from: .app("another shell"))
        #expect(try world.fulfil(a).suffix(2) == ["done", "done"])
    }

    @Test mutating func `An answer after an end is an invalid action`() throws {
        try world.ring(a)
        try world.end(a)
        #expect(world.refusal { try $0.answer(a) } == .invalidAction)
    }

    @Test mutating func `An end after an answer cancels the answer`() throws {
        try world.ring(a)
        try world.answer(a)
        #expect(try world.end(a) == ["p must end a", "a is ending", "failed superseded a"])
        #expect(try world.fulfil(a) == ["a is ended", "-a", "done"])
    }

    @Test mutating func `An answer of an active call is an invalid action`() throws {
        try world.talk(a)
        #expect(world.refusal { try $0.answer(a) } == .invalidAction)
    }

    @Test mutating func `A call that rings too long is ended as unanswered`() throws {
        try world.ring(a)
        #expect(try world.handle(.timerFired(.ring(a))) == ["p must end a", "a is ending"])
        #expect(try world.told(a).origin == .system)
        try world.fulfil(a)
        #expect(world.removed.first?.endedReason == .unanswered)
        #expect(world.removed.first?.reason == .ringTimedOut)
    }

    @Test mutating func `The other of two ringing calls becomes call waiting after an answer`() throws {
        try world.ring(a)
        try world.ring(b, at: "q")
        #expect(world.domain.alertCalls == [a, b])
        try world.answer(b)
        #expect(world.domain.audio.alert == .callWaiting)
        #expect(world.domain.alertCalls == [a])
        #expect(world.state(a) == .incoming)
    }
}
