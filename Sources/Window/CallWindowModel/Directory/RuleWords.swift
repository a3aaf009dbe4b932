// SPDX-License-Identifier: MIT

package import CallClient
package import CallInterface
import ConfigurationText

/// Rules about callers as people read them.
package enum RuleWords {
    package static func name(of kind: RuleKind) -> String {
        switch kind {
        case .caller: Catalogue.text("One number or address")
        case .prefix: Catalogue.text("Numbers that begin with")
        case .country: Catalogue.text("Numbers of a country")
        case .host: Catalogue.text("Addresses at a host")
        case .hidden: Catalogue.text("Hidden numbers")
        case .notInContacts: Catalogue.text("Callers that are not in your contacts")
        }
    }

    package static func name(of verdict: Verdict) -> String {
        switch verdict {
        case .reject: Catalogue.text("Blocked")
        case .silence: Catalogue.text("Rings without a sound")
        case .allow: Catalogue.text("Rings")
        }
    }

    /// The callers that a rule is about.
    package static func callers(of rule: RuleRecord) -> String {
        if !rule.pattern.isEmpty { return rule.pattern.shown }
        return rule.kind.word.map(name) ?? rule.kind.text.shown
    }

    /// The kind of the rule and what happens.
    package static func text(_ rule: RuleRecord) -> String {
        let kind = rule.pattern.isEmpty ? nil : rule.kind.word.map(name)
        return [kind, rule.verdict.word.map(name)].compactMap { $0 }.joined(separator: " · ")
    }
}
