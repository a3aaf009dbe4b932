// SPDX-License-Identifier: MIT
internal import CSystemd
internal import Glibc

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
