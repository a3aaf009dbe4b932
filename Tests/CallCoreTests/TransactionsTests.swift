// SPDX-License-Identifier: MIT

import Testing

@testable import CallCore

struct TransactionsTests {
    var world: World

    init() throws { world = try World() }

    @Test mutating func `the next action is delivered when the last is fulfilled, and completion comes last`() throws {
        try world.ring(a)
        #expect(try world.request((a, .answer), (a, .setMuted(true))) == ["p must answer a", "a is connecting"])
        #expect(try world.fulfil(a) == ["p gets audio for a", "p must mute a", "a is active"])
        #expect(try world.fulfil(a) == ["a is active", "done"])
    }

    @Test mutating func `when one fails the rest is not delivered, and a start among them fails`() throws {
        try world.talk(a)
        try world.request((a, .setMuted(true)), (b, .start(at: "q")))
        #expect(world.state(b) == .dialing)
        #expect(try world.refuse(a) == ["a is active", "b is ended", "-b", "failed mute-failed a"])
    }

    @Test mutating func `an app is told all its actions with the first one, and may fulfil them early`() throws {
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

    @Test mutating func `an action that was fulfilled early keeps its place in the Index of the next`() throws {
        try world.ring(a)
        try world.request((a, .answer), (a, .setMuted(true)), (a, .playDTMF(digits: "1", .singleTone)))
        try world.complete(try world.told(a).announced[1].id, .fulfilled(at: 0), at: a)
        try world.fulfil(a)
        let last = try world.told(a)
        #expect(last.action.words == "play 1 to a")
        #expect((last.index, last.count) == (2, 3))
    }

    @Test mutating func `an early completion counts once`() throws {
        try world.ring(a)
        try world.request((a, .answer), (a, .setMuted(true)))
        let mute = try world.told(a).announced[1].id
        try world.complete(mute, .failed, at: a)
        #expect(world.refusal { try $0.complete(mute, .fulfilled(at: 0), at: a) } == .actionAlreadyCompleted)
        #expect(try world.fulfil(a).last == "failed mute-failed a")
    }

    @Test mutating func `only the app itself may complete its actions`() throws {
        try world.ring(a)
        try world.answer(a)
        let answer = try world.told(a).action.id
        #expect(
            world.refusal { try $0.command(.complete(answer, .fulfilled(at: 0)), from: .app("q")) } == .unentitled)
        #expect(
            world.refusal { try $0.command(.complete(ActionID(high: 1, low: 1), .failed), from: .app("p")) }
                == .unknownAction)
    }

    @Test mutating func `a request is refused as a whole`() throws {
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

    @Test mutating func `a transaction is accepted if what comes first makes the rest possible`() throws {
        try world.ring(a)
        try world.request((a, .answer), (a, .setHeld(true)), (a, .setHeld(false)), (a, .end))
        for _ in 0..<3 { try world.fulfil(a) }
        #expect(try world.fulfil(a).last == "done")
    }

    @Test mutating func `a start of one's own and its end can be one transaction`() throws {
        try world.request((a, .start(at: "p")), (a, .end))
        try world.fulfil(a)
        #expect(try world.fulfil(a) == ["p loses audio of a", "a is ended", "-a", "done"])
    }

    @Test mutating func `an action of another call is not pending at this one`() throws {
        try world.talk(a)
        try world.ring(b, at: "q")
        try world.answer(b)
        #expect(world[a]?.pending.map(\.kind) == [.setHeld(true)])
        #expect(world[a]?.pending.first?.isDelivered == true)
        #expect(world[b]?.pending.map(\.kind) == [.answer])
        #expect(world[b]?.pending.first?.isDelivered == false)
    }

    @Test mutating func `a shell says so, a headset too, and the token goes with every action`() throws {
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

    @Test mutating func `each call and the audio is announced once, however much happens to it`() throws {
        try world.talk(a)
        try world.talk(b, at: "q", holding: a)
        try world.end(b)
        try world.fulfil(b)
        let audio = world.effects.filter { if case .audioChanged = $0 { true } else { false } }
        #expect(audio.count == 1)
        #expect(world.effects.compactMap(\.words).filter { $0.hasPrefix("a is") }.count == 1)
    }

    @Test mutating func `who asks for what makes room for another is told of that alone`() throws {
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

    @Test mutating func `a hold that is asked for while one makes room is meant to last`() throws {
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

    @Test mutating func `whoever asked is told what was put in to make room, also when that failed`() throws {
        try world.talk(a)
        try world.ring(b, at: "q")
        try world.answer(b)
        try world.refuse(a)
        #expect(inserted == ["hold a"])
        try world.answer(b)
        try world.fulfil(a)
        try world.fulfil(b)
        #expect(inserted == ["hold a"])
        try world.end(b)
        try world.fulfil(b)
        #expect(inserted == [])
    }

    /// What the last step's completed transaction had put in.
    private var inserted: [String]? {
        for case .transactionCompleted(_, _, _, let inserted) in world.effects { return inserted.map(\.words) }
        return nil
    }
}
