// SPDX-License-Identifier: MIT

internal import CallContract
package import DirectoryCore
internal import GRDB

/// The rules of the user, one for each pattern.
package struct UserRules: Sendable {
    /// A rule and its id, which no later rule gets.
    package struct Numbered: Hashable, Sendable, Identifiable {
        package let id: Int64
        package let rule: ScreeningRule
    }

    /// The most rules that a user can have.
    package static let limit = 10_000

    private let database: DirectoryDatabase

    package init(_ database: DirectoryDatabase) { self.database = database }

    /// The rules in the order in which they were added.
    package var list: [Numbered] {
        get throws(DirectoryProblem) {
            try database.read { database in
                try Row.fetchAll(database, sql: "SELECT id, kind, pattern, verdict FROM rule ORDER BY id")
                    .compactMap(Self.rule)
            }
        }
    }

    /// The rules for the decision about a call. The caller keeps it until a rule changes.
    package var book: RuleBook {
        get throws(DirectoryProblem) { RuleBook(try list.map(\.rule)) }
    }

    /// Adds a rule, or changes the verdict of the rule with the same pattern.
    ///
    /// - Returns: the id of the rule
    @discardableResult
    package func add(_ rule: ScreeningRule) throws(DirectoryProblem) -> Int64 {
        try database.write { database in
            let (kind, text) = (rule.pattern.kind.rawValue, rule.pattern.text)
            let known = try Int64.fetchOne(
                database, sql: "SELECT id FROM rule WHERE kind = ? AND pattern = ?", arguments: [kind, text])
            if let known {
                try database.execute(
                    sql: "UPDATE rule SET verdict = ? WHERE id = ?", arguments: [rule.verdict.rawValue, known])
                return known
            }
            guard try Int.fetchOne(database, sql: "SELECT count(*) FROM rule") ?? 0 < Self.limit else {
                throw DirectoryProblem.refused("There are \(Self.limit) rules. Remove some first.")
            }
            try database.execute(
                sql: "INSERT INTO rule (kind, pattern, verdict) VALUES (?, ?, ?)",
                arguments: [kind, text, rule.verdict.rawValue])
            return database.lastInsertedRowID
        }
    }

    /// Removes a rule.
    ///
    /// - Returns: whether there was one with this id
    package func remove(_ id: Int64) throws(DirectoryProblem) -> Bool {
        try database.write { database in
            try database.execute(sql: "DELETE FROM rule WHERE id = ?", arguments: [id])
            return database.changesCount > 0
        }
    }

    /// nil = a rule of a newer version.
    private static func rule(_ row: Row) -> Numbered? {
        guard let kind = CallerPattern.Kind(rawValue: row[1]), let pattern = CallerPattern(kind, row[2]),
            let verdict = Verdict(rawValue: row[3])
        else { return nil }
        return Numbered(id: row[0], rule: ScreeningRule(pattern, verdict))
    }
}
