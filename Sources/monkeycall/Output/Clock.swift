// SPDX-License-Identifier: MIT
import Glibc

/// Times for people. The service counts microseconds since the Unix epoch.
enum Clock {
    /// The time now.
    static var now: UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return UInt64(time.tv_sec) * 1_000_000 + UInt64(time.tv_nsec) / 1000
    }

    /// `13:05:09`, where the user is.
    static func timeOfDay(_ microseconds: UInt64) -> String {
        var (seconds, parts) = (time_t(clamping: microseconds / 1_000_000), tm())
        localtime_r(&seconds, &parts)
        return [parts.tm_hour, parts.tm_min, parts.tm_sec].map { twoDigits(Int($0)) }.joined(separator: ":")
    }

    /// `02:13` or `1:02:13`.
    static func duration(from start: UInt64, to end: UInt64 = now) -> String {
        let seconds = Int(clamping: (end > start ? end - start : 0) / 1_000_000)
        let tail = twoDigits(seconds / 60 % 60) + ":" + twoDigits(seconds % 60)
        return seconds < 3600 ? tail : "\(seconds / 3600):" + tail
    }

    private static func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
