// SPDX-License-Identifier: MIT

import CallStories

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
