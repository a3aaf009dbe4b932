// SPDX-License-Identifier: MIT

import Testing

@testable import CallCore

struct MakingRoomTests {
    var world: World

    init() throws { world = try World() }

    @Test mutating func `A hold is confirmed before the answer of the same request is delivered`() throws {
        try world.talk(a)
        try world.ring(b, at: "q")
        #expect(
            try world.request((a, .setHeld(true)), (b, .answer)) == ["p must hold a", "a is active", "b is incoming"])
        #expect(try world.fulfil(a) == ["p loses audio of a", "q must answer b", "a is held", "b is connecting"])
        #expect(try world.fulfil(b) == ["q gets audio for b", "b is active", "done"])
        #expect(world[a]?.heldFor == b)
        #expect(world[a]?.reason == .heldForAnswer)
    }

    @Test mutating func `An end is confirmed before the answer of the same request is delivered`() throws {
        try world.talk(a)
        try world.ring(b, at: "q")
        #expect(try world.request((a, .end), (b, .answer)) == ["p must end a", "a is ending", "b is incoming"])
        #expect(world.domain.audio.waiting == [b])
        #expect(
            try world.fulfil(a) == ["p loses audio of a", "q must answer b", "a is ended", "-a", "b is connecting"])
        #expect(try world.fulfil(b) == ["q gets audio for b", "b is active", "done"])
    }

    @Test mutating func `A request that ends a held call and answers another also holds the active call`() throws {
        try world.talk(a)
        try world.talk(b, at: "q", holding: a)
        try world.ring(c, at: "r")
        try world.request((a, .end), (b, .setHeld(true)), (c, .answer))
        #expect(try world.fulfil(a) == ["q must hold b", "a is ended", "-a", "b is active"])
        #expect(try world.fulfil(b) == ["q loses audio of b", "r must answer c", "b is held", "c is connecting"])
        #expect(try world.fulfil(c) == ["r gets audio for c", "c is active", "done"])
    }

    @Test mutating func `An answer also holds the other app's call`() throws {
        try world.talk(a)
        try world.ring(b, at: "q")
        #expect(try world.answer(b) == ["p must hold a", "b is incoming", "a is active"])
        #expect(try world.told(a).origin == .system)
        #expect(world.domain.audio.alert == .none)
        #expect(world.domain.audio.waiting == [b])
        #expect(try world.fulfil(a) == ["p loses audio of a", "q must answer b", "a is held", "b is connecting"])
        #expect(world.domain.audio.waiting == [])
    }

    @Test mutating func `A start also holds the other app's call`() throws {
        try world.talk(a)
        #expect(try world.start(b, at: "q") == ["p must hold a", "+b dialing", "a is active"])
        #expect(try world.fulfil(a) == ["p loses audio of a", "q must start b", "a is held", "b is dialing"])
        #expect(world[a]?.reason == .heldForStart)
        #expect(try world.fulfil(b) == ["q gets audio for b", "b is dialing", "done"])
    }

    @Test mutating func `A call that cannot be held is ended`() throws {
        try world.talk(a)
        try world.update(a) { $0.supportsHolding = false }
        try world.ring(b, at: "q")
        #expect(try world.answer(b) == ["p must end a", "b is incoming", "a is ending"])
        #expect(
            try world.fulfil(a) == ["p loses audio of a", "q must answer b", "a is ended", "-a", "b is connecting"])
    }

    @Test mutating func `A start that must not end others fails if the call before it in the lane cannot be held`()
        throws
    {
        try world.talk(a)
        try world.ring(c, at: "r")
        try world.answer(c)
        #expect(try world.request((b, .start(at: "q")), endingOthers: false) == ["+b dialing"])
        try world.fulfil(a)
        // The answer has left the lane, and its call is connecting: only its end would make room.
        #expect(world[b] == nil)
        #expect(world[c]?.state == .connecting)
    }

    @Test mutating func `A start that must not end others may follow an end in the same request`() throws {
        try world.talk(a)
        try world.update(a) { $0.supportsHolding = false }
        #expect(
            try world.request((a, .end), (b, .start(at: "q")), endingOthers: false)
                == ["p must end a", "+b dialing", "a is ending"])
        #expect(try world.fulfil(a).contains("q must start b"))
    }

    @Test mutating func `An answer that may end others does not wait with one that must not`() throws {
        try world.talk(a)
        try world.ring(b, at: "q")
        try world.ring(c, at: "r")
        try world.answer(b)
        try world.request((c, .answer), endingOthers: false)
        let sparing = world.transaction
        try world.answer(c)
        #expect(world.transaction != sparing)
        #expect(try world.fulfil(a).contains("q must end b") == true)
    }

    @Test mutating func `A dialing call is ended, whether its app completes the start or not`() throws {
        try world.start(a)
        try world.ring(b, at: "q")
        #expect(
            try world.answer(b) == ["p must end a", "b is incoming", "a is ending", "failed superseded a"])
        #expect(try world.miss(a) == ["p took too long", "q must answer b", "a is ended", "-a", "b is connecting"])
    }

    @Test mutating func `The next answer ends a call whose answer is under way`() throws {
        try world.ring(a)
        try world.ring(b, at: "q")
        try world.answer(a)
        #expect(try world.answer(b) == ["p must end a", "b is incoming", "a is ending", "failed superseded a"])
        #expect(try world.fulfil(a) == ["q must answer b", "a is ended", "-a", "b is connecting"])
    }

    @Test mutating func `A refused hold leaves the audio to its owner, and the other call keeps ringing`() throws {
        try world.talk(a)
        try world.ring(b, at: "q")
        try world.answer(b)
        #expect(try world.refuse(a) == ["a is active", "b is incoming", "failed hold-failed a"])
        #expect(world[a]?.hasAudio == true)
        #expect(world.timers == [.ring(b)])
    }

    @Test mutating func `After an app missed a hold, the next answer ends its call`() throws {
        try world.talk(a)
        try world.ring(b, at: "q")
        try world.answer(b)
        #expect(try world.miss(a) == ["p took too long", "a is active", "b is incoming", "failed hold-timed-out a"])
        #expect(try world.answer(b) == ["p must end a", "b is incoming", "a is ending"])
    }

    @Test mutating func `After an app missed a hold and completed another action, the next answer holds its call`()
        throws
    {
        try world.talk(a)
        try world.hold(a)
        try world.miss(a)
        try world.request((a, .setMuted(true)))
        try world.fulfil(a)
        try world.ring(b, at: "q")
        #expect(try world.answer(b) == ["p must hold a", "b is incoming", "a is active"])
    }

    @Test mutating func `A refused hold in a group resumes the members that were held before`() throws {
        try world.talk(a)
        try world.exists(b) { $0.group = GroupID(a) }
        try world.ring(c, at: "q")
        try world.answer(c)
        #expect(try world.fulfil(a) == ["p must hold b", "a is held", "b is active"])
        #expect(
            try world.refuse(b) == [
                "p must resume a", "b is active", "c is incoming", "a is held", "failed hold-failed b",
            ])
        try world.fulfil(a)
        #expect(world.domain.audio.owner?.calls.count == 2)
    }

    @Test mutating func `The held call resumes when the caller gives up during the hold`() throws {
        try world.talk(a)
        try world.ring(b, at: "q")
        try world.answer(b)
        #expect(try world.reportEnded(b, .unanswered) == ["b is ended", "-b", "failed call-ended b"])
        #expect(try world.fulfil(a) == ["p loses audio of a", "p must resume a", "a is held"])
        #expect(try world.fulfil(a) == ["p gets audio for a", "a is active"])
    }

    @Test mutating func `The held call resumes when the caller gives up after the hold`() throws {
        try world.talk(a)
        try world.ring(b, at: "q")
        try world.answer(b)
        try world.fulfil(a)
        #expect(
            try world.reportEnded(b, .unanswered)
                == ["p must resume a", "b is ended", "-b", "a is held", "failed call-ended b"])
    }

    @Test mutating func `No call is held when the caller gives up before the hold is delivered`() throws {
        try world.talk(a)
        try world.ring(b, at: "q")
        try world.ring(c, at: "r")
        try world.hold(a)
        try world.request((a, .setHeld(true)), (b, .answer))
        #expect(try world.reportEnded(b, .unanswered) == ["b is ended", "-b", "a is active", "failed call-ended b"])
    }

    @Test mutating func `An answer continues when the call in the way ends by itself`() throws {
        try world.talk(a)
        try world.ring(b, at: "q")
        try world.answer(b)
        #expect(
            try world.reportEnded(a) == [
                "p loses audio of a", "q must answer b", "a is ended", "-a", "b is connecting",
            ])
    }

    @Test mutating func `An answer waits only until the call in the way has ended`() throws {
        try world.talk(a)
        try world.ring(b, at: "q")
        try world.answer(b)
        #expect(try world.end(a) == ["p must end a", "a is ending"])
        #expect(
            try world.fulfil(a)
                == ["p loses audio of a", "q must answer b", "a is ended", "-a", "b is connecting", "done"])
    }

    @Test mutating func `The call in the way is held when its requested end is refused`() throws {
        try world.talk(a)
        try world.ring(b, at: "q")
        try world.answer(b)
        try world.end(a)
        #expect(try world.refuse(a) == ["p must hold a", "a is active", "failed end-failed a"])
    }

    @Test mutating func `Repeated refusals of an end do not make the waiting transaction grow`()
        throws
    {
        try world.talk(a)
        try world.ring(b, at: "q")
        try world.answer(b)
        let answer = try #require(world.transaction)
        for _ in 0..<5 {
            try world.end(a)
            try world.refuse(a)
        }
        #expect(world.domain.transactions[answer]?.actions.count == 2)
    }

    @Test mutating func `Answers take their turn in the order of acceptance`() throws {
        try world.talk(a)
        try world.ring(b, at: "q")
        try world.ring(c, at: "r")
        try world.request((a, .end), (b, .answer))
        try world.answer(c)
        #expect(world.domain.audio.waiting == [b, c])
        #expect(
            try world.fulfil(a) == [
                "p loses audio of a", "q must answer b", "q must end b", "a is ended", "-a", "b is ending",
                "failed superseded b",
            ])
        #expect(try world.fulfil(b).contains("r must answer c"))
    }

    @Test mutating func `A redial during the end of the old call is accepted, and delivered after the end`()
        throws
    {
        try world.configure("p") { $0.maximumCallGroups = 1 }
        try world.start(a)
        try world.fulfil(a)
        #expect(world.refusal { try $0.start(b) } == .requestMaximumCallGroupsReached)
        try world.end(a)
        #expect(try world.start(b) == ["+b dialing"])
        #expect(try world.fulfil(a).contains("p must start b"))
    }

    @Test mutating func `A redial fails when the old call does not end`() throws {
        try world.configure("p") { $0.maximumCallGroups = 1 }
        try world.talk(a)
        try world.end(a)
        try world.start(b)
        #expect(
            try world.refuse(a)
                == ["a is active", "b is ended", "-b", "failed end-failed a", "failed maximum-call-groups-reached b"])
    }

    @Test mutating func `An end and a redial can be one request`() throws {
        try world.configure("p") { $0.maximumCallGroups = 1 }
        try world.talk(a)
        try world.request((a, .end), (b, .start(at: "p")))
        #expect(try world.fulfil(a).contains("p must start b"))
    }

    @Test mutating func `A request with more starts than groups is refused as a whole`() throws {
        #expect(
            world.refusal { try $0.request((a, .start(at: "p")), (b, .start(at: "p")), (c, .start(at: "p"))) }
                == .requestMaximumCallGroupsReached)
    }

    @Test mutating func `A request that would hold a call for no other call does nothing`() throws {
        try world.talk(a)
        try world.hold(a)
        try world.fulfil(a)
        try world.ring(b, at: "q")
        #expect(try world.request((a, .setHeld(true)), (b, .answer)).first == "p must hold a")
        try world.fulfil(a)
        #expect(try world.refuse(b) == ["b is ended", "-b", "failed answer-failed b"])
        #expect(world.state(a) == .held)
    }

    @Test mutating func `An active call without the audio is in the way until it has ended`() throws {
        try world.exists(a)
        #expect(try world.exists(b, at: "q") { $0.update.supportsHolding = false }.contains("q must end b"))
        try world.ring(c, at: "r")
        try world.answer(c)
        #expect(try !world.fulfil(a).contains("r must answer c"))
        #expect(try world.fulfil(b).contains("r must answer c"))
    }

    @Test mutating func `An active call without the audio is no longer in the way once it is held`() throws {
        try world.exists(a)
        #expect(try world.exists(b, at: "q").contains("q must hold b"))
        try world.fulfil(b)
        try world.ring(c, at: "r")
        try world.answer(c)
        #expect(try world.fulfil(a).contains("r must answer c"))
    }
}
