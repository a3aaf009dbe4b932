// SPDX-License-Identifier: MIT

import Testing

@testable import CallCore

struct TransactionsTests {
    var world: World

    init() throws { world = try World() }

    @Test mutating func `The next action is delivered after the last is fulfilled, and the completion comes last`()
        throws
    {
        try world.ring(a)
        #expect(try world.request((a, .answer), (a, .setMuted(true))) == ["p must answer a", "a is connecting"])
        #expect(try world.fulfil(a) == ["p gets audio for a", "p must mute a", "a is active"])
        #expect(try world.fulfil(a) == ["a is active", "done"])
    }

    @Test mutating func `After a failed action the rest is not delivered, and a start among them fails`() throws {
        try world.talk(a)
        try world.request((a, .setMuted(true)), (b, .start(at: "q")))
        #expect(world.state(b) == .dialing)
        #expect(try world.refuse(a) == ["a is active", "b is ended", "-b", "failed mute-failed a"])
    }

    @Test mutating func `An app is told all its actions with the first one and may fulfil them early`() throws {
        try world.ring(a)
        try world.request((a, .answer), (a, .setMuted(true)), (b, .start(at: "q")))
        let first = try world.told(a)
        #expect(first.announced.map(\.words) == ["answer a", "mute a"])
        #expect((first.index, first.count) == (0, 2))
        #expect(try world.complete(first.announced[1].id, .fulfilled(at: 0), at: a) == [])
        #expect(world[a]?.muted == false)
        #expect(try world.fulfil(a) == ["p gets audio for a", "p must hold a", "a is active"])
        #expect(world[a]?.muted == true)
    }

    @Test mutating func `The Index of an action counts the actions that were fulfilled early`() throws {
        try world.ring(a)
        try world.request((a, .answer), (a, .setMuted(true)), (a, .playDTMF(digits: "1", .singleTone)))
        try world.complete(try world.told(a).announced[1].id, .fulfilled(at: 0), at: a)
        try world.fulfil(a)
        let last = try world.told(a)
        #expect(last.action.words == "play 1 to a")
        #expect((last.index, last.count) == (2, 3))
    }

    @Test mutating func `An early completion counts once`() throws {
        try world.ring(a)
        try world.request((a, .answer), (a, .setMuted(true)))
        let mute = try world.told(a).announced[1].id
        try world.complete(mute, .failed, at: a)
        #expect(world.refusal { try $0.complete(mute, .fulfilled(at: 0), at: a) } == .actionAlreadyCompleted)
        #expect(try world.fulfil(a).last == "failed mute-failed a")
    }

