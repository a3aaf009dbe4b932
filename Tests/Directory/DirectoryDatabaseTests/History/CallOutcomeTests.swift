// SPDX-License-Identifier: MIT

import CallContract
import DirectoryDatabase
import Testing

/// What became of a call, by the facts of the registry.
struct CallOutcomeTests {
    private static func outcome(
        outgoing: Bool = false, connected: Bool = false, _ reason: EndedReason, _ filter: CallFilter? = nil
    ) -> CallOutcome {
        CallOutcome(outgoing: outgoing, hasConnected: connected, endedReason: reason, filteredBy: filter)
    }

    @Test(
        arguments: [
            (.failed, .missed), (.remoteEnded, .missed), (.unanswered, .missed), (.answeredElsewhere, .elsewhere),
            (.declinedElsewhere, .elsewhere), (.localEnded, .refused), (.declined, .refused), (.unknown, .missed),
        ] as [(EndedReason, CallOutcome)])
    func `The reason tells what became of an incoming call that did not connect`(
        reason: EndedReason, expected: CallOutcome
    ) {
        #expect(Self.outcome(reason) == expected)
    }

    @Test(arguments: EndedReason.allCases, [true, false])
    func `A call that connected was answered, whatever ended it`(reason: EndedReason, outgoing: Bool) {
        #expect(Self.outcome(outgoing: outgoing, connected: true, reason) == .answered)
    }

    @Test(arguments: EndedReason.allCases)
    func `An outgoing call that did not connect is never missed`(reason: EndedReason) {
        #expect(Self.outcome(outgoing: true, reason) == .notConnected)
    }

    @Test(arguments: zip(CallFilter.allCases, [CallOutcome.doNotDisturb, .busy, .blockList, .screener, .user]))
    func `A filtered call names its filter, in the same word as the contract`(filter: CallFilter, expected: CallOutcome)
    {
        #expect(Self.outcome(.filtered, filter) == expected)
        #expect(expected.rawValue == filter.rawValue)
    }

    @Test func `A call is missed or blocked, but never both`() {
        #expect(CallOutcome.allCases.filter(\.isMissed) == [.missed, .doNotDisturb, .busy])
        #expect(CallOutcome.allCases.filter(\.isBlocked) == [.blockList, .screener, .user])
    }
}
