// SPDX-License-Identifier: MIT

import Testing

@testable import CallDirectory

struct RetentionStepTests {
    private func step(_ trust: ClockTrust, _ before: UInt64 = 5, _ after: UInt64 = 7) -> RetentionStep {
        RetentionStep(trust, askedAt: before, answeredAt: after)
    }

    @Test func `Only a clock that is known to be unsynchronised keeps old calls, and is asked again within the hour`() {
        let day = RetentionStep.remove(at: 5, nextIn: 86_400_000_000)
        #expect(step(.synchronised) == day && step(.unknown) == day)
        #expect(step(.unsynchronised) == .wait(3_600_000_000))
    }

    @Test func `A removal takes the earlier date if the date was set while the clock was asked`() {
        #expect(step(.synchronised, 10, 1) == .remove(at: 1, nextIn: 86_400_000_000))
        #expect(step(.unknown, 10, 1_000) == .remove(at: 10, nextIn: 86_400_000_000))
    }
}
