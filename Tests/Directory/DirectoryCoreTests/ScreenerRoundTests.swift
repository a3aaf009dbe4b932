// SPDX-License-Identifier: MIT

import CallContract
import DirectoryCore
import Testing

/// The question to several screeners about one call.
struct ScreenerRoundTests {
    private func decision(_ round: ScreenerRound) -> ScreeningDecision? { round.answers.map(ScreeningDecision.init) }

    @Test func `Without a screener the round is over at once and the call rings`() {
        #expect(decision(ScreenerRound(asking: [])) == ScreeningDecision(.allow, .unknownCaller))
    }

    @Test func `A round waits for every screener, and the strictest answer decides`() {
        var round = ScreenerRound(asking: ["a", "b", "c"])
        round.answer(.silence, from: "b")
        #expect(round.answers == nil)
        round.answer(.allow, from: "a")
        #expect(round.answers == nil)
        round.answer(.allow, from: "c")
        #expect(decision(round) == ScreeningDecision(.silence, .screener("b")))
    }

    @Test func `A rejection ends the round, because no answer is stricter`() {
        var round = ScreenerRound(asking: ["a", "b"])
        round.answer(.reject, from: "b")
        #expect(decision(round) == ScreeningDecision(.reject, .screener("b")))
    }

    @Test func `Of equally strict answers the screener that registered first gives the reason`() {
        var round = ScreenerRound(asking: ["a", "b"])
        round.answer(.silence, from: "b")
        round.answer(.silence, from: "a")
        #expect(decision(round) == ScreeningDecision(.silence, .screener("a")))
    }

    @Test func `A screener that gives up counts no more, and its late answer changes nothing`() {
        var round = ScreenerRound(asking: ["a", "b"])
        round.giveUp("a")
        round.answer(.reject, from: "a")
        #expect(round.answers == nil)
        round.giveUp("b")
        #expect(decision(round) == ScreeningDecision(.allow, .unknownCaller))
    }

    @Test func `A second answer and the answer of a screener that was not asked change nothing`() {
        var round = ScreenerRound(asking: ["a", "b"])
        round.answer(.allow, from: "a")
        round.answer(.reject, from: "a")
        round.answer(.reject, from: "c")
        #expect(round.answers == nil)
        round.answer(.allow, from: "b")
        #expect(decision(round) == ScreeningDecision(.allow, .screener("a")))
    }

    @Test func `A silencing answer of a screener stays when another one gives up`() {
        var round = ScreenerRound(asking: ["a", "b"])
        round.answer(.silence, from: "a")
        round.giveUp("b")
        #expect(decision(round) == ScreeningDecision(.silence, .screener("a")))
    }
}
