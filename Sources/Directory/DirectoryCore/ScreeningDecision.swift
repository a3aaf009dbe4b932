// SPDX-License-Identifier: MIT

package import CallContract

/// The reason of a decision about an incoming call.
package enum ScreeningReason: Hashable, Sendable {
    /// The user has turned off all rules.
    case switchedOff
    /// The user blocked exactly this caller.
    case blockedCaller
    case contact
    case favourite
    /// The user allowed exactly this caller.
    case allowedCaller
    /// The user called this caller a short while ago.
    case calledRecently
    /// An address book that has not been read yet may have the caller.
    case unreadContacts
    /// A rule about many callers.
    case rule(CallerPattern)
    /// The list of this source.
    case list(String)
    /// This screener.
    case screener(String)
    /// No rule, list or screener said anything about the caller.
    case unknownCaller
}

/// Whether an incoming call rings, and why.
package struct ScreeningDecision: Hashable, Sendable {
    package let verdict: Verdict
    package let reason: ScreeningReason

    package init(_ verdict: Verdict, _ reason: ScreeningReason) {
        self.verdict = verdict
        self.reason = reason
    }

    /// The filter that the history names for a rejected call; nil = the call is not rejected.
    package var filter: CallFilter? {
        guard verdict == .reject else { return nil }
        if case .screener = reason { return .screener }
        return .blockList
    }
}

extension ScreeningDecision {
    /// The decision about a caller that no rule and no list is about. The strictest answer decides. Of equally strict
    /// ones the first gives the reason.
    package init(screeners answers: [NamedVerdict]) {
        for verdict in [Verdict.reject, .silence, .allow] {
            guard let answer = answers.first(where: { $0.verdict == verdict }) else { continue }
            self.init(verdict, .screener(answer.name))
            return
        }
        self.init(.allow, .unknownCaller)
    }
}

extension RuleBook {
    /// Decides about a call without the screeners; nil = the screeners decide. The first line that applies decides.
    package func decide(_ facts: ScreeningFacts) -> ScreeningDecision? {
        let caller = facts.caller
        let own = verdict(about: caller)
        if facts.isSwitchedOff { return ScreeningDecision(.allow, .switchedOff) }
        if let own, own != .allow { return ScreeningDecision(own, .blockedCaller) }
        if caller.isContact { return ScreeningDecision(.allow, .contact) }
        if caller.isFavourite { return ScreeningDecision(.allow, .favourite) }
        if own == .allow { return ScreeningDecision(.allow, .allowedCaller) }
        if caller.wasCalledRecently { return ScreeningDecision(.allow, .calledRecently) }
        // Each of the following is only about strangers.
        if caller.mayBeContact { return ScreeningDecision(.allow, .unreadContacts) }
        if let rule = widerRule(about: caller) { return ScreeningDecision(rule.verdict, .rule(rule.pattern)) }
        if let list = facts.lists.first { return ScreeningDecision(list.verdict, .list(list.name)) }
        return nil
    }
}

/// The other side of an incoming call.
package struct ScreenedCaller: Hashable, Sendable {
    /// The canonical key; nil = the caller hides its number.
    package var key: String?
    /// The E.164 number without the plus sign; nil = not a telephone number, or hidden.
    package var number: Int64?
    /// The country of the number: two capital letters, as in ISO 3166; nil = unknown.
    package var country: String?
    /// The host of an address, in lower case; nil = not an address.
    package var host: String?
    package var isContact = false
    /// Whether an address book that has not been read yet may have the caller.
    package var mayBeContact = false
    package var isFavourite = false
    /// Whether the user called this caller a short while ago, outside of a sandbox or in the app of this call. What
    /// another sandboxed app reports does not count: it could report calls that the user did not make, and let its
    /// callers ring.
    package var wasCalledRecently = false

    /// A caller that hides its number.
    package init() {}
}

/// The verdict of one list or of one screener about a caller.
package struct NamedVerdict: Hashable, Sendable {
    /// The list's source, or the screener.
    package let name: String
    package let verdict: Verdict

    package init(_ name: String, _ verdict: Verdict) {
        self.name = name
        self.verdict = verdict
    }
}

/// The facts that decide about an incoming call before a screener is asked.
package struct ScreeningFacts: Hashable, Sendable {
    /// Whether the user has turned off all rules, lists and screeners.
    package var isSwitchedOff = false
    package var caller = ScreenedCaller()
    /// The lists with this caller, in the user's order.
    package var lists: [NamedVerdict] = []

    /// A call of a hidden caller that no list knows.
    package init() {}
}

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
