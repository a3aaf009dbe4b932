// SPDX-License-Identifier: MIT
internal import CSystemd
internal import Glibc

/// One later call of a closure. Dropping the timer cancels the call.
public final class Timer {
    private var source: OpaquePointer?
    private var body: (() -> Void)?
    private let confinement: Confinement

    /// In microseconds. sd-event wakes up once for all timers that are due within this time; its default is 250 ms.
    private static let accuracy: UInt64 = 1_000

    init(_ loop: EventLoop, _ microseconds: UInt64, _ body: @escaping () -> Void) throws(BusError) {
        (self.body, confinement) = (body, loop.confinement)
        try check(
            sd_event_add_time_relative(
                loop.raw, &source, CLOCK_MONOTONIC, microseconds, Self.accuracy, timeCame, unretained(self)),
            "Starting a timer")
    }

    init(_ loop: EventLoop, at time: UInt64, _ body: @escaping () -> Void) throws(BusError) {
        (self.body, confinement) = (body, loop.confinement)
        try check(
            sd_event_add_time(loop.raw, &source, CLOCK_REALTIME, time, Self.accuracy, timeCame, unretained(self)),
            "Starting a timer")
    }

    deinit { cancel() }

    /// Prevents the call. Does nothing after the call.
    public func cancel() {
        confinement.check()
        body = nil
        source = sd_event_source_disable_unref(source)
    }

    fileprivate func fire() {
        let body = self.body
        // The closure often retains the owner of this timer.
        self.body = nil
        body?()
    }
}

private func timeCame(_: OpaquePointer?, _: UInt64, _ timer: UnsafeMutableRawPointer?) -> Int32 {
    object(timer, Timer.self)?.fire()
    return 0
}
