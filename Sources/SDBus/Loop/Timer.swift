// SPDX-License-Identifier: MIT
internal import CSystemd
internal import Glibc

/// One call of a closure, later. Dropping the timer cancels it.
public final class Timer {
    private var source: OpaquePointer?
    private var body: (() -> Void)?

    /// In microseconds. Lets sd-event wake up once for timers that are due almost together; its default is 250 ms.
    private static let accuracy: UInt64 = 1_000

    init(_ loop: EventLoop, _ microseconds: UInt64, _ body: @escaping () -> Void) throws(BusError) {
        self.body = body
        try check(
            sd_event_add_time_relative(
                loop.raw, &source, CLOCK_MONOTONIC, microseconds, Self.accuracy, timeCame, unretained(self)),
            "Starting a timer")
    }

    init(_ loop: EventLoop, at time: UInt64, _ body: @escaping () -> Void) throws(BusError) {
        self.body = body
        try check(
            sd_event_add_time(loop.raw, &source, CLOCK_REALTIME, time, Self.accuracy, timeCame, unretained(self)),
            "Starting a timer")
    }

    deinit { cancel() }

    /// Makes sure that the closure is not called any more. Harmless afterwards.
    public func cancel() {
        body = nil
        source = sd_event_source_disable_unref(source)
    }

    fileprivate func fire() {
        let body = self.body
        // The closure often holds what holds the timer.
        self.body = nil
        body?()
    }
}

private func timeCame(_: OpaquePointer?, _: UInt64, _ timer: UnsafeMutableRawPointer?) -> Int32 {
    object(timer, Timer.self)?.fire()
    return 0
}
