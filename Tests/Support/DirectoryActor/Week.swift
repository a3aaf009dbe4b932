// SPDX-License-Identifier: MIT

import CallContract
import DirectoryDatabase
import Glibc

/// A week of calls that ends now, for the pictures of the window.
enum Week {
    /// The name as the other side or the address book has it; empty = a stranger.
    private struct Other {
        let name: String
        let number: String
    }

    private static let ada = Other(name: "Ada Lovelace", number: "+442079460123")
    private static let grace = Other(name: "Grace Hopper", number: "+12025550143")
    private static let giulia = Other(name: "Giulia Rossi", number: "+390655501234")
    private static let jan = Other(name: "Jan Novák", number: "+420225550123")
    private static let fatma = Other(name: "Fatma Yılmaz", number: "+902125550123")
    private static let stranger = Other(name: "", number: "+493055501234")

    /// How many minutes ago, with whom, in which direction, how it ended, and its seconds.
    private static let calls: [(Int, Other, isOutgoing: Bool, CallOutcome, seconds: Int)] = [
        (12, ada, false, .missed, 0),
        (47, grace, true, .answered, 754),
        (128, stranger, false, .blockList, 0),
        (190, giulia, false, .answered, 95),
        (1_490, jan, true, .notConnected, 0),
        (1_520, ada, false, .answered, 1_830),
        (1_610, ada, true, .answered, 61),
        (2_950, fatma, false, .elsewhere, 0),
        (4_480, grace, false, .doNotDisturb, 0),
        (7_300, jan, false, .refused, 0),
    ]

    static func record(in history: History) throws(DirectoryProblem) {
        let now = Time(time(nil)) * 1_000_000
        let past = calls.enumerated().reversed().map { index, call in
            pastCall(index, call.0, before: now, with: call.1, call.isOutgoing, call.3, call.seconds)
        }
        try history.record(past, position: History.Position(instance: "week", after: UInt64(past.count)))
    }

    private static func pastCall(
        _ index: Int, _ minutes: Int, before now: Time, with other: Other, _ isOutgoing: Bool, _ outcome: CallOutcome,
        _ seconds: Int
    ) -> PastCall {
        let start = now - Time(minutes) * 60_000_000
        let end = start + Time(seconds + 8) * 1_000_000
        var call = PastCall(
            CallID(high: 2, low: UInt64(index)), provider: "org.example.Mobile", startedAt: start,
            endedAt: end, endedReason: outcome == .answered ? .remoteEnded : .unanswered, outcome: outcome)
        call.providerName = "Mobile"
        call.handle = Handle(kind: .phoneNumber, value: other.number)
        call.callerKey = other.number
        call.name = other.name
        call.isOutgoing = isOutgoing
        if outcome == .answered { call.connectedAt = start + 8_000_000 }
        return call
    }
}
