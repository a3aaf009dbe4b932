// SPDX-License-Identifier: MIT

import Testing

@testable import CallCore

/// Calls that do-not-disturb, or the call that the user is in, silences or refuses.
struct QuietCallsTests {
    var world: World
    private let ada = Handle(kind: .phoneNumber, value: "+1")
    private let bob = Handle(kind: .phoneNumber, value: "+2")

    init() throws { world = try World(cellular: ["m": 1000], providers: ["p", "q", "m"]) }

    /// A row for each pair of do-not-disturb and of the user's wish about other calls.
    struct Row: Sendable, CustomTestStringConvertible {
        let doNotDisturb: Bool
        let silences: Bool
        let whileInCall: WhileInCall
        /// Without another call, and during one.
        let alone: String
        let inCall: String

        init(_ state: (Bool, Bool, WhileInCall), alone: String, inCall: String) {
            (doNotDisturb, silences, whileInCall) = state
            (self.alone, self.inCall) = (alone, inCall)
        }

        var testDescription: String { "\(doNotDisturb) \(silences) \(whileInCall)" }
    }

    private static let disturbed = "IncomingCall.FilteredByDoNotDisturb"
    private static let busy = "IncomingCall.Busy"

    @Test(arguments: [
        Row((false, false, .soft), alone: "ring", inCall: "call-waiting"),
        Row((false, false, .silent), alone: "ring", inCall: "silent"),
        Row((false, false, .busy), alone: "ring", inCall: busy),
        Row((false, true, .soft), alone: "ring", inCall: "call-waiting"),
        Row((false, true, .silent), alone: "ring", inCall: "silent"),
        Row((false, true, .busy), alone: "ring", inCall: busy),
        Row((true, false, .soft), alone: disturbed, inCall: disturbed),
        Row((true, false, .silent), alone: disturbed, inCall: disturbed),
        Row((true, false, .busy), alone: disturbed, inCall: disturbed),
        Row((true, true, .soft), alone: "silent", inCall: "silent"),
        Row((true, true, .silent), alone: "silent", inCall: "silent"),
        Row((true, true, .busy), alone: "silent", inCall: busy),
    ])
    mutating func `Do-not-disturb and the present call decide what becomes of another call`(_ row: Row) throws {
        var talking = world
        try talking.talk(a)
        try wish(row, &world)
        try wish(row, &talking)
        #expect(try fate(&world) == row.alone)
        #expect(try fate(&talking) == row.inCall)
    }

    private func wish(_ row: Row, _ world: inout World) throws {
        try world.shell {
            ($0.doNotDisturb, $0.doNotDisturbSilences) = (row.doNotDisturb, row.silences)
            $0.whileInCall = row.whileInCall
        }
    }

    /// What becomes of a call: its alert, or its refusal.
    private func fate(_ world: inout World, of call: CallID = b) throws -> String {
        try world.ring(call, at: "q")
        if case .filtered(let error) = world.answer { return error.code.rawValue }
        return world.domain.audio.alert.rawValue
    }

    @Test mutating func `A call refused as busy is remembered with its filter, and a repeated report is refused again`()
        throws
    {
        try world.talk(a)
        try world.shell { $0.whileInCall = .busy }
        #expect(try fate(&world) == Self.busy)
        let refused = try #require(world.domain.endedCall(b))
        #expect(refused.call.endedReason == .filtered && refused.call.filteredBy == .busy)
        try world.end(a)
        try world.fulfil(a)
        #expect(try fate(&world) == Self.busy)
        #expect(try fate(&world, of: c) == "ring")
    }

    @Test(arguments: [WhileInCall.silent, .busy])
    mutating func `An observed call counts as a call, and a held or ringing one does not`(_ wish: WhileInCall) throws {
        try world.shell { $0.whileInCall = wish }
        var ringing = world
        try ringing.ring(a)
        #expect(try fate(&ringing) == "ring")
        var held = world
        try held.talk(a)
        try held.hold(a)
        try held.fulfil(a)
        #expect(try fate(&held) == "ring")
        try world.observe(a)
        #expect(try fate(&world) == (wish == .busy ? Self.busy : "silent"))
    }

    @Test(arguments: [WhileInCall.silent, .busy])
    mutating func `Allowed callers and repeated callers ring softly during a call`(_ wish: WhileInCall) throws {
        try world.talk(a)
        try world.shell { ($0.whileInCall, $0.allowed) = (wish, [bob]) }
        try world.ring(b, at: "q") { $0.remoteHandle = .some(bob) }
        #expect(world.domain.audio.alert == .callWaiting)
        try world.reportEnded(b)
        try world.ring(c, at: "q") { $0.remoteHandle = .some(ada) }
        #expect(world.domain.audio.alert == (wish == .busy ? .none : .silent))
        #expect(world.timers.contains(.repeatCaller(ada)))
        if wish == .silent { try world.reportEnded(c) }
        try world.ring(d, at: "q") { $0.remoteHandle = .some(ada) }
        #expect(world.domain.audio.alert == .callWaiting)
    }

    @Test mutating func `Callers that the directory knows ring softly during a call if the user allows them`() throws {
        try world.talk(a)
        try world.shell { ($0.whileInCall, $0.allowedRelations) = (.busy, [.contact]) }
        try world.directory()
        for (call, relation) in [(b, Relation.favourite), (c, .contact)] {
            try world.ring(call, at: "q") { $0.remoteHandle = .some(Handle(kind: .generic, value: call.name)) }
            try world.decide(call, .allow) { $0.relation = .some(relation) }
        }
        #expect(world.state(b) == nil && world.domain.endedCall(b)?.call.filteredBy == .busy)
        #expect(world.state(c) == .incoming && world.domain.audio.alert == .callWaiting)
    }

    @Test mutating func `A call that waited for the directory is decided by what the user does at its end`() throws {
        try world.shell { $0.whileInCall = .silent }
        try world.directory()
        try world.ring(b, at: "q")
        try world.observe(a)
        try world.decide(b, .allow)
        #expect(world.state(b) == .incoming && world.domain.audio.alert == .silent)
    }

    @Test mutating func `An emergency call is never silent and never busy`() throws {
        try world.talk(a)
        try world.shell { ($0.whileInCall, $0.doNotDisturb, $0.doNotDisturbSilences) = (.busy, true, true) }
        try world.ring(b, at: "m") { $0.emergency = true }
        #expect(world.state(b) == .incoming && world[b]?.silenced == false)
    }

    @Test mutating func `A call that rings goes on when the user answers another one`() throws {
        try world.shell { $0.whileInCall = .busy }
        try world.ring(b, at: "q")
        try world.talk(a)
        #expect(world.state(b) == .incoming && world.domain.audio.alert == .callWaiting)
    }

    @Test mutating func `Calls refused as busy share the number of refusals of do-not-disturb`() throws {
        var limits = Limits()
        limits.refusedCallsPerApp = 1
        world = try World(limits: limits)
        try world.register("z.Sandboxed", from: .sandboxed("z.Sandboxed"))
        try world.talk(a)
        try world.shell { $0.whileInCall = .busy }
        try world.ring(b, at: "z.Sandboxed")
        try world.shell { $0.doNotDisturb = true }
        try world.ring(c, at: "z.Sandboxed")
        #expect(world.domain.recentlyEnded.map(\.call.id) == [b])
    }
}
