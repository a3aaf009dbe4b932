// SPDX-License-Identifier: MIT

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

    // The place in the daemon's list of ended calls: `History.Position`. No settings of the user.
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
