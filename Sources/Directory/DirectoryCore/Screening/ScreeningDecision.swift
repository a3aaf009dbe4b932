// SPDX-License-Identifier: MIT

package import CallContract

/// The reason of a decision about an incoming call.
package enum ScreeningReason: Hashable, Sendable {
    /// An emergency call ended a short while ago.
    case emergencyWindow
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
        if facts.isInEmergencyWindow { return ScreeningDecision(.allow, .emergencyWindow) }
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

    /// Decides about a call with the answers of the screeners that answered in time.
    package func decide(_ facts: ScreeningFacts, screeners answers: [NamedVerdict]) -> ScreeningDecision {
        decide(facts) ?? ScreeningDecision(screeners: answers)
    }
}
