// SPDX-License-Identifier: MIT
import Glibc
import Testing

@testable import SDBus

/// Timers, descriptors and signals.
@Suite struct EventLoopTests {
    let loop: EventLoop

    init() throws { loop = try EventLoop() }

    @Test func `Every timer fires`() throws {
        var fired: [Int] = []
        let timers = [3_000, 1_000, 2_000].map { time in
            loop.timer(after: UInt64(time)) {
                fired.append(time)
                if fired.count == 3 { loop.exit(7) }
            }
        }
        #expect(try withExtendedLifetime(timers) { try loop.run() } == 7)
        // A loop that runs late finds several due timers and fires them in any order.
        #expect(Set(fired) == [1_000, 2_000, 3_000])
    }

    @Test func `An alarm goes off at its last time only`() throws {
        let alarm = try Alarm()
        let start = SystemClock.monotonic
        alarm.set(after: 1)
        alarm.set(after: 20_000)
        alarm.wait()
        #expect(SystemClock.monotonic - start >= 20_000)
    }

    @Test func `A timer that cannot be set is an error in the log`() {
        nonisolated(unsafe) var entries: [String] = []
        loop.log = Log { message, _ in entries.append("\(message)") }
        let timer = loop.timer(after: .max) {}
        #expect(timer == nil && entries == ["cannot set a timer"])
    }

    @Test func `A cancelled or dropped timer does not fire`() throws {
        var fired: [String] = []
        var dropped: Timer? = loop.timer(after: 0) { fired.append("dropped") }
        let cancelled = loop.timer(after: 0) { fired.append("cancelled") }
        let last = loop.timer(after: 1_000) { loop.exit() }
        cancelled?.cancel()
        dropped = nil
        _ = try withExtendedLifetime((last, dropped)) { try loop.run() }
        #expect(fired.isEmpty)
    }

    @Test func `A timer may drop itself`() throws {
        var timer: Timer?
        timer = loop.timer(after: 0) {
            timer = nil
            loop.exit()
        }
        #expect(try loop.run() == 0)
        #expect(timer == nil)
    }

    @Test func `The loop takes tens of thousands of timers`() throws {
        var fired = 0
        let timers = (0..<30_000).map { number in
            loop.timer(after: UInt64(number % 100)) {
                fired += 1
                if fired == 30_000 { loop.exit() }
            }
        }
        _ = try withExtendedLifetime(timers) { try loop.run() }
        #expect(fired == 30_000)
    }

    @Test func `A deferred function runs once before anything else`() throws {
        var order: [String] = []
        let late = loop.timer(after: 0) {
            order.append("late")
            loop.exit()
        }
        let early = loop.timer(after: 0) {
            loop.deferred { order.append("deferred") }
            order.append("early")
        }
        late?.cancel()
        let next = loop.timer(after: 0) {
            order.append("next")
            loop.exit()
        }
        _ = try withExtendedLifetime((early, next)) { try loop.run() }
        #expect(order == ["early", "deferred", "next"])
    }

    @Test func `A descriptor is watched until the watch is dropped`() throws {
        let (near, far) = try channel()
        var seen: [IOEvents] = []
        var watch: IOWatch?
        watch = try loop.watch(fileDescriptor: near, events: .readable) { events in
            seen.append(events)
            guard events.contains(.hangup) else { return seen.count == 2 ? _ = close(far) : () }
            watch = nil
            loop.deferred { loop.exit() }
        }
        write(far, "x", 1)
        _ = try withExtendedLifetime(watch) { try loop.run() }
        #expect(seen == [.readable, .readable, [.readable, .hangup]])
        close(near)
    }

    @Test func `A handled Unix signal loses its default effect`() throws {
        var taken: [Int32] = []
        try loop.onSignal(SIGUSR2) { [unowned loop] in
            taken.append(SIGUSR2)
            loop.exit()
        }
        pthread_kill(pthread_self(), SIGUSR2)
        _ = try loop.run()
        #expect(taken == [SIGUSR2])
    }

    @Test func `SIGTERM ends the loop`() throws {
        try loop.exitOnTerminationSignals()
        pthread_kill(pthread_self(), SIGTERM)
        #expect(try loop.run() == 0)
    }

    @Test func `A timer comes between turns that each ask for the next one`() throws {
        let loop = try EventLoop()
        var (turns, next): (Int, RequestedTurn?) = (0, nil)
        next = try RequestedTurn(loop, .nextTurn) {
            turns += 1
            if turns < 1_000_000 { next?.ask() } else { loop.exit(1) }
        }
        next?.ask()
        let timer = loop.timer(after: 1_000) { loop.exit() }
        #expect(try loop.run() == 0)
        withExtendedLifetime(timer) {}
    }
}
