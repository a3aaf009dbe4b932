// SPDX-License-Identifier: MIT

import CallContract
import DirectoryCore

/// One incoming call with everything that may decide about it. The caller has a number, so that every kind of rule but
/// the one for hidden callers can be about it.
struct SmallWorld: Equatable {
    var switchedOff = false
    var ownRule: Verdict?
    var contact = false
    var favourite = false
    var calledRecently = false
    var unreadContacts = false
    var widerRule: Verdict?
    var lists: [Verdict] = []
    var screeners: [Verdict] = []

    static let prefix = CallerPattern.prefix(4930)

    var facts: ScreeningFacts {
        var facts = ScreeningFacts()
        facts.isSwitchedOff = switchedOff
        facts.caller.key = "tel:+4930123456"
        facts.caller.number = 4_930_123_456
        facts.caller.country = "DE"
        facts.caller.isContact = contact
        facts.caller.isFavourite = favourite
        facts.caller.wasCalledRecently = calledRecently
        facts.caller.mayBeContact = unreadContacts
        facts.lists = Self.named(lists)
        return facts
    }

    var book: RuleBook {
        var rules: [ScreeningRule] = []
        if let ownRule { rules.append(ScreeningRule(.caller("tel:+4930123456"), ownRule)) }
        if let widerRule { rules.append(ScreeningRule(Self.prefix, widerRule)) }
        return RuleBook(rules)
    }

    var answers: [NamedVerdict] { Self.named(screeners) }

    var decision: ScreeningDecision { book.decide(facts) ?? ScreeningDecision(screeners: answers) }

    private static func named(_ verdicts: [Verdict]) -> [NamedVerdict] {
        verdicts.enumerated().map { NamedVerdict("\($0.offset)", $0.element) }
    }

    /// Every world with at most two lists and two screeners.
    static func forEach(_ body: (SmallWorld) -> Void) {
        let verdicts: [Verdict?] = [nil] + Verdict.allCases
        let pairs: [[Verdict]] =
            [[]] + Verdict.allCases.map { [$0] }
            + Verdict.allCases.flatMap { first in Verdict.allCases.map { [first, $0] } }
        for flags in 0..<32 {
            for own in verdicts {
                for wider in verdicts {
                    for lists in pairs {
                        for screeners in pairs {
                            body(
                                SmallWorld(
                                    switchedOff: flags & 1 != 0, ownRule: own, contact: flags & 2 != 0,
                                    favourite: flags & 4 != 0, calledRecently: flags & 8 != 0,
                                    unreadContacts: flags & 16 != 0, widerRule: wider, lists: lists,
                                    screeners: screeners))
                        }
                    }
                }
            }
        }
    }
}
