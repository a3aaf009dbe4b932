// SPDX-License-Identifier: MIT

import Testing

@testable import CallCore

/// An end that declines: it never ends a call that somebody has answered.
struct DeclineTests {
    var world: World

    init() throws { world = try World() }

    @Test mutating func `A declined call ends at its app as declined`() throws {
        try world.ring(a)
        #expect(try world.decline(a).contains("p must end a"))
        try world.fulfil(a)
        #expect(world.removed.first?.endedReason == .declined)
    }

    @Test mutating func `A call whose answer was accepted cannot be declined, in any state that follows`() throws {
        try world.ring(a)
        try world.answer(a)
        #expect(world.refusal { try $0.decline(a) } == .requestCallAnswered)
        try world.fulfil(a)
        #expect(world.refusal { try $0.decline(a) } == .requestCallAnswered)
        try world.hold(a)
        try world.fulfil(a)
        #expect(world.refusal { try $0.decline(a) } == .requestCallAnswered)
        try world.end(a)
        #expect(world.refusal { try $0.decline(a) } == .requestCallAnswered)
    }

    @Test mutating func `A call whose answer waits for its turn cannot be declined`() throws {
        try world.talk(a)
        try world.ring(b, at: "q")
        try world.answer(b)
        #expect(world.state(b) == .incoming)
        #expect(world.refusal { try $0.decline(b) } == .requestCallAnswered)
    }

    @Test mutating func `A call whose answer failed because of another call rings again and can be declined`() throws {
        try world.talk(a)
        try world.ring(b, at: "q")
        try world.answer(b)
        try world.refuse(a)
        #expect(try world.decline(b).contains("q must end b"))
    }

    @Test mutating func `An outgoing call cannot be declined`() throws {
        try world.start(a)
        #expect(world.refusal { try $0.decline(a) } == .invalidAction)
        try world.fulfil(a)
        #expect(world.refusal { try $0.decline(a) } == .invalidAction)
    }

    @Test mutating func `Two shells that decline one call get the same transaction`() throws {
        try world.ring(a)
        try world.decline(a)
        let first = world.transaction
        #expect(try world.decline(a).isEmpty)
        #expect(world.transaction == first)
    }

    @Test mutating func `One answered call refuses a whole transaction that declines it`() throws {
        try world.ring(a)
        try world.ring(b, at: "q")
        try world.answer(b)
        let decline = Request([a, b].map { Request.Item(call: $0, kind: .end, onlyIfRinging: true) })
        #expect(world.refusal { try $0.command(.request(decline), from: .user) } == .requestCallAnswered)
        #expect(world.state(a) == .incoming)
    }

    @Test mutating func `A transaction that answers a call cannot decline it afterwards`() throws {
        try world.ring(a)
        let both = Request([
            Request.Item(call: a, kind: .answer), Request.Item(call: a, kind: .end, onlyIfRinging: true),
        ])
        #expect(world.refusal { try $0.command(.request(both), from: .user) } == .requestCallAnswered)
    }
}
