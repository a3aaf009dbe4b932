// SPDX-License-Identifier: MIT

internal import CallInterface
internal import SDBus

/// A moment that keeps its distance to now when the date of the machine is set.
struct SteadyTime: Sendable {
    /// In microseconds since the boot; below 0 = before it.
    private let uptime: Int64

    /// That date; nil = now.
    init(_ date: Time? = nil) {
        let now = Int64(clamping: SystemClock.boottime)
        uptime = date.map { now - Int64(clamping: SystemClock.realtime) + Int64(clamping: $0) } ?? now
    }

    /// As the date of the machine is now.
    var date: Time {
        let past = Int64(clamping: SystemClock.boottime) - uptime
        return Time(max(1, Int64(clamping: SystemClock.realtime) - past))
    }
}
