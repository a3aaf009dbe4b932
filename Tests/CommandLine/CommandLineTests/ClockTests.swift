// SPDX-License-Identifier: MIT

import CallStories
import Testing

/// Times in narrow columns.
struct ClockTests {
    private static let day: UInt64 = 86_400_000_000

    @Test func `A time is shorter the nearer it is`() {
        let now: UInt64 = 1_780_000_000_000_000
        let time = String(Clock.timeOfDay(now).prefix(5))
        #expect(Clock.shortMoment(now, at: now) == time)
        let recent = Clock.shortMoment(now - 2 * Self.day, at: now).split(separator: " ")
        #expect(recent.count == 2 && recent.first?.count == 3 && recent.last?.count == 5)
        for moment in [now - 10 * Self.day, now + 10 * Self.day, 0] {
            #expect(Clock.shortMoment(moment, at: now) == Clock.date(moment))
        }
    }
}
