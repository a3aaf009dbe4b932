// SPDX-License-Identifier: MIT

/// A duration as people write it: `600`, `5s`, `10min`, `1h 30min`.
package struct TimeSpan: Hashable {
    package let microseconds: UInt64

    /// The sum of the time of day and a duration in this range cannot overflow.
    package static let range: ClosedRange<UInt64> = 1_000...86_400_000_000
    package static let help =
        "Write 600, 5s, 10min or 1h 30min: from 1ms to 24h, in ms, s (also without a unit), min and h."

    /// Nil if the text is not a duration, or out of range.
    package init?(_ text: String) {
        var rest = text[...]
        var sum: UInt64 = 0
        repeat {
            let digits = rest.prefix { $0.isASCII && $0.isNumber }
            rest = rest.dropFirst(digits.count).drop { $0 == " " }
            let word = rest.prefix { $0.isLetter }
            rest = rest.dropFirst(word.count).drop { $0 == " " }
            guard let count = UInt64(digits), let unit = Self.unit(word), count <= Self.range.upperBound / unit else {
                return nil
            }
            // A number without a unit means seconds only if it stands alone.
            if word.isEmpty, digits.count < text.count { return nil }
            sum += count * unit
            guard sum <= Self.range.upperBound else { return nil }
        } while !rest.isEmpty
        guard Self.range.contains(sum) else { return nil }
        microseconds = sum
    }

    /// The text that gives this duration again.
    package static func text(_ microseconds: UInt64) -> String {
        guard microseconds % 1_000_000 == 0 else { return "\(microseconds / 1_000)ms" }
        let (seconds, minutes) = (microseconds / 1_000_000, microseconds / 60_000_000)
        if seconds % 60 != 0 { return "\(seconds)s" }
        return minutes % 60 == 0 ? "\(minutes / 60)h" : "\(minutes)min"
    }

    private static func unit(_ word: Substring) -> UInt64? {
        switch word {
        case "ms": 1_000
        case "", "s": 1_000_000
        case "min": 60_000_000
        case "h": 3_600_000_000
        default: nil
        }
    }
}
