// SPDX-License-Identifier: MIT

package import CallContract

/// A rule of the user. `allow` lets the callers of the pattern ring; `silence` and `reject` block them.
package struct ScreeningRule: Hashable, Sendable {
    package let pattern: CallerPattern
    package let verdict: Verdict

    package init(_ pattern: CallerPattern, _ verdict: Verdict) {
        self.pattern = pattern
        self.verdict = verdict
    }
}

/// The rules of the user, one for each pattern. A look-up takes the same time for any number of rules.
package struct RuleBook: Sendable {
    private var verdicts: [CallerPattern: Verdict] = [:]

    /// Of two rules with the same pattern the later one counts.
    package init(_ rules: some Sequence<ScreeningRule> = []) {
        for rule in rules { verdicts[rule.pattern] = rule.verdict }
    }

    /// The user's verdict about exactly this caller; nil = none.
    func verdict(about caller: ScreenedCaller) -> Verdict? {
        caller.key.flatMap { verdicts[.caller($0)] }
    }

    /// The most specific of the rules about many callers; nil = none is about this caller. A longer prefix is more
    /// specific than a shorter one, a prefix than a country, and everything than the address book.
    func widerRule(about caller: ScreenedCaller) -> ScreeningRule? {
        var patterns: [CallerPattern] = []
        if var digits = caller.number {
            while digits > 0 {
                patterns.append(.prefix(digits))
                digits /= 10
            }
        }
        if let country = caller.country { patterns.append(.country(country)) }
        if let host = caller.host { patterns.append(.host(host)) }
        if caller.key == nil { patterns.append(.hidden) }
        if !caller.isContact { patterns.append(.notInContacts) }
        for pattern in patterns {
            if let verdict = verdicts[pattern] { return ScreeningRule(pattern, verdict) }
        }
        return nil
    }
}
