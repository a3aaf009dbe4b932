// SPDX-License-Identifier: MIT

import ConfigurationText
import Testing

struct TimeSpanTests {
    @Test(arguments: [
        ("600", 600_000_000), ("5s", 5_000_000), ("5 s", 5_000_000), ("10min", 600_000_000),
        ("1h 30min", 5_400_000_000),
        ("1min30s", 90_000_000), ("1ms", 1_000), ("24h", 86_400_000_000),
    ])
    func `A duration is read in all its spellings`(_ text: String, _ microseconds: UInt64) {
        #expect(TimeSpan(text)?.microseconds == microseconds)
    }

    @Test(arguments: [
        "", "s", "soon", "-5s", "+5s", "1.5s", "5 apples", "5S", "5d", "1h 30", "30 1h", "5s,", "5s;", "٥s", "0", "0s",
        "25h",
        "24h 1ms", "99999999999999999999", "18446744073709551615",
    ])
    func `A text that is not a duration, zero or too long is refused`(_ text: String) {
        #expect(TimeSpan(text) == nil)
    }
}
