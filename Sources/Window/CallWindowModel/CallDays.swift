// SPDX-License-Identifier: MIT

import CallStories
import ConfigurationText

/// Days and times of day as people read them in the time zone and the language of the user.
package struct CallDays: Sendable {
    /// In microseconds since the Unix epoch.
    private let present: UInt64

    package init(now: UInt64) { present = now }

    /// The days as they are at this moment.
    package static var now: CallDays { CallDays(now: Clock.now) }

    /// The time until the next day begins, in milliseconds.
    package var untilMidnight: Int {
        // A day of 25 hours ends an hour later: then the next try is the right one.
        max(1, 86_400 - LocalTime.second(of: present)) * 1_000
    }

    /// The number of the present day.
    package var today: Int { LocalTime.day(of: present) }

    /// The number of a day in the time zone of the user.
    package func day(of moment: UInt64) -> Int { LocalTime.day(of: moment) }

    /// The heading of the calls of a day.
    package func heading(of moment: UInt64) -> String {
        LocalTime.earlierDay(of: moment, at: present) ?? Catalogue.text("Today")
    }

    /// The time of day.
    package func time(of moment: UInt64) -> String { LocalTime.time(of: moment) }

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
