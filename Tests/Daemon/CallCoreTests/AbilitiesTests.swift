// SPDX-License-Identifier: MIT

import Testing

@testable import CallCore

/// Calls that their apps cannot answer, end or mute.
struct AbilitiesTests {
    var world: World

    init() throws { world = try World(cellular: ["m": 1000], providers: ["p", "q", "m"]) }

    @Test mutating func `A call allows only the actions that its app supports, and follows its reports`() throws {
        try world.ring(a) { ($0.supportsAnswering, $0.supportsEnding) = (false, false) }
        #expect(world[a]?.allowedActions == [])
        #expect(world.refusal { try $0.answer(a) } == .invalidAction)
        #expect(world.refusal { try $0.end(a) } == .invalidAction)
        #expect(try world.update(a) { $0.supportsAnswering = true } == ["a is incoming"])
        #expect(world[a]?.allowedActions == [.answerCall])
        try world.answer(a)
        try world.fulfil(a)
        #expect(world[a]?.allowedActions == [.setHeld, .setMuted, .setGroup, .playDTMF])
        #expect(try world.update(a) { ($0.supportsMuting, $0.supportsEnding) = (false, true) } == ["a is active"])
        #expect(world[a]?.allowedActions == [.endCall, .setHeld, .setGroup, .playDTMF])
        #expect(world.refusal { try $0.request((a, .setMuted(true))) } == .invalidAction)
    }

    @Test mutating func `A held call that only its own device resumes offers no resume, until its app can`() throws {
        try world.register("s") { $0.holdsImplicitly = true }
        try world.talk(a, at: "s")
        try world.update(a) { ($0.supportsHolding, $0.supportsResuming) = (false, false) }
        try world.update(a) { $0.onHold = true }
        #expect(world.state(a) == .held && world[a]?.allowedActions.contains(.setHeld) == false)
        #expect(world.refusal { try $0.request((a, .setHeld(false))) } == .invalidAction)
        try world.update(a) { $0.supportsResuming = true }
        #expect(world[a]?.allowedActions.contains(.setHeld) == true)
        try world.update(a) { ($0.supportsResuming, $0.onHold) = (false, false) }
        #expect(world.state(a) == .active)
    }

    @Test mutating func `A new call supports everything, and a call that the user places is never observed`() throws {
        try world.start(a)
        #expect(world[a]?.supports == Capabilities())
        try world.update(a) { ($0.supportsHolding, $0.supportsEnding) = (false, false) }
        #expect(world[a]?.isObserved == false)
        #expect(world[a]?.allowedActions == [.setMuted])
    }

    @Test mutating func `A call whose app cannot answer it any more rings again after a wait for room`()
        throws
    {
        try world.talk(a, at: "q")
        try world.ring(b)
        try world.answer(b)
        try world.update(b) { $0.supportsAnswering = false }
        #expect(try world.fulfil(a).contains("failed invalid-action b"))
        #expect(world.domain.alertCalls == [b] && world.state(b) == .incoming)
    }

    @Test mutating func `A call that cannot be ended is held to make room, and refuses a request that would end it`()
        throws
    {
        try world.talk(a)
        try world.update(a) { $0.supportsEnding = false }
        try world.ring(b, at: "q")
        #expect(try world.answer(b) == ["p must hold a", "b is incoming", "a is active"])
        try world.refuse(a)
        try world.update(a) { $0.supportsHolding = false }
        #expect(world.refusal { try $0.answer(b) } == .requestCallIsProtected)
        #expect(world.refusal { try $0.start(c, at: "m") } == .requestCallIsProtected)
    }

    @Test mutating func `A call that loses both abilities during a hold stops the request and keeps the audio`() throws
    {
        try world.talk(a)
        try world.ring(b, at: "q")
        try world.answer(b)
        try world.update(a) { ($0.supportsHolding, $0.supportsEnding) = (false, false) }
        #expect(try world.refuse(a).contains("failed hold-failed a"))
        #expect(world[a]?.hasAudio == true && world[a]?.isObserved == false && world.state(b) == .incoming)
    }

