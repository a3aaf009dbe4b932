// SPDX-License-Identifier: MIT

package import CallContract
internal import GRDB

extension History {
    /// How many entries a call of the functions below removes, so that it takes some milliseconds.
    static let piece = 100

    /// Removes these entries. Unknown ids are ignored.
    package func remove(_ ids: [Int64]) throws(DirectoryProblem) {
        try database.write { database in
            let statement = try database.cachedStatement(sql: "DELETE FROM call WHERE id = ?")
            for id in ids { try statement.execute(arguments: [id]) }
        }
    }

    /// Removes all entries at once.
    package func removeAll() throws(DirectoryProblem) {
        try database.write { database in
            // Without a trigger SQLite empties the table without a look at its rows.
            try database.execute(
                sql: "DROP TRIGGER call_removed; DELETE FROM call; DELETE FROM caller; \(Schema.callRemoved)")
        }
    }

    /// Removes some of the entries that the filter means, the oldest first, and that started before a time.
    ///
    /// - Returns: whether there may be more of them: call it again
    package func removeSome(_ filter: HistoryFilter, before: Time = .max) throws(DirectoryProblem) -> Bool {
        let (table, condition, arguments) = filter.sql
        return try database.write { database in
            let statement = try database.cachedStatement(
                sql: """
                    DELETE FROM call WHERE id IN (
                        SELECT id FROM \(table) WHERE \(condition) AND id < ? ORDER BY id LIMIT \(Self.piece))
                    """)
            try statement.execute(arguments: arguments + [Int64(clamping: before)])
            return database.changesCount >= Self.piece
        }
    }

    /// Removes some of the entries that are older than `Setting.retentionDays`.
    ///
    /// - Returns: whether there may be more of them: call it again
    package func removeExpired(now: Time) throws(DirectoryProblem) -> Bool {
        let days = try DirectorySettings(database).value(of: .retentionDays)
        let (age, overflow) = UInt64(max(0, days)).multipliedReportingOverflow(by: 86_400_000_000)
        guard days > 0, !overflow, age < now else { return false }
        return try removeSome(HistoryFilter(), before: now - age)
    }
}
