// SPDX-License-Identifier: MIT

import Testing

@testable import CallCore
@testable import StateSpace

/// Apps repeat reports, because a service that was killed did not reply. The registry knows the calls.
struct KnownCallsTests {
    var world: World

    init() throws { world = try World() }

    /// The app `p` reports a call again.
    private mutating func again(
        _ state: CallState, _ call: CallID = a, _ change: (inout ExistingCall) -> Void = { _ in }
    )
        throws -> [String]
    {
        try world.exists(call) {
            ($0.state, $0.outgoing) = (state, state == .dialing || state == .connecting)
            change(&$0)
        }
    }

    // MARK: The same state

    @Test(arguments: [CallState.incoming, .active, .held])
    mutating func `A repeated report of an existing call changes nothing, and a call with audio is told so again`(
        state: CallState
    ) throws {
        let facts: (inout ExistingCall) -> Void = {
            ($0.muted, $0.group, $0.heldFor) = (true, GroupID(d), e)
            $0.update.localizedCallerName = "Ada"
        }
        _ = try again(state, a, facts)
        let before = world.domain
        #expect(try again(state, a, facts) == (state == .active ? ["p gets audio for a"] : []))
        #expect(world.domain.isSame(as: before))
    }

    @Test(arguments: [CallState.dialing, .connecting])
    mutating func `A repeated report of an outgoing call changes nothing`(state: CallState) throws {
        _ = try again(state)
        let before = world.domain
        #expect(try again(state) == [])
        #expect(world.domain.isSame(as: before))
    }

