// SPDX-License-Identifier: MIT

import Testing

@testable import CallCore

struct HoldingTests {
    var world: World

    init() throws { world = try World() }

    @Test mutating func `A call is on hold and the audio is free when its app has confirmed the hold`() throws {
        try world.talk(a)
        #expect(try world.hold(a) == ["p must hold a", "a is active"])
        #expect(world[a]?.onHold == false)
        #expect(try world.fulfil(a) == ["p loses audio of a", "a is held", "done"])
        #expect(world[a]?.reason == .heldByRequest)
        #expect(world.domain.audio.owner == nil)
    }

    @Test mutating func `A resumed call gets the audio again`() throws {
        try world.talk(a)
        try world.hold(a)
        try world.fulfil(a)
        #expect(try world.resume(a) == ["p must resume a", "a is held"])
        #expect(try world.fulfil(a) == ["p gets audio for a", "a is active", "done"])
        #expect(world[a]?.reason == .resumedByRequest)
    }

    @Test mutating func `A resumed call gets the audio after the other side ended the call it was held for`() throws {
        try world.talk(a)
        try world.talk(b, at: "q", holding: a)
        try world.reportEnded(b)
        #expect(world.state(a) == .held)
        try world.resume(a)
        #expect(try world.fulfil(a) == ["p gets audio for a", "a is active", "done"])
    }

