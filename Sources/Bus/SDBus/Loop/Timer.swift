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

    /// `time` is one of the clock, or the time from now on if `isRelative`.
    init(
        _ loop: EventLoop, _ clock: clockid_t, _ time: UInt64, isRelative: Bool, _ body: @escaping () -> Void
    ) throws(BusError) {
        (self.body, confinement) = (body, loop.confinement)
        let add = isRelative ? sd_event_add_time_relative : sd_event_add_time
        try check(
            add(
                loop.raw, &source, clock, time, Self.accuracy, { with($2, as: Timer.self) { $0.fire() } },
                unretained(self)),
            "Starting a timer")
    }

    deinit { cancel() }

    /// Prevents the call. Does nothing after the call.
    public func cancel() {
        confinement.check()
        body = nil
        source = sd_event_source_disable_unref(source)
    }

    private func fire() {
        let body = self.body
        // The closure often retains the owner of this timer.
        self.body = nil
        body?()
    }
}

/// Wakes one waiting thread up at a time that another thread sets. To set it wakes no thread up.
package final class Alarm: Sendable {
    private let descriptor: Int32

    /// An alarm that is not set.
    package init() throws(BusError) {
        descriptor = timerfd_create(CLOCK_MONOTONIC, Int32(TFD_CLOEXEC))
        try check(descriptor < 0 ? -errno : 0, "Making an alarm")
    }

    deinit { close(descriptor) }

    /// Makes it go off once, after that time and not at an earlier one.
    package func set(after microseconds: Int) {
        let (seconds, rest) = microseconds.quotientAndRemainder(dividingBy: 1_000_000)
        var time = itimerspec()
        time.it_value = timespec(tv_sec: seconds, tv_nsec: rest * 1000)
        timerfd_settime(descriptor, 0, &time, nil)
    }

    /// Waits until it goes off.
    package func wait() {
        var times: UInt64 = 0
        while read(descriptor, &times, MemoryLayout.size(ofValue: times)) < 0, errno == EINTR {}
    }
}

/// Gives free memory back a few seconds after the process has used much of it, such as for a large message. The C
/// library alone keeps what lies below a block that is still in use.
final class MemoryReturn {
    private unowned let loop: EventLoop
    private var manyFaults: Int
    private var body: () -> Void
    private var timer: Timer?
    /// The page faults of the process when memory was last given back.
    private var faults = 0

    private static let patience: UInt64 = 3_000_000
    /// The C library gives a block of at least this size back when it is freed. It would raise this value to that of
    /// the largest block that was freed, up to 32 MiB. The end of the heap of a thread, which `malloc_trim` leaves
    /// alone, then keeps twice as much: 29 MiB after the import of a long list.
    private static let largeBlock: Int32 = 128 << 10

    init(_ loop: EventLoop, afterFaults manyFaults: Int, _ body: @escaping () -> Void) throws(BusError) {
        (self.loop, self.manyFaults, self.body) = (loop, manyFaults, body)
        mallopt(M_MMAP_THRESHOLD, Self.largeBlock)
        try loop.afterTurns { [unowned self] in
            guard timer == nil, Self.faults - faults >= self.manyFaults else { return }
            timer = self.loop.timer(after: Self.patience) { [unowned self] in giveBack() }
        }
    }

    func change(afterFaults manyFaults: Int, _ body: @escaping () -> Void) {
        (self.manyFaults, self.body) = (manyFaults, body)
    }

    private func giveBack() {
        timer = nil
        malloc_trim(0)
        body()
        faults = Self.faults
    }

    /// Those of all threads that did not read a disk.
    private static var faults: Int {
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        return usage.ru_minflt
    }
}

/// The clocks of the machine, in microseconds.
public enum SystemClock {
    /// The time since the Unix epoch.
    public static var realtime: UInt64 { now(CLOCK_REALTIME) }
    /// The time since an arbitrary moment, without the time of suspend.
    public static var monotonic: UInt64 { now(CLOCK_MONOTONIC) }

    /// The time since the boot, with the time of suspend. It does not jump when the date is set.
    public static var boottime: UInt64 { now(CLOCK_BOOTTIME) }

    private static func now(_ clock: clockid_t) -> UInt64 {
        var time = timespec()
        clock_gettime(clock, &time)
        return UInt64(time.tv_sec) * 1_000_000 + UInt64(time.tv_nsec) / 1_000
    }
}
