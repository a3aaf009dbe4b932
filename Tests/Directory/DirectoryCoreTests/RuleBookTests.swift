// SPDX-License-Identifier: MIT

import CallContract
import DirectoryCore
import Testing

/// Which of the user's rules is about a caller.
struct RuleBookTests {
    private static func decide(_ rules: [ScreeningRule], _ caller: ScreenedCaller) -> ScreeningDecision? {
        var facts = ScreeningFacts()
        facts.caller = caller
        return RuleBook(rules).decide(facts)
    }

    private static let berlin: ScreenedCaller = {
        var caller = ScreenedCaller()
        caller.key = "tel:+4930123456"
        caller.number = 4_930_123_456
        caller.country = "DE"
        return caller
    }()

    private static let ada: ScreenedCaller = {
        var caller = ScreenedCaller()
        caller.key = "ada@example.org"
        caller.host = "example.org"
        return caller
    }()

    @Test(arguments: [4, 49, 4930, 4_930_123_456] as [Int64])
    func `A prefix rule is about each number that begins with it`(digits: Int64) {
        let decision = Self.decide([ScreeningRule(.prefix(digits), .reject)], Self.berlin)
        #expect(decision == ScreeningDecision(.reject, .rule(.prefix(digits))))
    }

    @Test(arguments: [1, 30, 4931, 49_301_234_567] as [Int64])
    func `A prefix rule is about no other number`(digits: Int64) {
        #expect(Self.decide([ScreeningRule(.prefix(digits), .reject)], Self.berlin) == nil)
    }

    @Test func `A longer prefix goes before a shorter one, whatever their order`() {
        let rules = [ScreeningRule(.prefix(49), .reject), ScreeningRule(.prefix(4930), .allow)]
        let expected = ScreeningDecision(.allow, .rule(.prefix(4930)))
        #expect(Self.decide(rules, Self.berlin) == expected)
        #expect(Self.decide(rules.reversed(), Self.berlin) == expected)
    }

    /// From the most to the least specific pattern, for a caller that has everything.
    private static let specificity: [CallerPattern] = [
        .prefix(49), .country("DE"), .host("example.org"), .notInContacts,
    ]

    @Test(arguments: zip(specificity, specificity.dropFirst()))
    func `The more specific pattern goes before the next one`(more: CallerPattern, less: CallerPattern) {
        var caller = Self.berlin
        caller.host = "example.org"
        for verdict in Verdict.allCases {
            for other in Verdict.allCases {
                let decision = Self.decide([ScreeningRule(less, other), ScreeningRule(more, verdict)], caller)
                #expect(decision == ScreeningDecision(verdict, .rule(more)))
            }
        }
    }

    @Test func `A country rule is about the numbers of its country only`() {
        #expect(Self.decide([ScreeningRule(.country("DE"), .reject)], Self.berlin)?.verdict == .reject)
        #expect(Self.decide([ScreeningRule(.country("AT"), .reject)], Self.berlin) == nil)
        #expect(Self.decide([ScreeningRule(.country("DE"), .reject)], Self.ada) == nil)
    }

    @Test func `A host rule is about the addresses at its host only`() {
        #expect(Self.decide([ScreeningRule(.host("example.org"), .silence)], Self.ada)?.verdict == .silence)
        #expect(Self.decide([ScreeningRule(.host("example.com"), .silence)], Self.ada) == nil)
        #expect(Self.decide([ScreeningRule(.host("example.org"), .silence)], Self.berlin) == nil)
    }

    @Test func `The rule for hidden callers is about callers without a key only, and goes before the address book`() {
        let rules = [ScreeningRule(.notInContacts, .silence), ScreeningRule(.hidden, .reject)]
        #expect(Self.decide(rules, ScreenedCaller()) == ScreeningDecision(.reject, .rule(.hidden)))
        #expect(Self.decide(rules, Self.ada) == ScreeningDecision(.silence, .rule(.notInContacts)))
    }

    @Test func `If only contacts may ring, everyone else is rejected`() {
        let rules = [ScreeningRule(.notInContacts, .reject)]
        var contact = Self.berlin
        contact.isContact = true
        #expect(Self.decide(rules, contact) == ScreeningDecision(.allow, .contact))
        #expect(Self.decide(rules, Self.berlin)?.verdict == .reject)
        #expect(Self.decide(rules, Self.ada)?.verdict == .reject)
        #expect(Self.decide(rules, ScreenedCaller())?.verdict == .reject)
    }

    @Test func `The later of two rules with the same pattern counts`() {
        let rules = [ScreeningRule(.hidden, .reject), ScreeningRule(.hidden, .allow)]
        #expect(Self.decide(rules, ScreenedCaller())?.verdict == .allow)
    }

    @Test func `A rule for one caller is about no other caller`() {
        #expect(Self.decide([ScreeningRule(.caller("tel:+4930123456"), .reject)], Self.ada) == nil)
        #expect(Self.decide([ScreeningRule(.caller("tel:+4930123456"), .reject)], ScreenedCaller()) == nil)
    }
}
