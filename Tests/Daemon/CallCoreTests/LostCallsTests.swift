// SPDX-License-Identifier: MIT

import Testing

@testable import CallCore

/// Rule 9: calls that ended because their app was lost, and that the next process of the app reports again. `z.Box` is
/// an app in a sandbox.
struct LostCallsTests {
    private var world: World

    init() throws {
        world = try World()
        try world.register("z.Box", from: .sandboxed("z.Box"))
    }

    /// `a` is held for `b` of the app `q`, which is lost and registers again.
    private mutating func loseOwner() throws {
        try world.talk(a)
        try world.talk(b, at: "q", holding: a)
        try world.lose("q")
        try world.register("q")
    }

    /// The ended calls for the history.
    private func endedCalls() throws -> [CallID] {
        try world.domain.endedCalls(after: 0, for: .app("directory")).map(\.ended.call.id)
    }

    // MARK: The call itself

    @Test(arguments: [CallState.active, .held])
    mutating func `An app that was lost comes back with its call, and the call ends once`(state: CallState) throws {
        try world.directory()
        try world.exists(a)
        try world.lose("p")
        #expect(try endedCalls() == [a])
        try world.register("p")
        let expected = state == .active ? ["p gets audio for a", "+a active"] : ["+a held"]
        #expect(try world.exists(a) { $0.state = state } == expected)
        #expect(world.state(a) == state)
        #expect(try endedCalls() == [] && world.domain.endedCall(a) == nil)
        try world.reportEnded(a)
        #expect(try endedCalls() == [a])
        #expect(try world.domain.endedCalls(after: 1, for: .app("directory")).map(\.number) == [2])
        #expect(world.domain.endedCall(a)?.call.reason == .endedByProvider)
    }

    @Test mutating func `A call that comes back keeps the times from before the loss`() throws {
        try world.talk(a)
        let before = try #require(world[a])
        try world.lose("p")
        try world.register("p")
        try world.exists(a)
        #expect(world[a]?.startedAt == before.startedAt && world[a]?.connectedAt == before.connectedAt)
    }

    @Test mutating func `The times that an app reports come before those from before the loss`() throws {
        try world.talk(a)
        try world.lose("p")
        try world.register("p")
        try world.exists(a) { ($0.startedAt, $0.connectedAt) = (5, 6) }
        #expect(world[a]?.startedAt == 5 && world[a]?.connectedAt == 6)
    }

    @Test mutating func `A call that rang when its app was lost was answered meanwhile, and connects now`() throws {
        try world.ring(a)
        let startedAt = world[a]?.startedAt
        try world.lose("p")
        try world.register("p")
        try world.exists(a)
        #expect(world[a]?.startedAt == startedAt && world[a]?.connectedAt == world.now)
    }

    @Test mutating func `A call that still rings when its app comes back is silent`() throws {
        try world.ring(a)
        try world.lose("p")
        try world.register("p")
        try world.exists(a) { $0.state = .incoming }
        #expect(world[a]?.silenced == true)
        try world.answer(a)
        #expect(try world.fulfil(a).contains("a is active"))
    }

    @Test mutating func `A call that waited for the directory when its app was lost comes back`() throws {
        try world.directory()
        try world.ring(a)
        try world.lose("p")
        #expect(try endedCalls() == [a])
        try world.register("p")
        try world.exists(a)
        #expect(try endedCalls() == [])
    }

    @Test mutating func `An app may be lost with the same call twice`() throws {
        try world.directory()
        try world.exists(a)
        for _ in 1...2 {
            try world.lose("p")
            try world.register("p")
            try world.exists(a)
        }
        try world.lose("p")
        #expect(try endedCalls() == [a])
    }

    // MARK: Refusals

    @Test mutating func `Another identifier cannot come back with the call`() throws {
        try world.talk(a)
        try world.lose("p")
        #expect(world.refusal { try $0.exists(a, at: "q") } == .incomingCallUUIDAlreadyExists)
    }

    @Test mutating func `An app outside the sandbox cannot come back with the call of a sandboxed app`() throws {
        try world.exists(a, at: "z.Box")
        try world.lose("z.Box")
        try world.register("z.Box", from: .app("thief"))
        #expect(world.refusal { try $0.exists(a, at: "z.Box") } == .incomingCallUUIDAlreadyExists)
        try world.lose("z.Box")
        try world.register("z.Box", from: .sandboxed("z.Box"))
        #expect(try world.exists(a, at: "z.Box") == ["z.Box gets audio for a", "+a active"])
    }

