// SPDX-License-Identifier: MIT

internal import CallInterface
internal import SDBus

/// A moment that keeps its distance to now when the date of the machine is set.
struct SteadyTime: Sendable {
    private let original: Time
    /// The date of the boot when this was made, in microseconds since 1970.
    private let boot = Self.bootDate

    /// That date; nil = now.
    init(_ date: Time? = nil) { original = date ?? SystemClock.realtime }

    /// As the date of the machine is now. The two clocks are not read at the same instant, and the date is also
    /// adjusted in small steps: a distance below a second is no new date.
    var date: Time {
        let jump = Self.bootDate - boot
        return abs(jump) < 1_000_000 ? original : Time(max(1, Int64(clamping: original) + jump))
    }

    private static var bootDate: Int64 {
        Int64(clamping: SystemClock.realtime) - Int64(clamping: SystemClock.boottime)
    }
}
