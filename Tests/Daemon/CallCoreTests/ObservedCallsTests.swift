// SPDX-License-Identifier: MIT

import Testing

@testable import CallCore

/// Calls that their apps can only show.
struct ObservedCallsTests {
    var world: World

    init() throws { world = try World(cellular: ["m": 1000], providers: ["p", "q", "m"]) }

    @Test mutating func `A call is observed if its first report says that it can be neither held nor ended`()
        throws
    {
        try world.ring(a) { ($0.supportsHolding, $0.supportsEnding) = (false, false) }
        #expect(world[a]?.isObserved == true)
        try world.update(a) { ($0.supportsHolding, $0.supportsEnding) = (true, true) }
        #expect(world[a]?.isObserved == true && world[a]?.allowedActions == [.answerCall, .endCall])
        try world.ring(b, at: "q") { $0.supportsHolding = false }
        try world.update(b) { $0.supportsEnding = false }
        #expect(world[b]?.isObserved == false)
    }

    @Test(arguments: [CallState.dialing, .connecting, .active])
    mutating func `An observed call never has the audio, and other calls ring softly beside it`(_ state: CallState)
        throws
    {
        try world.exists(a) {
            ($0.state, $0.outgoing) = (state, true)
            ($0.update.supportsHolding, $0.update.supportsEnding) = (false, false)
        }
        #expect(world.domain.audio.owner == nil && world[a]?.hasAudio == false)
        try world.ring(b, at: "q")
        #expect(world.domain.audio.alert == .callWaiting)
        #expect(try world.reportEnded(a) == ["a is ended", "-a"])
        #expect(world.domain.audio.alert == .ring)
    }

    @Test(arguments: [CallState.incoming, .held])
    mutating func `An observed call in which the user does not talk makes no other call ring softly`(_ state: CallState)
        throws
    {
        try world.observe(a, as: state)
        try world.ring(b, at: "q")
        #expect(world.domain.audio.alert == .ring)
    }

    @Test mutating func `No call is held or ended for an observed call, also when the user answers it`() throws {
        try world.talk(a, at: "q")
        try world.ring(b) { ($0.supportsHolding, $0.supportsEnding) = (false, false) }
        #expect(try world.answer(b) == ["p must answer b", "b is connecting"])
        #expect(world.domain.audio.waiting.isEmpty)
        #expect(try world.fulfil(b) == ["b is active", "done"])
        #expect(world[a]?.hasAudio == true && world[b]?.hasAudio == false)
        #expect(try world.reportEnded(a).contains("q loses audio of a"))
        #expect(world.domain.audio.owner == nil)
    }

    @Test mutating func `A call that its app answers by itself is told nothing if it is observed`() throws {
        try world.talk(a, at: "q")
        try world.ring(b) { ($0.supportsHolding, $0.supportsEnding) = (false, false) }
        #expect(try world.exists(b) == ["b is active"])
        #expect(world[a]?.hasAudio == true)
    }

    @Test mutating func `An observed call is in the way of no call`() throws {
        try world.observe(a)
        try world.ring(b)
        #expect(try world.answer(b) == ["p must answer b", "b is connecting"])
        try world.fulfil(b)
        #expect(world[b]?.hasAudio == true && world.state(a) == .active)
    }

    @Test mutating func `An observed call that can be held later is held and resumed without the audio`() throws {
        try world.observe(a)
        try world.update(a) { $0.supportsHolding = true }
        try world.hold(a)
        #expect(try world.refuse(a) == ["a is active", "failed hold-failed a"])
        try world.hold(a)
        #expect(try world.fulfil(a) == ["a is held", "done"])
        try world.talk(b, at: "q")
        #expect(try world.resume(a) == ["p must resume a", "a is held"])
        #expect(try world.fulfil(a) == ["a is active", "done"])
        #expect(world[b]?.hasAudio == true)
    }

    @Test mutating func `An observed call whose end its app refuses goes on`() throws {
        try world.observe(a)
        try world.update(a) { $0.supportsEnding = true }
        try world.end(a)
        #expect(try world.refuse(a) == ["a is active", "failed end-failed a"])
    }

    @Test mutating func `A provider that holds by itself follows its observed calls without the audio`() throws {
        try world.register("s") { $0.holdsImplicitly = true }
        try world.talk(b, at: "s")
        try world.observe(a, at: "s")
        #expect(try world.update(a) { $0.onHold = true } == ["a is held"])
        #expect(try world.update(a) { $0.onHold = false } == ["a is active"])
        try world.ring(c, at: "q")
        #expect(try world.answer(c) == ["s must hold b", "c is incoming", "b is active"])
    }

    @Test mutating func `An observed call is in no group with another call`() throws {
        try world.talk(a)
        try world.observe(b)
        #expect(world[b]?.allowedActions == [.setMuted, .playDTMF])
        #expect(world.refusal { try $0.request((a, .setGroup(with: b))) } == .invalidAction)
        #expect(try world.update(b) { $0.group = .some(GroupID(a)) } == [])
        #expect(try world.update(a) { $0.group = .some(GroupID(b)) } == [])
        try world.reportEnded(b)
        try world.exists(c) {
            $0.group = GroupID(a)
            ($0.update.supportsHolding, $0.update.supportsEnding) = (false, false)
        }
        #expect(world[c]?.group == GroupID(c))
        try world.reportEnded(a)
        try world.exists(d) { $0.group = GroupID(c) }
        #expect(world[d]?.group == GroupID(d))
    }

    @Test mutating func `An observed call is held for no call, so the registry never resumes it`() throws {
        try world.talk(b, at: "q")
        try world.exists(a) {
            ($0.state, $0.heldFor) = (.held, b)
            ($0.update.supportsHolding, $0.update.supportsEnding) = (false, false)
        }
        #expect(world[a]?.heldFor == nil)
        try world.end(b)
        #expect(try world.fulfil(b).contains { $0.hasPrefix("p must") } == false)
    }

    @Test mutating func `An emergency call is never observed, and an observed call never becomes one`() throws {
        try world.exists(a, at: "m") {
            ($0.update.supportsHolding, $0.update.supportsEnding, $0.update.emergency) = (false, false, true)
        }
        #expect(world[a]?.isObserved == false && world[a]?.hasAudio == true)
        try world.observe(b, at: "m")
        #expect(world.refusal { try $0.update(b) { $0.emergency = true } } == .invalidArgs)
        #expect(world.refusal { try $0.exists(b, at: "m") { $0.update.emergency = true } } == .invalidArgs)
    }
}
