// SPDX-License-Identifier: MIT

import Testing

@testable import CallCore

/// `p` and `q` are apps, `m` is a modem.
struct EmergencyTests {
    var world: World

    init() throws { world = try World(cellular: ["m": 1000], providers: ["p", "q", "m"]) }

    @discardableResult
    private mutating func help(_ call: CallID) throws -> [String] {
        try world.request((call, .start(at: "m", emergency: true)))
    }

    @Test mutating func `Only a cellular provider has emergency calls`() throws {
        #expect(world.refusal { try $0.request((a, .start(at: "p", emergency: true))) } == .requestUnentitled)
        #expect(world.refusal { try $0.ring(a) { $0.emergency = true } } == .incomingUnentitled)
        #expect(world.refusal { try $0.exists(a) { $0.update.emergency = true } } == .incomingUnentitled)
        try world.ring(a)
        #expect(world.refusal { try $0.update(a) { $0.emergency = true } } == .unentitled)
        #expect(try help(b).contains("m must start b"))
        #expect(world[b]?.emergency == true)
    }

    @Test mutating func `A call that can be held is held for an emergency call within a second`() throws {
        try world.talk(a)
        #expect(try help(b) == ["p must hold a", "+b dialing", "a is active"])
        #expect(world.deadlines == [world.domain.deadlines.emergency])
        #expect(try world.fulfil(a) == ["p loses audio of a", "m must start b", "a is held", "b is dialing"])
        #expect(world[a]?.heldFor == b)
    }

    @Test mutating func `An emergency call ends others, also if its request must not`() throws {
        try world.talk(a)
        try world.update(a) { $0.supportsHolding = false }
        let start = ActionKind.start(at: "m", emergency: true)
        #expect(try world.request((b, start), endingOthers: false).contains("p must end a"))
    }