    @Test mutating func `A report of an earlier state of a call changes nothing`() throws {
        try world.start(a)
        try world.fulfil(a)
        try world.reportConnected(a)
        for state in [CallState.dialing, .connecting] { #expect(try again(state) == []) }
        try world.talk(b, holding: a)
        #expect(try again(.incoming, b) == [])
        #expect(world.state(a) == .held && world.state(b) == .active)
    }

    @Test mutating func `The facts of a repeated report apply as in an update, and absent facts stay`() throws {
        try world.talk(a)
        try world.request((a, .setMuted(true)))
        try world.fulfil(a)
        _ = try again(.active) { ($0.update.localizedCallerName, $0.connectedAt) = ("Ada", 5) }
        #expect(world[a]?.localizedCallerName == "Ada")
        #expect(world[a]?.muted == true)
        #expect(world[a]?.connectedAt != 5)
        _ = try again(.active) { ($0.muted, $0.outgoing) = (false, true) }
        #expect(world[a]?.muted == false)
        #expect(world[a]?.outgoing == false)
        #expect(world[a]?.localizedCallerName == "Ada")
    }

    @Test mutating func `A repeated report is not refused because of a limit`() throws {
        try world.configure("p") { $0.maximumCallGroups = 1 }
        try world.ring(a)
        #expect(try again(.active) == ["p gets audio for a", "a is active"])
    }

    @Test mutating func `A repeated report with wrong facts is refused`() throws {
        try world.ring(a)
        #expect(world.refusal { try $0.exists(a) { $0.state = .ending } } == .invalidArgs)
        #expect(world.refusal { try $0.exists(a) { ($0.state, $0.heldFor) = (.held, a) } } == .invalidArgs)
        #expect(world.refusal { try $0.exists(a) { $0.update.emergency = true } } == .incomingUnentitled)
    }

    @Test mutating func `Another app cannot report the call, not even on the same connection`() throws {
        try world.ring(a)
        #expect(world.refusal { try $0.exists(a, at: "q") } == .incomingCallUUIDAlreadyExists)
        try world.register("other", from: .app("p"))
        #expect(world.refusal { try $0.exists(a, at: "other") } == .incomingCallUUIDAlreadyExists)
    }

    // MARK: Fulfilment

    @Test mutating func `A report that a call is active fulfils its answer`() throws {
        try world.ring(a)
        try world.answer(a)
        let answer = try world.told(a).action.id
        #expect(try again(.active) { $0.connectedAt = 5 } == ["p gets audio for a", "a is active", "done"])
        // No call connects before its start.
        #expect(world[a]?.connectedAt == world[a]?.startedAt && world[a]?.reason == .answered)
        #expect(try world.complete(answer, .fulfilled(at: 0), at: a) == [])
    }

    @Test mutating func `A report that a call is active fulfils its start`() throws {
        try world.start(a)
        #expect(try again(.dialing) == [])
        #expect(try again(.connecting) == ["a is connecting"])
        #expect(try again(.active) == ["p gets audio for a", "a is active", "done"])
    }

    @Test mutating func `A report that a call is active fulfils its resume, and the report that it is held its hold`()
        throws
    {
        try world.talk(a)
        try world.hold(a)
        #expect(try again(.active) == ["p gets audio for a"])
        #expect(try again(.held) == ["p loses audio of a", "a is held", "done"])
        #expect(world[a]?.reason == .heldByRequest)
        try world.resume(a)
        #expect(try again(.held) == [])
        #expect(try again(.active) == ["p gets audio for a", "a is active", "done"])
    }

    @Test mutating func `A report that a call is held lets the call that waits for the hold continue`() throws {
        try world.talk(a)
        try world.ring(b, at: "q")
        try world.answer(b)
        #expect(try again(.held) == ["p loses audio of a", "q must answer b", "a is held", "b is connecting"])
        #expect(world[a]?.heldFor == b)
    }

    @Test mutating func `A report that a call is muted fulfils its mute, but not an unmute`() throws {
        try world.talk(a)
        try world.request((a, .setMuted(true)))
        #expect(try again(.active) { $0.muted = false } == ["p gets audio for a"])
        #expect(try again(.active) { $0.muted = true } == ["p gets audio for a", "a is active", "done"])
        #expect(world[a]?.muted == true)
    }

    @Test mutating func `A provider that let a hold time out responds again when its report fulfils an action`() throws
    {
        try world.talk(a)
        try world.hold(a)
        try world.miss(a)
        #expect(world.domain.providers["p"]?.isUnresponsive == true)
        try world.hold(a)
        _ = try again(.held)
        #expect(world.domain.providers["p"]?.isUnresponsive == false)
    }

    @Test mutating func `A call whose action waits for its turn gets the action all the same`() throws {
        try world.talk(b, at: "q")
        try world.ring(a)
        try world.answer(a)
        #expect(try again(.active) == [])
        #expect(try again(.held) == [])
        #expect(try world.fulfil(b).contains("p must answer a"))
        try world.start(c)
        #expect(try again(.active, c) == [])
        #expect(try again(.connecting, c) == [])
        #expect(world.state(c) == .dialing)
    }

    // MARK: Contradictions

    @Test(arguments: [CallState.active, .held])
    mutating func `A call that its app answered by itself stops ringing`(state: CallState) throws {
        try world.ring(a)
        let isActive = state == .active
        #expect(try again(state) == (isActive ? ["p gets audio for a", "a is active"] : ["a is held"]))
        #expect(world.domain.alertCalls.isEmpty)
        #expect(world[a]?.reason == (isActive ? .answered : .heldByProvider))
        #expect(world[a]?.hasConnected == true)
    }

    @Test mutating func `A call that its app answered during another call is told to hold`() throws {
        try world.talk(b, at: "q")
        try world.ring(a)
        #expect(try again(.active) == ["p must hold a", "a is active"])
        #expect(try again(.active) == [])
        #expect(try world.fulfil(a) == ["a is held"])
        #expect(world[a]?.reason == .heldForOwner)
    }

    @Test mutating func `A call that is active although it was held is told to hold once more`() throws {
        try world.talk(a)
        try world.talk(b, at: "q", holding: a)
        #expect(try again(.active) == ["p must hold a", "a is active"])
        #expect(try again(.active) == [])
        #expect(try world.fulfil(a) == ["a is held"])
        #expect(try again(.active) == ["p must end a", "a is ending"])
        #expect(try again(.active) == [])
        #expect(world.domain.audio.owner?.calls == [b])
    }

    @Test mutating func `A held call that its app resumed gets the free audio`() throws {
        try world.talk(a)
        try world.hold(a)
        try world.fulfil(a)
        #expect(try again(.active) == ["p gets audio for a", "a is active"])
        #expect(world[a]?.reason == .resumedByProvider)
    }

    @Test mutating func `A call that its app holds by itself leaves the audio`() throws {
        try world.talk(a)
        #expect(try again(.held) == ["p loses audio of a", "a is held"])
        #expect(world[a]?.reason == .heldByProvider)
    }

    @Test mutating func `A member that its app resumes while another member leaves the group is told to hold`() throws {
        try world.talk(a)
        _ = try again(.held, b) { $0.group = GroupID(a) }
        try world.request((a, .setGroup(with: nil)))
        #expect(try again(.active, b) == ["b is active"])
        #expect(try world.fulfil(a).contains("p must hold b"))
        #expect(try world.fulfil(b) == ["b is held"])
        #expect(world[b]?.reason == .heldForOwner && world[b]?.reasonCall == a)
    }

    @Test mutating func `A member that its app resumes while its group grows gets the audio with the group`() throws {
        try world.talk(a)
        try world.talk(b, holding: a)
        try world.request((a, .setGroup(with: b)))
        #expect(try again(.active, a) == ["a is active"])
        try world.fulfil(a)
        #expect(world.domain.transactions.isEmpty)
        #expect(world.domain.audio.owner?.calls == [b, a])
    }

    @Test mutating func `A call that connected and is held before its app was heard is held`() throws {
        try world.ring(a)
        try world.answer(a)
        #expect(try again(.held) == ["p gets audio for a", "p loses audio of a", "a is held", "done"])
        #expect(world.domain.audio.owner == nil)
    }

    @Test mutating func `An ending call follows only its end`() throws {
        try world.talk(a)
        try world.end(a)
        for state in [CallState.active, .held] { #expect(!(try again(state).contains("a is \(state)"))) }
        #expect(world.state(a) == .ending)
        try world.refuse(a)
        #expect(world.state(a) == .active)
    }

    @Test mutating func `An outgoing call that is reported active while its end is refused is active`() throws {
        try world.start(a)
        try world.fulfil(a)
        try world.end(a)
        _ = try again(.active)
        try world.refuse(a)
        #expect(world.state(a) == .active)
    }

    // MARK: Ended calls

    @Test mutating func `The end of a call may be reported again`() throws {
        try world.talk(a)
        try world.reportEnded(a)
        #expect(try world.reportEnded(a) == [])
        #expect(try world.reportEnded(a, .failed) == [])
        let report = Command.reportEnded(a, at: 0, .remoteEnded)
        #expect(world.refusal { try $0.command(report, from: .app("q")) } == .unknownCall)
        #expect(world.refusal { try $0.command(.reportEnded(b, at: 0, .failed), from: .app("p")) } == .unknownCall)
        #expect(world.refusal { try $0.ring(a) } == .incomingCallUUIDAlreadyExists)
    }

    @Test mutating func `An app that registered anew does not know the calls from before`() throws {
        try world.talk(a)
        try world.lose("p")
        try world.register("p")
        #expect(world.refusal { try $0.reportEnded(a) } == .unknownCall)
    }

    // MARK: Registration

    @Test mutating func `An app that registers again changes its configuration and keeps its calls`() throws {
        try world.talk(a)
        #expect(try world.register("p") { $0.localizedName = "Phone" } == ["a is active", "p changed"])
        #expect(world.answer == .provider(1))
        #expect(world[a]?.providerName == "Phone")
        #expect(world.domain.audio.owner?.calls == [a])
        #expect(world.refusal { try $0.register("p") { $0.holdsImplicitly = true } } == .invalidArgs)
        let thief = Command.register(identifier: "p", ProviderConfiguration())
        #expect(world.refusal { try $0.command(thief, from: .app("q")) } == .providerAlreadyRegistered)
    }

    @Test mutating func `An app that registers again is not refused because of a limit, and keeps its class`() throws {
        var limits = Limits()
        limits.providers = 1
        world = try World(limits: limits, cellular: ["m": 1000], providers: ["m"])
        try world.handle(.policyChanged(Policy()))
        #expect(try world.register("m") == [])
        #expect(world.domain.providers["m"]?.providerClass == .cellular)
    }
}
