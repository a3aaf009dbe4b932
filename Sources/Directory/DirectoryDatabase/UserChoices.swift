// SPDX-License-Identifier: MIT

package import CallContract
package import DirectoryCore
package import GRDB

/// A setting of the user: its name in the database, and its value if the user did not choose one.
package struct Setting<Value: DatabaseValueConvertible & Hashable & Sendable>: Hashable, Sendable {
    package let name: String
    package let defaultValue: Value

    init(_ name: String, _ defaultValue: Value) {
        self.name = name
        self.defaultValue = defaultValue
    }

    /// A value that another version wrote, and that this version does not understand, counts as not chosen.
    func value(in database: Database) throws -> Value {
        let statement = try database.cachedStatement(sql: "SELECT value FROM setting WHERE name = ?")
        guard let row = try Row.fetchOne(statement, arguments: [name]) else { return defaultValue }
        return Value.fromDatabaseValue(row[0]) ?? defaultValue
    }

    func set(_ value: Value, in database: Database) throws {
        try database.cachedStatement(sql: "INSERT OR REPLACE INTO setting VALUES (?, ?)")
            .execute(arguments: [name, value])
    }
}

extension Setting where Value == Bool {
    /// Whether rules, lists and screeners are used: the one switch that turns them off.
    package static var screensCalls: Self { Self("screens-calls", true) }
}

extension Setting where Value == Int {
    /// How many days the history keeps a call; 0 = for ever.
    package static var retentionDays: Self { Self("retention-days", 0) }
    /// For how many days a number that the user called may ring in spite of wider rules.
    package static var calledRecentlyDays: Self { Self("called-recently-days", 30) }
}

extension Setting where Value == String {
    /// The region of numbers without a country: two capital letters; empty = that of the locale.
    package static var region: Self { Self("region", "") }

    /// The paths of the folders of vCards that the user chose, one in each line.
    package static var contactFolders: Self { Self("contact-folders", "") }

    // The place in the service's list of ended calls: `History.Position`. No settings of the user.
    static var endedCallsInstance: Self { Self("ended-calls-instance", "") }
    static var endedCallsPlace: Self { Self("ended-calls-place", "") }
}

/// The settings that the user chose.
package struct DirectorySettings: Sendable {
    private let database: DirectoryDatabase

    package init(_ database: DirectoryDatabase) { self.database = database }

    /// The user's value, or the default.
    package func value<Value>(of setting: Setting<Value>) throws(DirectoryProblem) -> Value {
        try database.read { try setting.value(in: $0) }
    }

    /// Sets the user's value; nil = the default again.
    package func set<Value>(_ setting: Setting<Value>, to value: Value?) throws(DirectoryProblem) {
        try database.write { database in
            if let value { return try setting.set(value, in: database) }
            try database.execute(sql: "DELETE FROM setting WHERE name = ?", arguments: [setting.name])
        }
    }
}

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

/// The apps that the user lets screen calls.
package struct UserScreeners: Sendable {
    /// The most screeners that a user can enable.
    package static let limit = 16

    private let database: DirectoryDatabase

    package init(_ database: DirectoryDatabase) { self.database = database }

    /// Their identifiers.
    package var enabled: Set<String> {
        get throws(DirectoryProblem) {
            try database.read { try String.fetchSet($0, sql: "SELECT identifier FROM screener") }
        }
    }

    /// Harmless to repeat. A screener may be enabled before it has registered ever.
    package func set(_ identifier: String, enabled: Bool) throws(DirectoryProblem) {
        try database.write { database in
            guard enabled else {
                return try database.execute(
                    sql: "DELETE FROM screener WHERE identifier = ?", arguments: [identifier])
            }
            try database.execute(sql: "INSERT OR IGNORE INTO screener VALUES (?)", arguments: [identifier])
            let count = try Int.fetchOne(database, sql: "SELECT count(*) FROM screener") ?? 0
            guard count <= Self.limit else {
                throw DirectoryProblem.refused("There are \(Self.limit) enabled screeners. Disable one first.")
            }
        }
    }
}

/// A caller that the user calls often.
package struct Favourite: Hashable, Sendable {
    package let handle: Handle
    /// The canonical form of the handle.
    package let callerKey: String
    package let name: String
    /// The identifier of the provider to call with; empty = the default one.
    package let provider: String

    package init(handle: Handle, callerKey: String, name: String, provider: String = "") {
        self.handle = handle
        self.callerKey = callerKey
        self.name = name
        self.provider = provider
    }
}

/// The user's favourites, at the positions 1, 2, 3 and so on without a gap.
package struct Favourites: Sendable {
    /// The most favourites that a user can have.
    package static let limit = 1_000

    private let database: DirectoryDatabase

    package init(_ database: DirectoryDatabase) { self.database = database }

    /// The favourites in order; the first has position 1.
    package var list: [Favourite] {
        get throws(DirectoryProblem) { try database.read { try Self.list(in: $0) } }
    }

    /// Puts a favourite at a position, instead of the one that is there. The first free position adds it.
    package func set(_ favourite: Favourite, at position: Int) throws(DirectoryProblem) {
        try change { list throws(DirectoryProblem) in
            guard list.count < Self.limit || position <= list.count else {
                throw .refused("There are \(Self.limit) favourites. Remove some first.")
            }
            if position == list.count + 1 { return list.append(favourite) }
            list[try Self.index(position, in: list, last: list.count + 1)] = favourite
        }
    }

    /// Removes a favourite. The later ones move up.
    package func remove(at position: Int) throws(DirectoryProblem) {
        try change { list throws(DirectoryProblem) in list.remove(at: try Self.index(position, in: list)) }
    }

    /// Moves a favourite to another position. Those between make room.
    package func move(from position: Int, to other: Int) throws(DirectoryProblem) {
        try change { list throws(DirectoryProblem) in
            let (from, to) = (try Self.index(position, in: list), try Self.index(other, in: list))
            list.insert(list.remove(at: from), at: to)
        }
    }

    private static func index(_ position: Int, in list: [Favourite], last: Int? = nil) throws(DirectoryProblem) -> Int {
        guard list.indices.contains(position - 1) else {
            throw .refused("There is no position \(position) among the favourites. Use 1 to \(last ?? list.count).")
        }
        return position - 1
    }

    /// Writes the whole list, which is short: so there is never a gap.
    private func change(_ body: (inout [Favourite]) throws(DirectoryProblem) -> Void) throws(DirectoryProblem) {
        try database.write { database in
            var list = try Self.list(in: database)
            try body(&list)
            try database.execute(sql: "DELETE FROM favourite")
            let statement = try database.cachedStatement(sql: "INSERT INTO favourite VALUES (?, ?, ?, ?, ?, ?)")
            for (index, favourite) in list.enumerated() {
                try statement.execute(arguments: [
                    index + 1, favourite.handle.kind.rawValue, favourite.handle.value, favourite.callerKey,
                    favourite.name, favourite.provider,
                ])
            }
        }
    }

    private static func list(in database: Database) throws -> [Favourite] {
        let sql = "SELECT handleType, handle, callerKey, name, provider FROM favourite ORDER BY position"
        return try Row.fetchAll(database, sql: sql).map { row in
            Favourite(
                handle: Handle(kind: Handle.Kind(rawValue: row[0]) ?? .generic, value: row[1]), callerKey: row[2],
                name: row[3], provider: row[4])
        }
    }
}
