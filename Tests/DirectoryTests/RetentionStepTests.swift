// SPDX-License-Identifier: MIT

import Testing

@testable import CallDirectory

struct RetentionStepTests {
    @Test func `Only a clock that is known to be unsynchronised keeps old calls, and is asked again within the hour`() {
        let day = RetentionStep.remove(nextIn: 86_400_000_000)
        #expect(RetentionStep(.synchronised) == day && RetentionStep(.unknown) == day)
        #expect(RetentionStep(.unsynchronised) == .wait(3_600_000_000))
    }
}
