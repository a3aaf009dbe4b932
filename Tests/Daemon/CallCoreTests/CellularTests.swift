// SPDX-License-Identifier: MIT

import Testing

@testable import CallCore

/// `p` and `q` are apps, `m` is a modem that the administrator has named.
struct CellularTests {
    var world: World

    init() throws { world = try World(cellular: ["m": 1000], providers: ["p", "q", "m"]) }

    private mutating func talkUnholdable(_ call: CallID, at provider: String) throws {
        try world.talk(call, at: provider)
        try world.update(call) { $0.supportsHolding = false }
    }

    @Test func `Only a provider named by the administrator is cellular`() throws {
        #expect(world.domain.providers["m"]?.providerClass == .cellular)
        #expect(world.domain.providers["p"]?.providerClass == .voip)
        var other = try World(cellular: ["m": 0], providers: [])
        #expect(other.refusal { try $0.register("m") } == .unentitled)
        #expect(other.refusal { try $0.register("m", from: .sandboxed("m")) } == .unentitled)
    }

    @Test mutating func `A VoIP request is refused while a cellular call cannot be held`() throws {
        try talkUnholdable(a, at: "m")
        try world.ring(b, at: "p")
        #expect(world.refusal { try $0.answer(b) } == .requestCallIsProtected)
        #expect(world.refusal { try $0.start(c, at: "q") } == .requestCallIsProtected)
        #expect(world.state(b) == .incoming)
    }

    @Test mutating func `A cellular call that is dialing or connecting is not ended for a VoIP call`() throws {
        try world.start(a, at: "m")
        try world.ring(b)
        #expect(world.refusal { try $0.answer(b) } == .requestCallIsProtected)
        try world.reportConnecting(a)
        #expect(world.refusal { try $0.answer(b) } == .requestCallIsProtected)
        try world.reportConnected(a)
        #expect(try world.answer(b).first == "m must hold a")
    }

    @Test mutating func `A cellular call that can be held is held for a VoIP call and resumes when that call fails`()
        throws
    {
        try world.talk(a, at: "m")
        try world.ring(b)
        #expect(try world.answer(b) == ["m must hold a", "b is incoming", "a is active"])
        #expect(try world.refuse(a) == ["a is active", "b is incoming", "failed hold-failed a"])
    }

    @Test mutating func `A modem that misses a hold keeps its call, and the call shows the reason`() throws {
        try world.talk(a, at: "m")
        try world.ring(b)
        try world.answer(b)
        try world.miss(a)
        #expect(world.refusal { try $0.answer(b) } == .requestCallIsProtected)
        try world.end(a)
        try world.fulfil(a)
        #expect(try world.answer(b) == ["p must answer b", "b is connecting"])
    }

    @Test mutating func `An accepted request fails at its turn if the other call became protected meanwhile`() throws {
        try world.talk(a, at: "m")
        try world.hold(a)
        try world.ring(b)
        try world.answer(b)
        #expect(
            try world.refuse(a) == [
                "a is active", "b is incoming", "failed hold-failed a", "failed call-is-protected a",
            ])
        #expect(world.refusal { try $0.answer(b) } == .requestCallIsProtected)
    }

    @Test mutating func `A user may end a cellular call to answer a VoIP call`() throws {
        try talkUnholdable(a, at: "m")
        try world.ring(b)
        #expect(try world.request((a, .end), (b, .answer)) == ["m must end a", "a is ending", "b is incoming"])
        #expect(try world.fulfil(a).contains("p must answer b"))
    }

    @Test mutating func `A cellular call ends a VoIP call that cannot be held`() throws {
        try talkUnholdable(a, at: "p")
        try world.ring(b, at: "m")
        #expect(try world.answer(b) == ["p must end a", "b is incoming", "a is ending"])
    }

    @Test mutating func `A cellular call ends another cellular call that cannot be held`() throws {
        try talkUnholdable(a, at: "m")
        try world.ring(b, at: "m")
        #expect(try world.answer(b) == ["m must end a", "b is incoming", "a is ending"])
    }

    @Test mutating func `A VoIP call does not resume during a cellular call, and resumes after it`() throws {
        try world.talk(a)
        try world.talk(b, at: "m", holding: a)
        try world.update(b) { $0.supportsHolding = false }
        #expect(world.refusal { try $0.resume(a) } == .requestCallIsProtected)
        try world.end(b)
        #expect(try world.fulfil(b).contains("p must resume a"))
    }

    @Test mutating func `A cellular call that is found after a restart takes the audio from a VoIP call`() throws {
        try world.exists(a, at: "p")
        #expect(
            try world.exists(b, at: "m") { $0.update.supportsHolding = false }
                == ["p must hold a", "+b active", "a is active"])
        #expect(try world.fulfil(a) == ["p loses audio of a", "m must resume b", "a is held", "b is active"])
        #expect(try world.fulfil(b) == ["m gets audio for b", "b is active"])
        #expect(world[b]?.reason == .hasPriority)
        #expect(world[a]?.heldFor == b)
        #expect(world[a]?.reason == .heldForResume)
        #expect(world[a]?.reasonCall == b)
    }

    @Test
    mutating func
        `A cellular call that is found after a restart takes the audio from a VoIP app that refuses every action`()
        throws
    {
        try world.exists(a, at: "p")
        try world.exists(b, at: "m") { $0.update.supportsHolding = false }
        #expect(try world.refuse(a).contains("p must end a"))
        #expect(try world.refuse(a).contains("m must resume b"))
        #expect(world.removed.first?.reason == .endedForResume)
    }

    @Test
    mutating func
        `A cellular call that is found after a restart takes the audio from a VoIP call even if it refuses to be held`()
        throws
    {
        try world.exists(a, at: "p")
        #expect(try world.exists(b, at: "m") == ["m must hold b", "+b active"])
        #expect(try world.refuse(b) == ["p must hold a", "b is active", "a is active"])
        #expect(try world.fulfil(a) == ["p loses audio of a", "m must resume b", "a is held", "b is active"])
        #expect(try world.fulfil(b) == ["m gets audio for b", "b is active"])
    }

    @Test mutating func `A call is held for the modem's row of a call after the registry has ended the row of an app`()
        throws
    {
        try world.talk(a, at: "p")
        try world.talk(b, at: "q", holding: a)
        try world.update(b) { $0.supportsHolding = false }
        // The modem lists the same call, and its bridge asks for the audio.
        try world.exists(c, at: "m") { $0.state = .held }
        #expect(try world.resume(c).first == "q must end b")
        try world.fulfil(b)
        try world.fulfil(c)
        #expect(world[a]?.heldFor == c && world[c]?.hasAudio == true)
        try world.end(c)
        #expect(try world.fulfil(c).contains("p must resume a"))
    }
}
