// SPDX-License-Identifier: MIT

import Testing

@testable import CallCore

struct EndingTests {
    var world: World

    init() throws { world = try World() }

    @Test mutating func `The audio is released after the last call and before its end is announced`() throws {
        try world.talk(a)
        #expect(try world.end(a) == ["p must end a", "a is ending"])
        #expect(world.domain.audio.owner?.calls == [a])
        #expect(try world.fulfil(a) == ["p loses audio of a", "a is ended", "-a", "done"])
        #expect(world.domain.audio.owner == nil)
    }

    @Test mutating func `A call that the other side ends needs no action`() throws {
        try world.talk(a)
        #expect(try world.reportEnded(a) == ["p loses audio of a", "a is ended", "-a"])
    }

    @Test mutating func `A report of the end completes a pending end-call action`() throws {
        try world.talk(a)
        try world.end(a)
        let end = try world.told(a).action.id
        #expect(try world.reportEnded(a) == ["p loses audio of a", "a is ended", "-a", "done"])
        #expect(world.refusal { try $0.complete(end, .fulfilled(at: 0), at: a) } == .actionAlreadyCompleted)
    }

    @Test mutating func `A second end returns the transaction of the first end`() throws {
        try world.talk(a)
        try world.end(a)
        let first = world.transaction
        #expect(try world.end(a) == [])
        #expect(world.transaction == first)
    }

    @Test mutating func `An end does not wait for an end later in another transaction`() throws {
        try world.talk(a)
        try world.ring(b, at: "q")
        try world.request((a, .setHeld(true)), (b, .answer), (a, .end))
        let first = world.transaction
        #expect(try world.end(a) == ["p must end a", "a is ending"])
        #expect(world.transaction != first)
    }

    @Test mutating func `A refused end leaves the call as it was`() throws {
        try world.talk(a)
        try world.end(a)
        #expect(try world.refuse(a) == ["a is active", "failed end-failed a"])
        #expect(world[a]?.hasAudio == true)
    }

    @Test mutating func `An end that times out ends the call`() throws {
        try world.talk(a)
        try world.end(a)
        #expect(
            try world.miss(a)
                == ["p took too long", "p loses audio of a", "a is ended", "-a", "failed end-timed-out a"])
    }

    @Test mutating func `An end cancels the other pending actions of its call`() throws {
        try world.talk(a)
        try world.request((a, .setMuted(true)))
        try world.request((a, .playDTMF(digits: "1", .singleTone)))
        #expect(
            try world.end(a) == ["p must end a", "a is ending", "failed superseded a", "failed superseded a"])
    }

    @Test mutating func `An end cancels a waiting answer, even if the end is refused`() throws {
        try world.talk(a)
        try world.ring(b, at: "q")
        try world.answer(b)
        #expect(try world.end(b) == ["q must end b", "b is ending", "failed superseded b"])
        #expect(try world.refuse(b) == ["b is incoming", "failed end-failed b"])
        #expect(try world.fulfil(a) == ["p loses audio of a", "p must resume a", "a is held"])
        #expect(world.state(b) == .incoming)
    }

    @Test mutating func `One transaction can end two calls`() throws {
        try world.talk(a)
        try world.ring(b, at: "q")
        try world.request((a, .end), (b, .end))
        #expect(try world.fulfil(a) == ["p loses audio of a", "q must end b", "a is ended", "-a", "b is ending"])
        #expect(try world.fulfil(b) == ["b is ended", "-b", "done"])
    }

    @Test mutating func `An end waits for another end of the call and is delivered when that one is refused`() throws {
        try world.talk(a)
        try world.ring(b, at: "q")
        try world.end(a)
        #expect(try world.request((a, .end), (b, .answer)) == ["a is ending", "b is incoming"])
        #expect(try world.refuse(a) == ["p must end a", "a is ending", "failed end-failed a"])
        #expect(
            try world.fulfil(a) == ["p loses audio of a", "q must answer b", "a is ended", "-a", "b is connecting"])
    }

    @Test mutating func `A provider cannot report that a call was filtered`() throws {
        try world.talk(a)
        #expect(world.refusal { try $0.reportEnded(a, .filtered) } == .invalidArgs)
    }

    @Test(arguments: [EndedReason.localEnded, .declined])
    mutating func `An end on this side has one word for a refused call and one for every other call`(
        reported: EndedReason
    ) throws {
        try world.ring(a)
        try world.reportEnded(a, reported)
        #expect(world.removed.map(\.endedReason) == [.declined])
        try world.talk(b)
        try world.reportEnded(b, reported)
        #expect(world.removed.map(\.endedReason) == [.localEnded])
        try world.start(c)
        try world.reportEnded(c, reported)
        #expect(world.removed.map(\.endedReason) == [.localEnded])
    }

    @Test mutating func `An incoming call that an end-call action ends before it connects was declined`()
        throws
    {
        try world.ring(a)
        try world.end(a)
        try world.fulfil(a)
        #expect(world.removed.map(\.endedReason) == [.declined])
        try world.start(b)
        try world.fulfil(b)
        try world.end(b)
        try world.fulfil(b)
        #expect(world.removed.map(\.endedReason) == [.localEnded])
    }

    @Test mutating func `The id of an ended call is refused until 256 more calls have ended`() throws {
        func number(_ n: UInt64) -> CallID { CallID(high: 1, low: n) }
        for n in 0...UInt64(256) {
            try world.ring(number(n))
            try world.reportEnded(number(n))
        }
        #expect(world.refusal { try $0.ring(number(1)) } == .incomingCallUUIDAlreadyExists)
        #expect(world.refusal { try $0.start(number(256)) } == .requestCallUUIDAlreadyExists)
        #expect(try world.ring(number(0)).count == 1)
    }

    @Test mutating func `A call that has ended is unknown`() throws {
        try world.talk(a)
        try world.reportEnded(a)
        #expect(world.refusal { try $0.end(a) } == .unknownCallUUID)
        #expect(world.refusal { try $0.update(a) { $0.hasVideo = true } } == .unknownCall)
    }
}