    @Test(arguments: [Outcome.failed, .timedOut])
    mutating func `A call that is not held for an emergency call is ended, also without the consent of its app`(
        _ outcome: Outcome
    ) throws {
        try world.talk(a)
        try help(b)
        let silence = outcome == .timedOut ? ["p took too long"] : []
        let complete = { (world: inout World) in outcome == .timedOut ? try world.miss(a) : try world.refuse(a) }
        #expect(try complete(&world) == silence + ["p must end a", "a is ending"])
        #expect(
            try complete(&world) == silence + [
                "p loses audio of a", "m must start b", "a is ended", "-a", "b is dialing",
            ])
        #expect(world.removed.first?.reason == .endedForStart)
        #expect(world.removed.first?.reasonCall == b)
    }

    @Test mutating func `A cellular call that cannot be held is ended for an emergency call`() throws {
        try world.talk(a, at: "m")
        try world.update(a) { $0.supportsHolding = false }
        #expect(try help(b) == ["m must end a", "+b dialing", "a is ending"])
    }

    @Test mutating func `The refusal of a requested end does not stop an emergency call`() throws {
        try world.talk(a)
        try world.request((a, .end), (b, .start(at: "m", emergency: true)))
        #expect(try world.refuse(a).contains("m must start b"))
    }

    @Test mutating func `An emergency call goes before earlier requests`() throws {
        try world.talk(a)
        try world.ring(b, at: "q")
        try world.answer(b)
        try world.start(c)
        try help(d)
        #expect(
            try world.fulfil(a) == [
                "p loses audio of a", "m must start d", "q must end b", "a is held", "d is dialing", "b is ending",
                "c is ended", "-c", "failed superseded b", "failed call-is-protected d",
            ])
        #expect(world.removed.first?.reasonCall == d)
        #expect(world[a]?.heldFor == d)
    }

    @Test mutating func `An emergency call ends ringing calls as unanswered`() throws {
        try world.ring(a)
        try world.ring(b, at: "m")
        #expect(
            try help(c) == [
                "m must start c", "p must end a", "m must end b", "+c dialing", "a is ending", "b is ending",
            ])
        try world.fulfil(a)
        #expect(world.removed.first?.endedReason == .unanswered)
        #expect(world.removed.first?.reason == .endedForEmergency)
        #expect(world.removed.first?.reasonCall == c)
        #expect(try world.refuse(b).contains("b is ended"))
    }

    @Test mutating func `A ringing call whose decline fails is ended during an emergency call`() throws {
        try world.ring(a)
        try world.end(a)
        try help(b)
        #expect(try world.refuse(a) == ["a is ended", "-a", "failed end-failed a"])
        #expect(world.removed.first?.reason == .endedForEmergency)
    }

    @Test mutating func `No other call rings until an emergency call is over`() throws {
        try help(a)
        #expect(world.refusal { try $0.ring(b) } == .incomingCallIsProtected)
        #expect(world.refusal { try $0.exists(b) { $0.state = .incoming } } == .incomingCallIsProtected)
        try world.ring(c, at: "m") { $0.emergency = true }
        try world.reportEnded(a)
        try world.ring(b)
    }

    @Test mutating func `Nothing displaces an emergency call, not even another emergency call`() throws {
        try help(a)
        try world.fulfil(a)
        try world.reportConnected(a)
        #expect(world.refusal { try $0.start(b) } == .requestCallIsProtected)
        #expect(world.refusal { try $0.start(b, at: "m") } == .requestCallIsProtected)
        #expect(world.refusal { try $0.request((b, .start(at: "m", emergency: true))) } == .requestCallIsProtected)
        #expect(world.refusal { try $0.hold(a) } == .invalidAction)
        #expect(world[a]?.allowedActions == [.endCall, .setMuted, .playDTMF])
    }

    @Test mutating func `An emergency call passes do-not-disturb and the limit of groups`() throws {
        try world.shell { $0.doNotDisturb = true }
        try world.exists(a, at: "m")
        try world.exists(b, at: "m") { $0.state = .held }
        #expect(world.refusal { try $0.start(c, at: "m") } == .requestMaximumCallGroupsReached)
        try world.ring(c, at: "m") { $0.emergency = true }
        #expect(world.state(c) == .incoming)
        #expect(try help(d).contains("+d dialing"))
    }

    @Test mutating func `A call that becomes an emergency call ends ringing calls`() throws {
        try world.start(a, at: "m")
        try world.ring(b)
        #expect(try world.update(a) { $0.emergency = true } == ["p must end b", "a is dialing", "b is ending"])
    }

    @Test mutating func `During an emergency call, a ringing call that turns out to be no emergency call is ended`()
        throws
    {
        try help(a)
        try world.ring(b, at: "m") { $0.emergency = true }
        #expect(try world.update(b) { $0.emergency = false } == ["m must end b", "b is ending"])
    }

    @Test mutating func `An emergency call that is found after a restart takes the audio from any call`() throws {
        try world.exists(a) { $0.update.supportsHolding = false }
        #expect(
            try world.exists(b, at: "m") { $0.update.emergency = true }
                == ["p must end a", "+b active", "a is ending"])
        #expect(try world.refuse(a).contains("m must resume b"))
        #expect(try world.refuse(b) == ["m gets audio for b", "b is active"])
    }

    @Test mutating func `A waiting call that becomes an emergency call goes first`() throws {
        try world.talk(a)
        try world.ring(b, at: "q")
        try world.answer(b)
        try world.ring(c, at: "q")
        try world.answer(c)
        try world.request((d, .start(at: "m")))
        try world.update(d) { $0.emergency = true }
        #expect(try world.fulfil(a).contains("m must start d"))
    }

    @Test mutating func `A call that becomes an emergency call while it is being held is not ended for the other call`()
        throws
    {
        try world.talk(a, at: "m")
        try help(b)
        try world.update(a) { $0.emergency = true }
        #expect(try world.refuse(a).contains("failed hold-failed a"))
        #expect(world.state(a) == .active)
    }

    @Test mutating func `A call that becomes an emergency call while it waits to be held takes the audio`() throws {
        try world.exists(a, at: "m")
        try world.hold(a)
        try world.exists(b, at: "m")
        try world.update(b) { $0.emergency = true }
        #expect(
            try world.fulfil(a) == ["m loses audio of a", "m gets audio for b", "a is held", "b is active", "done"])
    }

    @Test mutating func `A call that becomes an emergency call and is not held gets the audio before a cellular call`()
        throws
    {
        try world.exists(a, at: "m")
        try world.exists(b, at: "m")
        try world.update(b) { $0.emergency = true }
        #expect(try world.refuse(b).contains("m must hold a"))
    }

    @Test mutating func `No call is merged with an emergency call`() throws {
        try world.exists(a, at: "m") { $0.state = .held }
        try world.exists(b, at: "m") { $0.update.emergency = true }
        #expect(world.refusal { try $0.request((a, .setGroup(with: b))) } == .invalidAction)
        #expect(world.refusal { try $0.request((b, .setGroup(with: a))) } == .invalidAction)
    }

    @Test mutating func `A call that rings is told once to end for an emergency call that its app reports active`()
        throws
    {
        try world.ring(a, at: "m")
        try world.ring(b, at: "m") { $0.emergency = true }
        #expect(try world.exists(b, at: "m") == ["m gets audio for b", "m must end a", "b is active", "a is ending"])
        #expect(world.domain.transactions.count == 1)
    }
}
