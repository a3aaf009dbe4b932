// SPDX-License-Identifier: MIT

import BusTesting
import CostFuzzing
import Testing

/// Random clients spend their budgets of messages, bytes, connections and calls, some of them deaf and some dying.
/// Beside them a program of the same user and one of another user have ordinary calls. `make costs` plays more and
/// larger rounds.
@Suite(.daemonLogs, .serialized)
struct CostFuzzTests {
    /// The service may work so long for others before it serves a bystander.
    ///
    /// The tests measure the processor time of the service between the request and the reply, not the time on the
    /// clock: beside a busy machine a second on the clock says nothing about the service. Its own work is what the
    /// service adds to the wait for the bus alone. A round has up to one second of it in a test build, which works
    /// about ten times as long as a release build. Two threads that share a processor take up to twice as long for the
    /// same work, and with the faults that this looks for it was 30 seconds and more.
    private let mostWork = Duration.seconds(4)

    @Test(.needsServiceUser, arguments: 0..<CostRound.turns(of: .small))
    func `Attackers do not make other programs wait, whatever they send`(turn: Int) throws {
        try expectNoHarm(CostRound(seed: 1, turn: turn, bus: .daemon, size: .small))
    }

    @Test(.needsServiceUser, .needsBroker, arguments: 0..<CostRound.turns(of: .small))
    func `On dbus-broker attackers do not make other programs wait, whatever they send`(turn: Int) throws {
        try expectNoHarm(CostRound(seed: 1, turn: turn, bus: .broker, size: .small))
    }

    @Test(.needsServiceUser)
    func `Attackers do not make other programs wait for a service with 6 percent of a processor`() throws {
        try expectNoHarm(CostRound(seed: 1, bus: .daemon, percent: 6, size: .slow))
    }

    @Test(.needsServiceUser, .needsBroker)
    func `On dbus-broker attackers do not make others wait for a service with 6 percent of a processor`() throws {
        try expectNoHarm(CostRound(seed: 1, bus: .broker, percent: 6, size: .slow))
    }

    private func expectNoHarm(_ round: CostRound) throws {
        let report = try round.run(attacker: Product.path("costs"))
        #expect(report.faults.isEmpty, "\(round)\n\(report.limits)")
        let longest = try #require(report.longest(\.service))
        #expect(longest.service <= mostWork, "\(round)\n\(longest)")
        // Each bystander has had a call beside the attackers, and one after they left.
        #expect(report.visits >= 2)
    }
}
