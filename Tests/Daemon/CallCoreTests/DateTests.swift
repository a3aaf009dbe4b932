// SPDX-License-Identifier: MIT

import Testing

@testable import CallCore

/// Somebody sets the date of the machine.
struct DateTests {
    private var world: World

    init() throws { world = try World() }

    private static let hour: Int64 = 3_600_000_000

    @Test(arguments: [hour, 10 * 365 * 24 * hour])
    mutating func `The times of a call that goes on move with the date, and its duration stays`(jump: Int64) throws {
        world.now = 1_795_378_503_000_000
        try world.talk(a)
        let before = try #require(world[a])
        for direction in [jump, -jump] {
            world.now = UInt64(Int64(world.now) + direction)
            try world.handle(.dateJumped(by: direction))
            let call = try #require(world[a])
            let moved = Int64(call.connectedAt) - Int64(before.connectedAt)
            #expect(moved == (direction > 0 ? jump : 0))
            #expect(call.connectedAt - call.startedAt == before.connectedAt - before.startedAt)
            #expect(world.now - call.connectedAt < 100)
            // The clients are told.
            #expect(world.effects.contains { if case .callChanged(_, let told) = $0 { told == call } else { false } })
        }
    }

    @Test mutating func `The times of a call that waits for the directory move with the date`() throws {
        world.now = 1_795_378_503_000_000
        try world.directory()
        try world.ring(a)
        world.now += UInt64(Self.hour)
        try world.handle(.dateJumped(by: Self.hour))
        try world.decide(a, .allow)
        #expect(world.now - (world[a]?.startedAt ?? 0) < 100)
    }

    @Test(arguments: [(3, 5), (5, 5), (6, 6), (.max, nil)] as [(UInt64, UInt64?)])
    mutating func `A call connects between its start and now, whatever date its provider gives`(
        date: UInt64, connected: UInt64?
    ) throws {
        world.now = 1_000
        try world.exists(a) { ($0.startedAt, $0.connectedAt) = (5, date) }
        #expect(world[a]?.startedAt == 5 && world[a]?.connectedAt == connected ?? world.now)
    }

    @Test mutating func `A time that is not known yet stays unknown, and no time is before 1970`() throws {
        try world.ring(a)
        try world.handle(.dateJumped(by: -10 * Self.hour))
        #expect(world[a]?.startedAt == 1 && world[a]?.connectedAt == 0 && world[a]?.connectingAt == 0)
        try world.handle(.dateJumped(by: .max))
        #expect(world[a]?.startedAt == 1)
    }

    @Test mutating func `The times of an ended call stay as they are`() throws {
        world.now = 1_795_378_503_000_000
        try world.talk(a)
        try world.reportEnded(a)
        let before = world.domain.stories.recentlyEnded
        #expect(try world.handle(.dateJumped(by: Self.hour)).isEmpty && world.effects.isEmpty)
        #expect(world.domain.stories.recentlyEnded == before)
    }
}