    @Test mutating func `A swap holds one call before it resumes the other`() throws {
        try world.talk(a)
        try world.talk(b, at: "q", holding: a)
        #expect(
            try world.request((b, .setHeld(true)), (a, .setHeld(false))) == [
                "q must hold b", "b is active", "a is held",
            ])
        #expect(
            try world.fulfil(b) == ["q loses audio of b", "p must resume a", "b is held", "a is held"])
        #expect(try world.fulfil(a) == ["p gets audio for a", "a is active", "done"])
        #expect(world[b]?.heldFor == a)
        #expect(world[a]?.heldFor == nil)
    }

    @Test mutating func `A resume also holds the other call`() throws {
        try world.talk(a)
        try world.talk(b, at: "q", holding: a)
        #expect(try world.resume(a) == ["q must hold b", "a is held", "b is active"])
        #expect(try world.told(b).origin == .system)
        try world.fulfil(b)
        try world.fulfil(a)
        #expect(world[b]?.reason == .heldForResume)
        #expect(world[b]?.reasonCall == a)
    }

    @Test mutating func `Repeated swaps leave no action behind`() throws {
        try world.talk(a)
        try world.talk(b, at: "q", holding: a)
        for _ in 0..<10 {
            for (next, last) in [(a, b), (b, a)] {
                try world.resume(next)
                try world.fulfil(last)
                try world.fulfil(next)
            }
        }
        #expect(world.domain.occupancy.displaced[b] == [a])
        #expect(world.domain.occupancy.displaced[a] == nil)
    }

    @Test(arguments: [false, true]) mutating func `A refused or late hold leaves the audio to the call`(
        late: Bool
    ) throws {
        try world.talk(a)
        try world.hold(a)
        _ = late ? try world.miss(a) : try world.refuse(a)
        #expect(world.state(a) == .active)
        #expect(world[a]?.hasAudio == true)
    }

    @Test mutating func `A call whose app refused a hold makes way by ending`() throws {
        try world.talk(a)
        try world.ring(b, at: "q")
        try world.answer(b)
        #expect(try world.refuse(a) == ["a is active", "b is incoming", "failed hold-failed a"])
        #expect(world[a]?.holdRefused == true && world[a]?.allowedActions.contains(.setHeld) == true)
        #expect(try world.answer(b) == ["p must end a", "b is incoming", "a is ending"])
    }

    @Test mutating func `A call whose app refused a hold does not make way for a call that may not end it`() throws {
        try world.talk(a)
        try world.hold(a)
        try world.refuse(a)
        try world.ring(b, at: "q")
        #expect(world.refusal { try $0.request((b, .answer), endingOthers: false) } == .requestCallIsProtected)
        #expect(world.state(a) == .active)
    }

    @Test mutating func `A call counts as holdable again after a hold, or if its app says so`() throws {
        try world.configure("p") { $0.holdsImplicitly = true }
        try world.talk(a)
        try world.hold(a)
        try world.refuse(a)
        try world.hold(a)
        try world.fulfil(a)
        #expect(world[a]?.holdRefused == false)
        try world.resume(a)
        try world.fulfil(a)
        for change: (inout CallUpdate) -> Void in [{ $0.supportsHolding = true }, { $0.onHold = false }] {
            try world.hold(a)
            try world.refuse(a)
            #expect(world[a]?.holdRefused == true)
            try world.update(a) { $0.hasVideo = true }
            #expect(world[a]?.holdRefused == true)
            try world.update(a, change)
            #expect(world[a]?.holdRefused == false)
        }
    }

    @Test mutating func `A hold that is late is a fact of the app, and not of the call`() throws {
        try world.talk(a)
        try world.hold(a)
        try world.miss(a)
        #expect(world[a]?.holdRefused == false)
    }

    @Test(arguments: [false, true]) mutating func `A refused or late resume leaves the call held`(late: Bool) throws {
        try world.talk(a)
        try world.hold(a)
        try world.fulfil(a)
        try world.resume(a)
        let story = late ? try world.miss(a) : try world.refuse(a)
        #expect(story.suffix(2) == ["a is held", "failed resume-\(late ? "timed-out" : "failed") a"])
        #expect(world.domain.audio.owner == nil)
    }

    @Test mutating func `A refused resume of an active call leaves the audio to the call`() throws {
        try world.talk(a)
        try world.resume(a)
        #expect(try world.refuse(a) == ["a is active", "failed resume-failed a"])
        #expect(world[a]?.hasAudio == true)
        try world.ring(b, at: "q")
        #expect(try world.answer(b) == ["p must hold a", "b is incoming", "a is active"])
    }

    @Test mutating func `A refused end during a resume ends the call as failed`() throws {
        try world.talk(a)
        try world.hold(a)
        try world.fulfil(a)
        try world.resume(a)
        #expect(try world.end(a) == ["p must end a", "a is ending", "failed superseded a"])
        #expect(try world.refuse(a) == ["a is ended", "-a", "failed end-failed a"])
    }

    @Test mutating func `A call that cannot be held is not held, but can be resumed on request`() throws {
        try world.talk(a)
        try world.update(a) { $0.supportsHolding = false }
        #expect(world.refusal { try $0.hold(a) } == .invalidAction)
        #expect(world[a]?.allowedActions == [.endCall, .setMuted, .setGroup, .playDTMF])
    }

    @Test mutating func `A call that is found while another call has the audio is told to hold`() throws {
        try world.talk(a)
        #expect(try world.exists(b, at: "q") == ["q must hold b", "+b active"])
        #expect(world[b]?.hasAudio == false)
        #expect(try world.fulfil(b) == ["b is held"])
        #expect(world[b]?.reason == .heldForOwner)
    }

    @Test mutating func `A found call that refuses to hold is ended`() throws {
        try world.talk(a)
        try world.exists(b, at: "q")
        #expect(try world.refuse(b) == ["q must end b", "b is ending"])
        #expect(try world.fulfil(b) == ["b is ended", "-b"])
        #expect(world.removed.map(\.reason) == [.endedForOwner] && world.removed.map(\.reasonCall) == [a])
        #expect(world[a]?.hasAudio == true)
    }

    @Test mutating func `A found call that refuses to hold and to end is ended`() throws {
        try world.talk(a)
        try world.exists(b, at: "q")
        try world.refuse(b)
        #expect(try world.refuse(b) == ["b is ended", "-b"])
    }

    @Test mutating func `A found call that refuses to hold takes the audio if it has become free`() throws {
        try world.talk(a)
        try world.exists(b, at: "q")
        try world.reportEnded(a)
        #expect(try world.refuse(b) == ["q gets audio for b", "b is active"])
    }

    @Test mutating func `A found call takes the audio if it is free`() throws {
        #expect(try world.exists(a) == ["p gets audio for a", "+a active"])
        #expect(world[a]?.hasConnected == true)
    }
}
