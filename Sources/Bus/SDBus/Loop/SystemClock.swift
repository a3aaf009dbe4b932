// SPDX-License-Identifier: MIT
internal import CSystemd
internal import Glibc

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