    @Test mutating func `Only the app itself may complete its actions`() throws {
        try world.ring(a)
        try world.answer(a)
        let answer = try world.told(a).action.id
        #expect(
            world.refusal { try $0.command(.complete(answer, .fulfilled(at: 0)), from: .app("q")) } == .unentitled)
        #expect(
            world.refusal { try $0.command(.complete(ActionID(high: 1, low: 1), .failed), from: .app("p")) }
                == .unknownAction)
    }

    @Test mutating func `A request is refused as a whole`() throws {
        #expect(world.refusal { try $0.request() } == .emptyTransaction)
        #expect(world.refusal { try $0.start(a, at: "nobody") } == .unknownCallProvider)
        #expect(world.refusal { try $0.request((a, .start(at: "p")), (b, .end)) } == .unknownCallUUID)
        #expect(world.refusal { try $0.request((a, .start(at: "p")), (a, .answer)) } == .invalidAction)
        #expect(
            world.refusal { try $0.request((a, .start(at: "p")), (a, .end), (a, .setMuted(true))) } == .invalidAction)
        #expect(
            world.refusal { try $0.request((a, .start(at: "p")), (a, .start(at: "q"))) }
                == .requestCallUUIDAlreadyExists)
        try world.talk(b)
        #expect(world.refusal { try $0.request((b, .end), (b, .setHeld(true))) } == .invalidAction)
        #expect(world.refusal { try $0.start(b) } == .requestCallUUIDAlreadyExists)
    }

    @Test mutating func `A transaction is accepted if its first actions make the later actions possible`() throws {
        try world.ring(a)
        try world.request((a, .answer), (a, .setHeld(true)), (a, .setHeld(false)), (a, .end))
        for _ in 0..<3 { try world.fulfil(a) }
        #expect(try world.fulfil(a).last == "done")
    }

    @Test mutating func `A start and the end of the same call can be one transaction`() throws {
        try world.request((a, .start(at: "p")), (a, .end))
        try world.fulfil(a)
        #expect(try world.fulfil(a) == ["p loses audio of a", "a is ended", "-a", "done"])
    }

    @Test mutating func `An action of another call is not pending at this call`() throws {
        try world.talk(a)
        try world.ring(b, at: "q")
        try world.answer(b)
        #expect(world[a]?.pending.map(\.kind) == [.setHeld(true)])
        #expect(world[a]?.pending.first?.isDelivered == true)
        #expect(world[b]?.pending.map(\.kind) == [.answer])
        #expect(world[b]?.pending.first?.isDelivered == false)
    }

    @Test mutating func `Each action carries its origin and the activation token`() throws {
        try world.shell()
        try world.ring(a)
        var request = Request([.init(call: a, kind: .answer)])
        request.isFromHeadset = true
        request.activationToken = "token"
        try world.command(.request(request), from: .app("shell"))
        #expect(try world.told(a).origin == .headset)
        #expect(try world.told(a).activationToken == "token")
        try world.fulfil(a)
        try world.request((a, .setMuted(true)), from: .app("shell"))
        #expect(try world.told(a).origin == .shell)
        try world.fulfil(a)
        try world.request((a, .setMuted(false)), from: .app("q"))
        #expect(try world.told(a).origin == .other)
    }

    @Test mutating func `Each call and the audio are announced once per event`() throws {
        try world.talk(a)
        try world.talk(b, at: "q", holding: a)
        try world.end(b)
        try world.fulfil(b)
        let audio = world.effects.filter { if case .audioChanged = $0 { true } else { false } }
        #expect(audio.count == 1)
        #expect(world.effects.compactMap(\.words).filter { $0.hasPrefix("a is") }.count == 1)
    }

    @Test mutating func `A requester of an action that makes room is told about that action only`() throws {
        try world.talk(a)
        try world.update(a) { $0.supportsHolding = false }
        try world.ring(b, at: "q")
        try world.answer(b)
        let answer = world.transaction
        #expect(!(try world.end(a).contains("p must end a")))
        #expect(world.transaction != answer)
        #expect(try world.fulfil(a).suffix(4) == ["a is ended", "-a", "b is connecting", "done"])
        #expect(try world.refuse(b) == ["b is ended", "-b", "failed answer-failed b"])
    }

    @Test mutating func `A requested hold stays, although another hold of the call only made room`() throws {
        try world.talk(a)
        try world.ring(b, at: "q")
        try world.answer(b)
        try world.hold(a)
        try world.fulfil(a)
        try world.fulfil(b)
        try world.fulfil(a)
        try world.end(b)
        #expect(!(try world.fulfil(b).contains("p must resume a")))
        #expect(world.state(a) == .held)
    }

    @Test mutating func `The requester is told about inserted actions, also when they failed`() throws {
        try world.talk(a)
        try world.ring(b, at: "q")
        try world.answer(b)
        try world.refuse(a)
        #expect(inserted == ["hold a"])
        try world.update(a) { $0.supportsHolding = true }
        try world.answer(b)
        try world.fulfil(a)
        try world.fulfil(b)
        #expect(inserted == ["hold a"])
        try world.end(b)
        try world.fulfil(b)
        #expect(inserted == [])
    }

    /// The actions that the service added to the transaction that the last step completed; nil if it completed none.
    private var inserted: [String]? {
        for case .transactionCompleted(_, _, _, let inserted) in world.effects { return inserted.map(\.words) }
        return nil
    }
}

/// A sandboxed app that performs nothing cannot fill the lane with its requests.
struct LaneTests {
    private let most = Limits().waitingTransactionsPerSandbox
    private let sandbox = Caller.sandboxed("s")
    private var world: World

    init() throws {
        world = try World()
        try world.register("s", from: sandbox) { $0.maximumCallGroups = 20 }
    }

    /// Lets calls of the sandboxed app ring.
    private mutating func ring(_ count: Int) throws -> [CallID] {
        let calls = (1...count).map { CallID(high: 7, low: UInt64($0)) }
        for call in calls { try world.ring(call, at: "s") }
        return calls
    }

    @Test mutating func `A sandboxed app that performs nothing delays the answer of another app by five ends`() throws {
        let calls = try ring(most + 2)
        // The first one has left the lane: its app has it.
        for call in calls.dropLast() { try world.request((call, .answer), from: sandbox) }
        let last = try #require(calls.last)
        #expect(world.refusal { try $0.request((last, .answer), from: sandbox) } == .limitsExceeded)
        try world.ring(a)
        try world.answer(a)
        var ends = 0
        while world[a]?.state == .incoming {
            let ending = try #require(calls.first { world.state($0) == .ending })
            try world.miss(ending)
            ends += 1
        }
        #expect(ends == most + 1)
        try world.fulfil(a)
        #expect(world[a]?.state == .active)
    }

    @Test mutating func `A sandboxed app may answer again when a turn of its own has come`() throws {
        let calls = try ring(most + 2)
        for call in calls.dropLast() { try world.request((call, .answer), from: sandbox) }
        try world.fulfil(calls[0])
        let last = try #require(calls.last)
        try world.request((last, .answer), from: sandbox)
    }

    @Test mutating func `Neither an end of a sandboxed app nor a shell's answer counts among these`() throws {
        let calls = try ring(most + 3)
        for call in calls.dropLast(2) { try world.request((call, .answer), from: sandbox) }
        try world.request((calls[most], .end), from: sandbox)
        for call in calls.suffix(2) { try world.answer(call) }
    }
}
