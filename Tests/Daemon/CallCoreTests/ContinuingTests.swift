// SPDX-License-Identifier: MIT

import Testing

@testable import CallCore

/// What a service does first when it continues with the state of a killed one.
struct ContinuingTests {
    var world: World

    /// `a` is active at `p`.
    init() throws {
        world = try World()
        try world.talk(a)
    }

    /// The service was killed at an effect of the last event, and another one continues.
    private mutating func restart(
        at place: Int? = nil, mayBePaid: Bool = true, overdue: [ActionID] = [], absent: Set<Client> = []
    ) throws -> [String] {
        let effects = place.map { world.effects.dropFirst($0) } ?? []
        let restart = Restart(
            pending: effects.compactMap { PendingEffect($0) }, firstMayBeDone: place != nil && mayBePaid,
            overdue: overdue,
            absent: absent)
        return try world.handle(.restarted(restart))
    }

    private func place(where isMeant: (Effect) -> Bool) -> Int? { world.effects.firstIndex(where: isMeant) }

    @Test mutating func `A service that owes nothing sends nothing`() throws {
        #expect(try restart() == [])
    }

    @Test(arguments: [ActionKind.end, .setHeld(true), .setMuted(true)])
    mutating func `An action that its app does not complete after a restart is delivered a second time`(
        kind: ActionKind
    ) throws {
        try world.request((a, kind))
        let first = try world.told(a)
        #expect(try restart() == [])
        #expect(world.timers.contains(.again(first.action.id)))
        let words = try world.handle(.timerFired(.again(first.action.id)))
        #expect(words == ["p must \(first.action.words)"])
        let again = try world.told(a)
        #expect(again.isRepeated && !first.isRepeated)
        #expect((again.action.id, again.deadline) == (first.action.id, first.deadline))
        #expect((again.index, again.count) == (first.index, first.count))
        try world.fulfil(a)
        #expect(world.timers.isEmpty)
    }

    @Test mutating func `An action that its app completes in time is not delivered a second time`() throws {
        try world.hold(a)
        let action = try world.told(a).action.id
        _ = try restart()
        try world.fulfil(a)
        #expect(!world.timers.contains(.again(action)))
        #expect(try world.handle(.timerFired(.again(action))) == [])
    }

    @Test mutating func `A start and a tone are never delivered a second time`() throws {
        try world.request((a, .playDTMF(digits: "1", .singleTone)))
        #expect(try restart() == [])
        #expect(!world.timers.contains { if case .again = $0 { true } else { false } })
        try world.reportEnded(a)
        try world.start(b, at: "q")
        #expect(try restart() == [])
        #expect(!world.timers.contains { if case .again = $0 { true } else { false } })
    }

    @Test mutating func `An action that was not sent for certain is delivered once, without a repetition`() throws {
        try world.hold(a)
        let told = try #require(place { if case .send(_, _, .perform) = $0 { true } else { false } })
        let words = try restart(at: told, mayBePaid: false)
        #expect(words.first { $0.hasPrefix("p must") } == "p must hold a")
        #expect(!world.timers.contains(.again(try world.told(a).action.id)))
    }

    @Test mutating func `An action that may have been sent is not sent at once`() throws {
        try world.start(b, at: "q")
        try world.fulfil(a)
        let told = try #require(place { if case .send(_, _, .perform) = $0 { true } else { false } })
        #expect(try !restart(at: told).contains { $0.contains("must") })
    }

    @Test mutating func `A failure of a repeated action counts as fulfilment`() throws {
        try world.hold(a)
        _ = try restart()
        try world.handle(.timerFired(.again(try world.told(a).action.id)))
        try world.refuse(a)
        #expect(world.state(a) == .held)
    }

    @Test mutating func `A failure of an action that was not repeated is a failure`() throws {
        try world.hold(a)
        _ = try restart()
        try world.refuse(a)
        #expect(world.state(a) == .active)
    }

    @Test mutating func `A call that its app cannot end after a restart is over`() throws {
        try world.end(a)
        _ = try restart()
        try world.refuse(a)
        #expect(world.state(a) == nil)
    }

    @Test mutating func `A deadline that passed while no service ran begins anew, once`() throws {
        try world.hold(a)
        let action = try world.told(a).action.id
        _ = try restart(overdue: [action])
        #expect(world.effects.contains(.startTimer(.action(action), after: Deadlines().other)))
        _ = try restart(overdue: [action])
        #expect(world.effects.contains(.startTimer(.action(action), after: 0)))
    }

    @Test mutating func `An activation that may have been sent is repeated behind a deactivation`() throws {
        try world.hold(a)
        try world.fulfil(a)
        try world.resume(a)
        try world.fulfil(a)
        let activation = try #require(place { if case .send(_, _, .didActivate) = $0 { true } else { false } })
        let words = try restart(at: activation)
        #expect(Array(words.prefix(2)) == ["p loses audio of a", "p gets audio for a"])
    }

    @Test mutating func `The changes and the completion that were not sent are sent`() throws {
        try world.request((a, .setMuted(true)))
        try world.fulfil(a)
        #expect(try restart(at: 0) == ["a again", "done"])
    }

    @Test mutating func `The subscribers learn the end of a call that they were not told`() throws {
        try world.reportEnded(a)
        let words = try restart(at: 0)
        #expect(words.suffix(2) == ["a again", "-a"])
    }

    @Test mutating func `A client that has left is told nothing`() throws {
        try world.request((a, .setMuted(true)))
        try world.fulfil(a)
        #expect(try restart(at: 0, absent: [Caller.user.client]) == ["a again"])
    }

    // MARK: A reduced state

    @Test mutating func `A reduced state keeps the calls, and pending actions fail`() throws {
        try world.ring(b, at: "q") { $0.includesInRecents = false }
        try world.answer(b)
        let (reduced, effects) = world.domain.reduced(seed: 2, at: 1)
        #expect(effects.compactMap(\.words).contains("failed service-restarted"))
        #expect(reduced.calls[a]?.includesInRecents == nil && reduced.calls[b]?.includesInRecents == false)
        #expect(reduced.calls[a]?.state == .active && reduced.calls[b]?.state == .incoming)
        #expect(reduced.audio.owner?.calls == [a])
        #expect(reduced.transactions.isEmpty && Set(reduced.providers.keys) == Set(world.domain.providers.keys))
    }

    @Test mutating func `A call that its app was told to end is over in a reduced state`() throws {
        try world.end(a)
        let (reduced, effects) = world.domain.reduced(seed: 2, at: 1)
        #expect(reduced.calls[a] == nil && effects.compactMap(\.words).contains("-a"))
    }

    @Test mutating func `A call that was being answered rings in a reduced state`() throws {
        try world.reportEnded(a)
        try world.ring(b, at: "q")
        try world.answer(b)
        #expect(world.state(b) == .connecting)
        #expect(world.domain.reduced(seed: 2, at: 1).domain.calls[b]?.state == .incoming)
    }
}
