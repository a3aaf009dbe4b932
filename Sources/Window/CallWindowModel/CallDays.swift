// SPDX-License-Identifier: MIT

import CallStories
import ConfigurationText
import Glibc

/// Days and times of day as people read them in the time zone and the language of the user.
package struct CallDays: Sendable {
    /// In microseconds since the Unix epoch.
    private let present: UInt64

    package init(now: UInt64) { present = now }

    /// The days as they are at this moment.
    package static var now: CallDays { CallDays(now: Clock.now) }

    /// The time until the next day begins, in milliseconds.
    package var untilMidnight: Int {
        let parts = Self.parts(present)
        let seconds = Int(parts.tm_hour) * 3_600 + Int(parts.tm_min) * 60 + Int(parts.tm_sec)
        // A day of 25 hours ends an hour later: then the next try is the right one.
        return max(1, 86_400 - seconds) * 1_000
    }

    /// The number of the present day.
    package var today: Int { day(of: present) }

    /// The number of a day in the time zone of the user.
    package func day(of moment: UInt64) -> Int {
        var parts = Self.parts(moment)
        // A day of daylight saving time has 23 or 25 hours. The same date in UTC has 24.
        (parts.tm_hour, parts.tm_min, parts.tm_sec) = (0, 0, 0)
        return timegm(&parts) / 86_400
    }

    /// The heading of the calls of a day.
    package func heading(of moment: UInt64) -> String {
        switch day(of: present) - day(of: moment) {
        case 0: Catalogue.text("Today")
        case 1: Catalogue.text("Yesterday")
        case 2...6: Self.text(moment, "%A")
        default: date(of: moment)
        }
    }

    private func date(of moment: UInt64) -> String {
        let isThisYear = Self.parts(present).tm_year == Self.parts(moment).tm_year
        // strftime(3): the day and the month; the same with the year.
        return Self.text(moment, isThisYear ? Catalogue.text("%B %-d") : Catalogue.text("%B %-d, %Y"))
    }

    /// The time of day.
    package func time(of moment: UInt64) -> String {
        // A language with 12 hours has a word for the morning.
        let isTwelve = String(cString: nl_langinfo(Int32(T_FMT))).contains { "prI".contains($0) }
        return Self.text(moment, isTwelve ? "%-I:%M %p" : "%H:%M")
    }

    /// The day and the time of day.
    package func moment(_ moment: UInt64) -> String { "\(heading(of: moment)), \(time(of: moment))" }

    /// How long something took, as `3:07` or `1:02:03`; empty without a beginning.
    package static func duration(from start: UInt64, to end: UInt64) -> String {
        guard start > 0, end >= start else { return "" }
        let seconds = (end - start) / 1_000_000
        func two(_ number: UInt64) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let (hours, minutes) = (seconds / 3_600, seconds / 60 % 60)
        return (hours > 0 ? "\(hours):\(two(minutes))" : "\(minutes)") + ":" + two(seconds % 60)
    }

    private static func parts(_ moment: UInt64) -> tm {
        var (seconds, parts) = (time_t(clamping: moment / 1_000_000), tm())
        localtime_r(&seconds, &parts)
        return parts
    }

    private static func text(_ moment: UInt64, _ format: String) -> String {
        var (parts, text) = (parts(moment), [CChar](repeating: 0, count: 128))
        let length = strftime(&text, text.count, format, &parts)
        return String(decoding: text.prefix(length).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}

/// The time of a call.
package enum CallTime {
    /// In microseconds since the Unix epoch.
    package static var now: UInt64 { Clock.now }

    /// `02:13` or `1:02:13`. Times are in microseconds since the Unix epoch. Digits go from left to right in every
    /// language.
    package static func text(from start: UInt64, to end: UInt64) -> String {
        "\u{2066}\(Clock.duration(from: start, to: end))\u{2069}"
    }

    /// How many milliseconds the time keeps its text.
    package static func untilNextSecond(from start: UInt64, now: UInt64) -> Int {
        guard now > start else { return 1000 }
        return 1000 - Int((now - start) / 1000 % 1000)
    }
}
