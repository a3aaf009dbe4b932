// SPDX-License-Identifier: MIT

package import CallContract

/// The question about one call to the screeners, and their answers so far. It is over as soon as no other answer can
/// change the decision, or when every screener has answered, given up or run out of time.
package struct ScreenerRound: Hashable, Sendable {
    /// In the order in which they registered.
    private let asked: [String]
    private var missing: Set<String>
    private var verdicts: [String: Verdict] = [:]

    package init(asking screeners: [String]) {
        asked = screeners
        missing = Set(screeners)
    }

    /// The first answer of a screener counts. An answer of another program, or one that is late, changes nothing.
    package mutating func answer(_ verdict: Verdict, from screener: String) {
        guard missing.remove(screener) != nil else { return }
        verdicts[screener] = verdict
    }

    /// The screener's time has passed, it has left the bus, or the user does not allow it any more.
    package mutating func giveUp(_ screener: String) { missing.remove(screener) }

    /// The answers that decide; nil = a missing answer may change the decision.
    package var answers: [NamedVerdict]? {
        let answers = asked.compactMap { name in verdicts[name].map { NamedVerdict(name, $0) } }
        return missing.isEmpty || verdicts.values.contains(.reject) ? answers : nil
    }
}
