// SPDX-License-Identifier: MIT
import Glibc
import SDBus

/// Times for people. The service counts microseconds since the Unix epoch.
package enum Clock {
    package static var now: UInt64 { SystemClock.realtime }

    /// `13:05:09` in the user's time zone.
    package static func timeOfDay(_ microseconds: UInt64) -> String {
        var (seconds, parts) = (time_t(clamping: microseconds / 1_000_000), tm())
        localtime_r(&seconds, &parts)
        return [parts.tm_hour, parts.tm_min, parts.tm_sec].map { twoDigits(Int($0)) }.joined(separator: ":")
    }

    /// `13:05:09`, after the date if that is not today.
    package static func moment(_ microseconds: UInt64) -> String {
        let date = date(microseconds)
        return (date == self.date(now) ? "" : date + " ") + timeOfDay(microseconds)
    }

    /// `02:13` or `1:02:13`.
    package static func duration(from start: UInt64, to end: UInt64 = now) -> String {
        let seconds = Int(clamping: (end > start ? end - start : 0) / 1_000_000)
        let tail = twoDigits(seconds / 60 % 60) + ":" + twoDigits(seconds % 60)
        return seconds < 3600 ? tail : "\(seconds / 3600):" + tail
    }

    /// `2026-04-01` in the user's time zone.
    package static func date(_ microseconds: UInt64) -> String {
        var (seconds, parts) = (time_t(clamping: microseconds / 1_000_000), tm())
        localtime_r(&seconds, &parts)
        let (month, day) = (twoDigits(Int(parts.tm_mon) + 1), twoDigits(Int(parts.tm_mday)))
        return "\(Int(parts.tm_year) + 1900)-\(month)-\(day)"
    }

    /// `13 s`, `2 min 13 s` or `1 h 2 min`.
    package static func words(from start: UInt64, to end: UInt64) -> String {
        let seconds = Int(clamping: (end > start ? end - start : 0) / 1_000_000)
        if seconds < 60 { return "\(seconds) s" }
        return seconds < 3600 ? "\(seconds / 60) min \(seconds % 60) s" : "\(seconds / 3600) h \(seconds / 60 % 60) min"
    }

    private static func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
