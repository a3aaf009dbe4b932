// SPDX-License-Identifier: MIT

import Testing

@testable import CallCore

struct DeadlinesTests {
    var world: World

    init() throws { world = try World() }

    @Test mutating func `An app has 600 seconds for a start, 60 for an answer and 5 for any other action`() throws {
        try world.start(a)
        #expect(world.deadlines == [600_000_000])
        try world.end(a)
        try world.fulfil(a)
        try world.ring(b)
        try world.answer(b)
        #expect(world.deadlines == [60_000_000])
        try world.fulfil(b)
        for kind: ActionKind in [.setMuted(true), .setHeld(true), .end] {
            try world.request((b, kind))
            #expect(world.deadlines == [5_000_000])
        }
    }

    @Test(
        arguments: [
            ("1", 5_500_000), ("12#", 6_500_000), (",", 7_000_000), ("1,;,2", 12_000_000),
            (String(repeating: ";", count: Limits().digits), 261_000_000),
        ] as [(String, UInt64)])
    mutating func `An app has 5 seconds and the time of the tones and pauses to play tones`(
        _ digits: String, _ time: UInt64
    ) throws {
        try world.talk(a)
        try world.request((a, .playDTMF(digits: digits, .singleTone)))
        #expect(world.deadlines == [time])
    }

    @Test mutating func `A deadline runs from the delivery of an action, not from its acceptance`() throws {
        try world.talk(a)
        try world.ring(b, at: "q")
        try world.answer(b)
        let hold = try world.told(a)
        #expect(world.timers == [.action(hold.action.id)])
        #expect(hold.deadline == world.now + 5_000_000)
        world.now += 1_000_000
        try world.fulfil(a)
        let answer = try world.told(b)
        #expect(answer.deadline == world.now + 60_000_000)
        #expect(world.timers == [.action(answer.action.id)])
    }

    @Test mutating func `A late or repeated completion is refused`() throws {
        try world.talk(a)
        try world.hold(a)
        let hold = try world.told(a).action.id
        try world.miss(a)
        #expect(world.refusal { try $0.complete(hold, .fulfilled(at: 0), at: a) } == .actionAlreadyCompleted)
        #expect(world.state(a) == .active)
        try world.request((a, .setMuted(true)))
        let mute = try world.told(a).action.id
        try world.fulfil(a)
        #expect(world.refusal { try $0.complete(mute, .failed, at: a) } == .actionAlreadyCompleted)
        #expect(world[a]?.muted == true)
    }

    @Test mutating func `A timer that fires for an action that waits changes nothing`() throws {
        try world.talk(a)
        try world.end(a)
        try world.ring(b, at: "q")
        try world.answer(b)
        let transactions = world.domain.transactions
        let answer = try #require(transactions.values.first { $0.current?.call == b }?.current)
        #expect(answer.progress == .waiting)
        #expect(try world.handle(.timerFired(.action(answer.id))) == [])
        #expect(world.domain.transactions[of: answer.id]?.current == answer)
    }

    @Test mutating func `A timer that fires after its action was completed changes nothing`() throws {
        try world.talk(a)
        try world.hold(a)
        let hold = try world.told(a).action.id
        try world.fulfil(a)
        #expect(try world.handle(.timerFired(.action(hold))) == [])
        #expect(try world.handle(.timerFired(.ring(a))) == [])
    }

    @Test mutating func `A mute, a tone or a grouping that times out leaves the call as it was`() throws {
        try world.talk(a)
        try world.exists(b) { $0.state = .held }
        for (kind, word) in [
            (ActionKind.setMuted(true), "mute"), (.playDTMF(digits: "1", .singleTone), "dtmf"),
            (.setGroup(with: b), "group"),
        ] {
            try world.request((a, kind))
            #expect(try world.miss(a) == ["p took too long", "a is active", "failed \(word)-timed-out a"])
        }
        #expect(world[a]?.muted == false)
        #expect(world[a]?.group == GroupID(a))
    }

    @Test mutating func `An outgoing call that does not connect within 600 seconds ends as unanswered`()
        throws
    {
        try world.start(a)
        #expect(!world.timers.contains(.connect(a)))
        try world.fulfil(a)
        #expect(world.effects.contains(.startTimer(.connect(a), after: 600_000_000)))
        try world.reportConnecting(a)
        #expect(try world.handle(.timerFired(.connect(a))) == ["p must end a", "a is ending"])
        try world.fulfil(a)
        #expect(world.removed.first?.endedReason == .unanswered)
        #expect(world.removed.first?.reason == .connectTimedOut)
    }

    @Test mutating func `A connected, ending or answered call has no connect timer`() throws {
        try world.start(a)
        try world.fulfil(a)
        try world.reportConnected(a)
        #expect(!world.timers.contains(.connect(a)))
        try world.end(a)
        try world.fulfil(a)
        try world.exists(b) {
            $0.state = .dialing
            $0.outgoing = true
        }
        #expect(world.timers.contains(.connect(b)))
        try world.end(b)
        #expect(!world.timers.contains(.connect(b)))
        try world.refuse(b)
        #expect(world.timers.contains(.connect(b)))
    }
}
