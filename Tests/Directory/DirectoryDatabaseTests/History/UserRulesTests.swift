// SPDX-License-Identifier: MIT

import CallContract
import DirectoryCore
import DirectoryDatabase
import GRDB
import Testing

/// The user's rules in the database.
struct UserRulesTests {
    private let sample: Sample
    private let rules: UserRules

    init() throws {
        sample = try Sample()
        rules = UserRules(sample.database)
    }

    @Test func `Every kind of rule comes back with every verdict`() throws {
        let patterns: [CallerPattern] = [
            .caller("tel:+4930123456"), .prefix(4930), .country("DE"), .host("example.org"), .hidden, .notInContacts,
        ]
        #expect(Set(patterns.map(\.kind)) == Set(CallerPattern.Kind.allCases))
        for verdict in Verdict.allCases {
            for pattern in patterns { try rules.add(ScreeningRule(pattern, verdict)) }
            #expect(try rules.list.map(\.rule) == patterns.map { ScreeningRule($0, verdict) })
        }
        sample.database.close()
        let again = UserRules(try DirectoryDatabase(in: sample.path))
        #expect(try again.list.map(\.rule.pattern) == patterns)
    }

    @Test func `A second rule with the same pattern changes the first one, which keeps its id`() throws {
        let id = try rules.add(ScreeningRule(.hidden, .reject))
        #expect(try rules.add(ScreeningRule(.hidden, .silence)) == id)
        #expect(try rules.list.map(\.rule) == [ScreeningRule(.hidden, .silence)])
    }

    @Test func `A removed rule is gone, and no other rule gets its id`() throws {
        let id = try rules.add(ScreeningRule(.hidden, .reject))
        #expect(try rules.remove(id))
        #expect(try !rules.remove(id))
        #expect(try rules.list.isEmpty)
        #expect(try rules.add(ScreeningRule(.hidden, .reject)) != id)
    }

    @Test func `The book decides by the stored rules`() throws {
        try rules.add(ScreeningRule(.prefix(49), .reject))
        var facts = ScreeningFacts()
        facts.caller.number = 4_930_123_456
        let book = RuleBook(try rules.list.map(\.rule))
        #expect(book.decide(facts) == ScreeningDecision(.reject, .rule(.prefix(49))))
    }

    @Test func `The rules have a limit, and a known pattern can still be changed`() throws {
        try sample.database.write { connection in
            for number in 1...UserRules.limit {
                try connection.execute(
                    sql: "INSERT INTO rule (kind, pattern, verdict) VALUES ('prefix', ?, 'reject')",
                    arguments: ["+\(number)"])
            }
        }
        #expect(throws: DirectoryProblem.refused("There are 10000 rules. Remove some first.")) {
            try rules.add(ScreeningRule(.hidden, .reject))
        }
        try rules.add(ScreeningRule(.prefix(7), .allow))
        #expect(try rules.list.count == UserRules.limit)
    }
}
