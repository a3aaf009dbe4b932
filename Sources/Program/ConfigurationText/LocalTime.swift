// SPDX-License-Identifier: MIT

import Glibc

/// Days and times of day in the time zone and the language of the user. Moments are in microseconds since the Unix
/// epoch.
package enum LocalTime {
    /// The number of a day.
    package static func day(of moment: UInt64) -> Int {
        var parts = parts(moment)
        // A day of daylight saving time has 23 or 25 hours. The same date in UTC has 24.
        (parts.tm_hour, parts.tm_min, parts.tm_sec) = (0, 0, 0)
        return timegm(&parts) / 86_400
    }

    /// The seconds since midnight, on a day of 24 hours.
    package static func second(of moment: UInt64) -> Int {
        let parts = parts(moment)
        return (Int(parts.tm_hour) * 60 + Int(parts.tm_min)) * 60 + Int(parts.tm_sec)
    }

    /// The day as seen from another moment; nil for a moment of the same day.
    package static func earlierDay(of moment: UInt64, at present: UInt64) -> String? {
        switch day(of: present) - day(of: moment) {
        case 0: nil
        case 1: Catalogue.text("Yesterday")
        case 2...6: text(moment, "%A")
        default: date(of: moment, at: present)
        }
    }

    private static func date(of moment: UInt64, at present: UInt64) -> String {
        let isThisYear = parts(present).tm_year == parts(moment).tm_year
        // strftime(3): the day and the month; the same with the year.
        return text(moment, isThisYear ? Catalogue.text("%B %-d") : Catalogue.text("%B %-d, %Y"))
    }

    /// The time of day.
    package static func time(of moment: UInt64) -> String {
        // A language with 12 hours has a word for the morning.
        let isTwelve = String(cString: nl_langinfo(Int32(T_FMT))).contains { "prI".contains($0) }
        return text(moment, isTwelve ? "%-I:%M %p" : "%H:%M")
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
