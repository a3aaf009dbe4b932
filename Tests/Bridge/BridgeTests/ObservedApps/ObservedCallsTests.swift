// SPDX-License-Identifier: MIT

import BridgeCore
import CallContract
import Testing

/// When microphone streams count as a call, with given times in seconds.
struct ObservedCallsTests {
    private typealias Recorder = ObservedCalls.Recorder

    private var calls = ObservedCalls()
    private let zoom: Recorder
    private let discord: Recorder

    init() throws {
        zoom = Recorder(try #require(ObservedApp("Zoom", ["zoom"])), process: 100)
        discord = Recorder(try #require(ObservedApp("Discord", ["Discord"])), process: 0)
    }

    private static func time(_ seconds: Double) -> Time { Time(seconds * 1_000_000) }
    private var deadline: Double? { calls.deadline.map { Double($0) / 1_000_000 } }

    /// The sound server shows these streams, and no others.
    private mutating func show(_ shown: [Recorder: Set<UInt32>], at seconds: Double) -> [ObservedCalls.Effect] {
        calls.handle(.shown(shown.mapValues { .records($0) }), at: Self.time(seconds))
    }

    private mutating func wait(until seconds: Double) -> [ObservedCalls.Effect] {
        calls.handle(.timeCame, at: Self.time(seconds))
    }

    /// An app has a call since the time 5.
    private mutating func talk() {
        _ = show([zoom: [1]], at: 0)
        _ = wait(until: 5)
    }

    @Test mutating func `A stream that lasts for five seconds is a call until two seconds after its end`() {
        #expect(show([zoom: [1]], at: 10) == [])
        #expect(deadline == 15)
        #expect(wait(until: 15) == [.begin(zoom, stream: 1)])
        #expect(deadline == nil)
        #expect(show([:], at: 60) == [])
        #expect(deadline == 62)
        #expect(wait(until: 62) == [.end(zoom, .localEnded)])
        #expect(deadline == nil && calls.isEmpty)
    }

    @Test mutating func `A stream that ends before five seconds have passed is no call, and leaves no timer`() {
        _ = show([zoom: [1]], at: 0)
        #expect(show([:], at: 4.9) == [])
        #expect(deadline == nil && calls.isEmpty)
    }

    @Test mutating func `Several short streams one after another are no call`() {
        _ = show([zoom: [1]], at: 0)
        _ = show([zoom: [1, 2]], at: 4)
        #expect(show([zoom: [2]], at: 4.5) == [])
        #expect(deadline == 9)
        #expect(wait(until: 5) == [])
        #expect(show([zoom: [3]], at: 8.5) == [])
        #expect(wait(until: 9) == [])
        #expect(deadline == 13.5)
    }

    @Test mutating func `Several streams of one app are one call until the last one ends`() {
        _ = show([zoom: [1, 2]], at: 0)
        #expect(wait(until: 5) == [.begin(zoom, stream: 1)])
        #expect(show([zoom: [2, 3]], at: 10) == [])
        #expect(show([zoom: [3]], at: 20) == [])
        #expect(wait(until: 30) == [])
        #expect(show([:], at: 40) == [])
        #expect(wait(until: 42) == [.end(zoom, .localEnded)])
    }

    @Test mutating func `A stream that takes the place of another within two seconds continues the call`() {
        talk()
        _ = show([:], at: 10)
        #expect(show([zoom: [2]], at: 11.9) == [])
        #expect(deadline == nil)
        #expect(wait(until: 12) == [])
        #expect(calls.isEmpty == false)
    }

    @Test mutating func `A change of other apps during the pause does not prolong the call`() {
        talk()
        _ = show([:], at: 10)
        _ = show([discord: [7]], at: 11)
        #expect(deadline == 12)
        #expect(wait(until: 12) == [.end(zoom, .localEnded)])
        #expect(deadline == 16)
    }

    @Test mutating func `Two apps, and two running copies of one app, have a call each`() {
        let copy = Recorder(zoom.app, process: 200)
        _ = show([zoom: [1], copy: [2], discord: [3]], at: 0)
        #expect(wait(until: 5) == [.begin(discord, stream: 3), .begin(zoom, stream: 1), .begin(copy, stream: 2)])
        _ = show([zoom: [1], discord: [3]], at: 6)
        #expect(wait(until: 8) == [.end(copy, .localEnded)])
    }

    @Test mutating func `An app that registers its calls is never observed`() {
        #expect(calls.handle(.shown([zoom: .isRegistered]), at: 0) == [])
        #expect(calls.isEmpty)
        _ = show([zoom: [1]], at: 1)
        #expect(calls.handle(.shown([zoom: .isRegistered]), at: Self.time(2)) == [])
        #expect(calls.isEmpty)
    }

    @Test mutating func `A call that another program registers too ends at once, and no held call resumes for that`() {
        talk()
        #expect(calls.handle(.shown([zoom: .isRegistered]), at: Self.time(9)) == [.end(zoom, .unknown)])
        #expect(EndedReason.unknown.isLocal == false)
        // The other call of the app is over, and its stream goes on.
        #expect(show([zoom: [1]], at: 20) == [])
        #expect(deadline == 25)
    }

    @Test mutating func `The call of an app that leaves the list ends, and no held call resumes for that`() {
        talk()
        _ = show([zoom: [1], discord: [2]], at: 6)
        let list = ObservedAppList([discord.app])
        #expect(calls.handle(.listed(list), at: Self.time(7)) == [.end(zoom, .unknown)])
        #expect(show([discord: [2]], at: 8) == [])
        #expect(wait(until: 11) == [.begin(discord, stream: 2)])
        #expect(calls.handle(.listed(ObservedAppList([])), at: Self.time(12)) == [.end(discord, .unknown)])
        #expect(calls.isEmpty)
    }

    @Test mutating func `A call that is registered elsewhere during the pause ends at once`() {
        talk()
        _ = show([:], at: 6)
        #expect(calls.handle(.shown([zoom: .isRegistered]), at: Self.time(7)) == [.end(zoom, .unknown)])
        #expect(calls.isEmpty)
    }

    @Test mutating func `A call survives a quick restart of the sound server`() {
        talk()
        #expect(calls.handle(.serverLost, at: Self.time(10)) == [])
        #expect(show([:], at: 10.5) == [])
        #expect(show([zoom: [1]], at: 11) == [])
        #expect(deadline == nil)
    }

    @Test mutating func `A call ends as unknown if the sound server stays away, so no held call resumes`() {
        talk()
        _ = calls.handle(.serverLost, at: Self.time(10))
        #expect(calls.handle(.serverLost, at: Self.time(11)) == [])
        #expect(wait(until: 12) == [.end(zoom, .unknown)])
    }

    @Test mutating func `A stream that the sound server loses before it is a call is forgotten`() {
        _ = show([zoom: [1]], at: 0)
        #expect(calls.handle(.serverLost, at: Self.time(1)) == [])
        #expect(calls.isEmpty && deadline == nil)
    }

    @Test mutating func `A timer that comes late ends no stream that has begun since`() {
        _ = show([zoom: [1]], at: 0)
        _ = show([discord: [2]], at: 3)
        #expect(wait(until: 6) == [])
        #expect(deadline == 8)
    }
}