    @Test mutating func `An end that waits behind a hold is not delivered to an app that cannot end its call any more`()
        throws
    {
        try world.talk(b)
        try world.talk(a, holding: b)
        try world.request((a, .setGroup(with: b)))
        try world.fulfil(a)
        try world.fulfil(b)
        try world.update(b) { $0.supportsHolding = false }
        try world.ring(c, at: "q")
        #expect(try world.answer(c).contains("p must hold a"))
        try world.update(b) { $0.supportsEnding = false }
        let told = try world.fulfil(a)
        #expect(told.contains("failed call-is-protected b") && told.contains("p must resume a"))
        #expect(world.state(b) == .active && world[b]?.hasAudio == true)
    }

    @Test mutating func `A call that cannot be ended rings without a time limit`() throws {
        try world.ring(a) { $0.supportsEnding = false }
        #expect(world.timers.isEmpty)
        try world.update(a) { $0.supportsEnding = true }
        #expect(world.timers == [.ring(a)])
        try world.update(a) { $0.supportsEnding = false }
        #expect(world.timers.isEmpty)
        #expect(try world.handle(.timerFired(.ring(b))) == [])
    }

    @Test mutating func `An outgoing call that cannot be ended connects without a time limit`() throws {
        try world.start(a)
        try world.fulfil(a)
        #expect(world.timers == [.connect(a)])
        try world.update(a) { $0.supportsEnding = false }
        #expect(world.timers.isEmpty)
    }

    @Test mutating func `A call that can neither be held nor ended takes the audio from one that can make way`()
        throws
    {
        try world.talk(a, at: "q")
        try world.exists(b) { ($0.state, $0.outgoing, $0.update.supportsEnding) = (.dialing, true, false) }
        #expect(try world.told(a).action.kind == .setHeld(true))
        #expect(try world.fulfil(a).contains("p must resume b"))
        #expect(try world.fulfil(b).contains("p gets audio for b"))
    }

    @Test mutating func `Of two calls that can make no room, the one that came later is told to end`() throws {
        try world.talk(a, at: "q")
        try world.update(a) { ($0.supportsHolding, $0.supportsEnding) = (false, false) }
        #expect(
            try world.exists(b) { ($0.state, $0.outgoing, $0.update.supportsEnding) = (.dialing, true, false) }
                == ["p must end b", "+b ending"])
        #expect(try world.refuse(b).contains("-b"))
        #expect(world[a]?.hasAudio == true)
    }

    @Test mutating func `A cellular call makes no way for a VoIP call that cannot be ended`() throws {
        try world.talk(a, at: "m")
        #expect(
            try world.exists(b) { ($0.state, $0.outgoing, $0.update.supportsEnding) = (.dialing, true, false) }
                == ["p must end b", "+b ending"])
    }

    @Test mutating func `A cellular call that talks takes the audio also from a VoIP call that cannot be ended`() throws
    {
        try world.talk(a)
        try world.update(a) { ($0.supportsHolding, $0.supportsEnding) = (false, false) }
        #expect(
            try world.exists(b, at: "m") { $0.update.supportsHolding = false } == [
                "p must end a", "+b active", "a is ending",
            ])
    }

    @Test mutating func `An app that refuses to hold a call which it cannot end is not told to end it`() throws {
        try world.talk(a, at: "q")
        try world.exists(b) { $0.update.supportsEnding = false }
        #expect(try world.told(b).action.kind == .setHeld(true))
        #expect(try world.refuse(b).contains("q must hold a"))
        try world.fulfil(a)
        try world.fulfil(b)
        #expect(world[b]?.hasAudio == true && world.state(a) == .held)
    }

    @Test mutating func `An emergency call silences a ringing call that cannot be ended`() throws {
        try world.ring(a) { $0.supportsEnding = false }
        try world.request((b, .start(at: "m", emergency: true)))
        #expect(world.state(a) == .incoming && world[a]?.silenced == true && world.domain.audio.alert == .silent)
        #expect(try world.update(a) { $0.supportsEnding = true } == ["p must end a", "a is ending"])
    }

    @Test mutating func `No app can refuse to end its call for an emergency call, whatever it supports`() throws {
        try world.talk(a)
        try world.update(a) { ($0.supportsHolding, $0.supportsEnding) = (false, false) }
        #expect(
            try world.request((b, .start(at: "m", emergency: true))) == [
                "p must end a", "+b dialing", "a is ending",
            ])
        #expect(try world.refuse(a).contains("m must start b"))
        #expect(world[a] == nil)
    }
}