    @Test mutating func `A call that ended for another reason does not come back`() throws {
        try world.talk(a)
        try world.reportEnded(a, .failed)
        try world.lose("p")
        try world.register("p")
        #expect(world.refusal { try $0.exists(a) } == .incomingCallUUIDAlreadyExists)
        try world.talk(b)
        try world.command(.invalidate(identifier: "p"), from: .app("p"))
        try world.register("p")
        #expect(world.refusal { try $0.exists(b) } == .incomingCallUUIDAlreadyExists)
    }

    @Test mutating func `A call that was never placed because another app was lost does not come back`() throws {
        try world.talk(a)
        try world.ring(b, at: "q")
        try world.request((b, .answer), (c, .start(at: "p")))
        try world.lose("q")
        #expect(world.domain.endedCall(c)?.call.reason == .providerLost)
        #expect(world.refusal { try $0.exists(c) { $0.outgoing = true } } == .incomingCallUUIDAlreadyExists)
    }

    @Test mutating func `A refused report leaves the call among the ended ones`() throws {
        try world.directory()
        try world.exists(a)
        try world.lose("p")
        try world.register("p") { $0.maximumCallGroups = 1 }
        try world.exists(b)
        #expect(world.refusal { try $0.exists(a) } == .incomingMaximumCallGroupsReached)
        #expect(try endedCalls() == [a])
    }

    // MARK: Calls that were held for it

    @Test mutating func `A held call resumes when the call that came back is ended here`() throws {
        try loseOwner()
        #expect(world.state(a) == .held && world[a]?.heldFor == nil)
        // The bridge reports every call as held, and then asks for the audio.
        try world.exists(b, at: "q") { $0.state = .held }
        #expect(world[a]?.heldFor == b && world[a]?.reasonCall == b)
        try world.resume(b)
        #expect(try world.fulfil(b) == ["q gets audio for b", "b is active", "done"])
        try world.end(b)
        #expect(try world.fulfil(b).contains("p must resume a"))
        #expect(try world.fulfil(a) == ["p gets audio for a", "a is active"])
    }

    @Test mutating func `A held call stays held when the other side ends the call that came back`() throws {
        try loseOwner()
        try world.exists(b, at: "q")
        #expect(try world.reportEnded(b) == ["q loses audio of b", "b is ended", "-b", "a is held"])
        #expect(world[a]?.heldFor == nil)
    }

    @Test mutating func `A call that the user resumed meanwhile is not held for the call that comes back`() throws {
        try loseOwner()
        try world.resume(a)
        try world.fulfil(a)
        try world.exists(b, at: "q") { $0.state = .held }
        #expect(world.state(a) == .active && world[a]?.heldFor == nil)
        #expect(world.domain.occupancy.awaited.isEmpty)
    }

    @Test mutating func `A call that is held for another call meanwhile does not wait for the lost call`() throws {
        try loseOwner()
        try world.resume(a)
        try world.fulfil(a)
        try world.talk(c, at: "r", holding: a)
        try world.exists(b, at: "q") { $0.state = .held }
        #expect(world[a]?.heldFor == c)
        try world.end(c)
        #expect(try world.fulfil(c).contains("p must resume a"))
    }

    @Test mutating func `A call resumes at once when the app of a call that had not connected is lost`() throws {
        try world.talk(a)
        try world.start(b, at: "q")
        try world.fulfil(a)
        #expect(try world.lose("q").contains("p must resume a"))
        #expect(world.domain.occupancy.awaited.isEmpty)
    }

    @Test mutating func `An app that was lost too comes back first, and its call is held for the other again`() throws {
        try world.talk(a)
        try world.talk(b, at: "q", holding: a)
        try world.lose("q")
        try world.lose("p")
        try world.register("p")
        try world.register("q")
        try world.exists(a) { ($0.state, $0.heldFor) = (.held, b) }
        #expect(world[a]?.heldFor == nil)
        try world.exists(b, at: "q")
        #expect(world[a]?.heldFor == b)
    }
}
