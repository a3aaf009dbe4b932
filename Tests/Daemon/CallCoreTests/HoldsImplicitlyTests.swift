// SPDX-License-Identifier: MIT

import Testing

@testable import CallCore

/// `p` is an ordinary app, `m` swaps its calls by itself.
struct HoldsImplicitlyTests {
    var world: World

    init() throws {
        world = try World(providers: ["p"])
        try world.register("m") { $0.holdsImplicitly = true }
    }

    private mutating func report(_ call: CallID, onHold: Bool) throws -> [String] {
        try world.update(call) { $0.onHold = onHold }
    }

    @Test
    mutating func `A provider that holds implicitly is not told to hold for its own calls, and its reports count`()
        throws
    {
        try world.talk(a, at: "m")
        try world.ring(b, at: "m")
        #expect(try world.answer(b) == ["m must answer b", "b is connecting"])
        #expect(try report(a, onHold: true) == ["m loses audio of a", "a is held"])
        #expect(try world.fulfil(b) == ["m gets audio for b", "b is active", "done"])
        #expect(world[a]?.reason == .heldByProvider)
        #expect(world[a]?.heldFor == nil)
    }

    @Test mutating func `The audio stays with the old call until the provider reports the swap`() throws {
        try world.talk(a, at: "m")
        try world.ring(b, at: "m")
        try world.answer(b)
        #expect(try world.fulfil(b) == ["b is active", "done"])
        #expect(world.domain.audio.owner?.calls == [a])
        #expect(
            try report(a, onHold: true) == ["m loses audio of a", "m gets audio for b", "a is held", "b is active"])
    }

    @Test mutating func `A failed swap leaves the call where it was`() throws {
        try world.talk(a, at: "m")
        try world.ring(b, at: "m")
        try world.answer(b)
        #expect(try world.refuse(b) == ["b is ended", "-b", "failed answer-failed b"])
        #expect(world.domain.audio.owner?.calls == [a])
    }

    @Test mutating func `A call that resumes by itself gets the free audio`() throws {
        try world.talk(a, at: "m")
        try world.ring(b, at: "m")
        try world.answer(b)
        _ = try report(a, onHold: true)
        try world.fulfil(b)
        #expect(try world.reportEnded(b) == ["m loses audio of b", "b is ended", "-b"])
        #expect(try report(a, onHold: false) == ["m gets audio for a", "a is active"])
        #expect(world[a]?.reason == .resumedByProvider)
    }

    @Test
    mutating func
        `A provider that holds implicitly is told to hold for another app's call and may report the hold early`() throws
    {
        try world.talk(a, at: "m")
        try world.ring(b)
        #expect(try world.answer(b) == ["m must hold a", "b is incoming", "a is active"])
        #expect(try report(a, onHold: true) == ["m loses audio of a", "a is held"])
        #expect(try world.fulfil(a) == ["p must answer b", "a is held", "b is connecting"])
        #expect(world[a]?.heldFor == b)
        #expect(world[a]?.reason == .heldForAnswer)
    }

    @Test mutating func `A call that resumes by itself while another app has the audio is told to hold again`() throws {
        try world.talk(a, at: "m")
        try world.talk(b, holding: a)
        #expect(try report(a, onHold: false) == ["m must hold a", "a is active"])
        try world.ring(c)
        #expect(try world.answer(c) == ["c is incoming"])
        #expect(try world.fulfil(a) == ["p must hold b", "a is held", "b is active"])
        #expect(world[a]?.reason == .heldForOwner)
        #expect(world[a]?.reasonCall == b)
    }

    @Test mutating func `A resume that is reported before the fulfilment gets the audio at once`() throws {
        try world.talk(a, at: "m")
        try world.hold(a)
        try world.fulfil(a)
        try world.resume(a)
        #expect(try report(a, onHold: false) == ["m gets audio for a", "a is active"])
        #expect(try world.fulfil(a) == ["a is active", "done"])
    }

    @Test mutating func `A call that holds by itself while it is told to resume keeps its place`() throws {
        try world.talk(a, at: "m")
        try world.hold(a)
        try world.fulfil(a)
        try world.resume(a)
        _ = try report(a, onHold: false)
        #expect(try report(a, onHold: true) == ["m loses audio of a", "a is held"])
        #expect(try world.fulfil(a) == ["m gets audio for a", "a is active", "done"])
    }

    @Test mutating func `Other providers may not report a hold, and no provider reports it before the call connected`()
        throws
    {
        try world.talk(a)
        #expect(world.refusal { try $0.update(a) { $0.onHold = true } } == .invalidArgs)
        try world.ring(b, at: "m")
        #expect(world.refusal { try $0.update(b) { $0.onHold = true } } == .invalidArgs)
        #expect(try world.update(b) { $0.onHold = false } == [])
    }

    @Test mutating func `A modem with a second held call ends its active call for another app's call`() throws {
        try swapped()
        try world.ring(c)
        #expect(try world.answer(c) == ["m must end b", "c is incoming", "b is ending"])
    }

    @Test mutating func `Another app's call is refused while a cellular modem has a second held call`() throws {
        world = try World(cellular: ["m": 1000], providers: ["p"])
        try world.register("m") { $0.holdsImplicitly = true }
        try swapped()
        try world.ring(c)
        #expect(world.refusal { try $0.answer(c) } == .requestCallIsProtected)
    }

    @Test mutating func `A modem that does not keep its call on hold is told to hold only twice`() throws {
        try world.talk(a, at: "m")
        try world.talk(b, holding: a)
        #expect(try report(a, onHold: false) == ["m must hold a", "a is active"])
        try world.fulfil(a)
        #expect(try report(a, onHold: false) == ["m must end a", "a is ending"])
    }

    @Test mutating func `A waiting answer does not hold the same call without end`() throws {
        try world.talk(a)
        try world.exists(b, at: "m") { $0.state = .held }
        try world.end(a)
        try world.ring(c)
        try world.answer(c)
        var holds = 0
        while holds < 9, try report(b, onHold: false).contains("m must hold b") {
            holds += 1
            try world.fulfil(b)
        }
        #expect(holds <= 2)
    }

    /// `a` is held and `b` active, both at the modem.
    private mutating func swapped() throws {
        try world.talk(a, at: "m")
        try world.ring(b, at: "m")
        try world.answer(b)
        _ = try report(a, onHold: true)
        try world.fulfil(b)
    }

    @Test mutating func `A provider keeps HoldsImplicitly when it is renamed during a call`() throws {
        try world.ring(a, at: "m")
        try world.configure("m") { $0.localizedName = "Modem" }
        #expect(world[a]?.providerName == "Modem")
        #expect(world.domain.providers["m"]?.configuration.holdsImplicitly == true)
        try world.reportEnded(a)
        try world.configure("m") { $0.localizedName = "Modem" }
        #expect(world.domain.providers["m"]?.configuration.holdsImplicitly == false)
    }

    @Test mutating func `A provider cannot change HoldsImplicitly while it has calls`() throws {
        try world.ring(a, at: "m")
        #expect(world.refusal { try $0.configure("m") { $0.holdsImplicitly = false } } == .invalidArgs)
        try world.reportEnded(a)
        try world.configure("m") { $0.holdsImplicitly = false }
    }

    @Test mutating func `A call that reports its requested resume gets the audio, even if another call is found`()
        throws
    {
        try world.exists(a, at: "m") { $0.state = .held }
        try world.resume(a)
        try world.exists(b)
        #expect(try report(a, onHold: false) == ["m gets audio for a", "a is active"])
        #expect(!world.domain.occupancy.intrudes(a))
        #expect(try world.fulfil(a) == ["p must hold b", "a is active", "b is active", "done"])
    }

    @Test mutating func `A call that holds and resumes repeatedly gets one action`() throws {
        try world.talk(a)
        try world.exists(b, at: "m") { $0.state = .held }
        #expect(try report(b, onHold: false) == ["m must hold b", "b is active"])
        for _ in 1...10 {
            _ = try report(b, onHold: true)
            _ = try report(b, onHold: false)
        }
        #expect(world.domain.transactions.count == 1)
        #expect(try world.fulfil(b).contains("b is held"))
    }

    @Test mutating func `A call that resumes without a request does not take the audio from an active call`() throws {
        try world.talk(a, at: "m")
        try world.talk(b, holding: a)
        try world.talk(c, at: "m", holding: b)
        try world.end(b)
        #expect(!(try world.fulfil(b).contains("m must resume a")))
        #expect(world.domain.audio.owner?.calls == [c])
        #expect(world[a]?.heldFor == c)
    }

    @Test mutating func `A hold that is no longer needed at its turn is not delivered`() throws {
        try world.talk(a, at: "m")
        try world.talk(b, holding: a)
        try world.resume(a)
        _ = try report(a, onHold: false)
        try world.fulfil(b)
        #expect(try world.fulfil(a).contains("m gets audio for a"))
        #expect(world.state(a) == .active)
        #expect(world.domain.transactions.isEmpty)
    }
}
