// SPDX-License-Identifier: MIT

import Testing

@testable import CallCore

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
