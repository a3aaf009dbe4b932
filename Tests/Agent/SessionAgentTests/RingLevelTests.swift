// SPDX-License-Identifier: MIT

import Testing

@testable import PulseAudio
@testable import SessionAgent

/// How loud a ring is, decided from the settings, the time, and what a sound server shows.
struct RingLevelTests {
    private typealias Plan = RingLevel.Plan
    private static let second: UInt64 = 1_000_000
    private static let half: UInt32 = 32_768

    private static func server(_ streams: SoundServerState.Stream...) -> SoundServerState {
        RingCheckTests.server([RingCheckTests.device(3, "speaker")], streams)
    }

    private static func stream(
        _ volume: [UInt32], index: UInt32 = 9, on device: UInt32? = 3, isMuted: Bool = false
    ) -> SoundServerState.Stream {
        RingCheckTests.stream(index, on: device, volume: volume, isMuted: isMuted)
    }

    @Test func `A ring without settings is as loud as the mixer says`() {
        var level = RingLevel(Plan(), now: 0)
        #expect(level.look(at: Self.server(Self.stream([20_000, 30_000])), now: 0).isEmpty)
        #expect(level.deadline(after: 0) == nil)
    }

    @Test func `Each stream of a ring gets the volume once, on each of its channels`() {
        var level = RingLevel(Plan(percent: 50), now: 0)
        let new = Self.server(Self.stream([65_536, 65_536]))
        #expect(level.look(at: new, now: 0) == [.setPlaybackVolume(9, [Self.half, Self.half])])
        // The server has not answered yet.
        #expect(level.look(at: new, now: 1).isEmpty)
        // Servers convert volumes.
        let set = Self.stream([Self.half + 3, Self.half + 3])
        #expect(level.look(at: Self.server(set), now: 2).isEmpty)
        let two = Self.server(set, Self.stream([65_536], index: 10))
        #expect(level.look(at: two, now: 3) == [.setPlaybackVolume(10, [Self.half])])
        #expect(level.deadline(after: 3) == nil)
    }

    @Test func `A volume that the user sets during the ring stays until its end`() {
        for first in [Self.half, 65_536] as [UInt32] {
            var level = RingLevel(Plan(percent: 50), now: 0)
            _ = level.look(at: Self.server(Self.stream([first])), now: 0)
            _ = level.look(at: Self.server(Self.stream([Self.half])), now: 1)
            #expect(!level.isUsers)
            #expect(level.look(at: Self.server(Self.stream([10_000])), now: 2).isEmpty)
            #expect(level.isUsers)
            #expect(level.look(at: Self.server(Self.stream([65_536], index: 10)), now: 3).isEmpty)
        }
    }

    @Test func `A volume that the server restores after the request is no choice of the user`() {
        var level = RingLevel(Plan(percent: 50), now: 0)
        _ = level.look(at: Self.server(Self.stream([65_536])), now: 0)
        let restored = Self.server(Self.stream([40_000]))
        #expect(level.look(at: restored, now: 1) == [.setPlaybackVolume(9, [Self.half])])
        #expect(level.look(at: restored, now: 2).isEmpty)
        #expect(level.look(at: Self.server(Self.stream([Self.half])), now: 3).isEmpty && !level.isUsers)
    }

    @Test func `A stream that is muted, at volume 0 or not connected stays as it is`() {
        var level = RingLevel(Plan(percent: 50), now: 0)
        for stream in [
            Self.stream([65_536], isMuted: true), Self.stream([0, 0]), Self.stream([65_536], on: nil),
            RingCheckTests.stream(9, on: 3, id: "org.example.Music"),
        ] {
            #expect(level.look(at: Self.server(stream), now: 0).isEmpty)
        }
        #expect(!level.isUsers)
    }

    @Test func `A ring becomes louder in steps until it has its volume`() {
        let plan = Plan(percent: 100, fadeIn: 10 * Self.second)
        var level = RingLevel(plan, now: 5 * Self.second)
        var present: UInt32 = 65_536
        var (now, levels) = (5 * Self.second, [UInt32]())
        while true {
            for operation in level.look(at: Self.server(Self.stream([present])), now: now) {
                guard case .setPlaybackVolume(9, let volume) = operation else { return _ = Issue.record() }
                present = volume[0]
            }
            levels.append(present)
            guard let deadline = level.deadline(after: now) else { break }
            #expect(deadline > now)
            now = deadline
        }
        #expect(levels.count == 11 && levels == levels.sorted() && Set(levels).count == 11)
        #expect(levels.first == plan.first && plan.first == 65_536 * 2 / 5 && levels.last == 65_536)
        #expect(now == 15 * Self.second)
    }

    @Test func `A user who makes a ring softer while it becomes louder is not overruled`() {
        var level = RingLevel(Plan(percent: 100, fadeIn: 10 * Self.second), now: 0)
        let first = level.plan.first
        _ = level.look(at: Self.server(Self.stream([65_536])), now: 0)
        _ = level.look(at: Self.server(Self.stream([first])), now: 1)
        #expect(level.look(at: Self.server(Self.stream([5_000])), now: 9 * Self.second).isEmpty)
        #expect(level.isUsers && level.deadline(after: 9 * Self.second) == nil)
    }

    @Test func `A time before the beginning changes nothing`() {
        let level = RingLevel(Plan(percent: 50, fadeIn: Self.second), now: 10)
        #expect(level.level(at: 0) == level.plan.first)
        #expect(level.level(at: .max) == Self.half)
    }
}
