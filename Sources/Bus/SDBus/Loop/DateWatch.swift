// SPDX-License-Identifier: MIT
internal import CSystemd
internal import Glibc

/// Tells when the date of the machine is set, as long as this object lives.
public final class DateWatch {
    private let descriptor: Int32
    private var watch: IOWatch?

    fileprivate init(_ loop: EventLoop, _ body: @escaping () -> Void) throws(BusError) {
        descriptor = timerfd_create(CLOCK_REALTIME, Int32(TFD_NONBLOCK | TFD_CLOEXEC))
        guard descriptor >= 0 else { throw BusError(errno: -errno, "Making a timer") }
        // The time never comes. The kernel cancels the timer when the date is set, and that is the news.
        var never = itimerspec()
        never.it_value.tv_sec = time_t.max
        let flags = Int32(TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET)
        guard timerfd_settime(descriptor, flags, &never, nil) == 0 else {
            throw BusError(errno: -errno, "Starting a timer")
        }
        let file = descriptor
        watch = try loop.watch(fileDescriptor: file, events: .readable) { _ in
            var expirations: UInt64 = 0
            if read(file, &expirations, MemoryLayout.size(ofValue: expirations)) < 0, errno == ECANCELED { body() }
        }
    }

    deinit {
        watch = nil
        close(descriptor)
    }
}

extension EventLoop {
    /// Calls `body` whenever the date of the machine is set, also by a clock that is synchronised, as long as the watch
    /// lives.
    public func watchDate(_ body: @escaping () -> Void) throws(BusError) -> DateWatch { try DateWatch(self, body) }
}
