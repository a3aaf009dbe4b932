// SPDX-License-Identifier: MIT

package import CallContract
internal import GRDB

/// The calls that have ended. One entry for each call.
package struct History: Sendable {
    let database: DirectoryDatabase

    package init(_ database: DirectoryDatabase) { self.database = database }

    /// A place in the service's list of ended calls.
    package struct Position: Hashable, Sendable {
        /// The `Instance` of the service.
        package let instance: String
        package let after: UInt64

        package init(instance: String, after: UInt64) {
            self.instance = instance
            self.after = after
        }
    }

    /// Adds calls that have ended, and the place behind them in the service's list, in one transaction. So each call is
    /// recorded once, even if the process is killed: the next one asks the service for the calls behind `position`.
    ///
    /// A call that is in the history already changes nothing, unless its provider was lost and came back with the call:
    /// then its entry gets the later end. Calls that follow each other may have the same UUID, and each has an entry.
    ///
    /// - Returns: the ids of the entries that are new or changed
    @discardableResult
    package func record(_ calls: [PastCall], position: Position? = nil) throws(DirectoryProblem) -> [Int64] {
        try database.write { database in
            if let position {
                try Setting.endedCallsInstance.set(position.instance, in: database)
                try Setting.endedCallsPlace.set(String(position.after), in: database)
            }
            let changed = try calls.compactMap { try Self.record($0, in: database) }
            for app in Set(calls.map(\.app)) where !app.isEmpty { try Self.shorten(app, in: database) }
            return changed
        }
    }

    /// The place behind the last recorded call; nil = no call was recorded.
    package var position: Position? {
        get throws(DirectoryProblem) {
            try database.read { database in
                let instance = try Setting.endedCallsInstance.value(in: database)
                guard let after = UInt64(try Setting.endedCallsPlace.value(in: database)) else { return nil }
                return Position(instance: instance, after: after)
            }
        }
    }

    private static func record(_ call: PastCall, in database: Database) throws -> Int64? {
        if let known = try entry(of: call, in: database) { return try update(known, with: call, in: database) }
        let id = try freeID(call.knownStart, in: database)
        try HistoryEntry(id: id, call: call, isUnread: call.outcome.isMissed).insert(in: database)
        return id
    }

    /// Removes the oldest entries of a sandboxed app that has too many. Without a limit an app could fill the user's
    /// disk.
    private static func shorten(_ app: String, in database: Database) throws {
        let statement = try database.cachedStatement(
            sql: """
                DELETE FROM call WHERE id IN (
                    SELECT id FROM call INDEXED BY call_app WHERE app = ? AND app != ''
                    ORDER BY id DESC LIMIT -1 OFFSET \(sandboxedLimit))
                """)
        try statement.execute(arguments: [app])
    }

    /// The most entries of one sandboxed app.
    static let sandboxedLimit = 10_000

    private static func update(_ known: HistoryEntry, with later: PastCall, in database: Database) throws -> Int64? {
        guard known.call.isProviderLost, later.endedAt > known.call.endedAt else { return nil }
        let call = known.call.continued(as: later)
        let isUnread = call.outcome.isMissed && (known.isUnread || !known.call.outcome.isMissed)
        // Not UPDATE: the triggers then keep the rows of the callers right, also if the caller is another one.
        try database.cachedStatement(sql: "DELETE FROM call WHERE id = ?").execute(arguments: [known.id])
        try HistoryEntry(id: known.id, call: call, isUnread: isUnread).insert(in: database)
        return known.id
    }

    /// The entry that the call has already. The entries of one UUID do not overlap, because one call has it at a time.
    /// An app that comes back soon comes back with the same call.
    private static func entry(of call: PastCall, in database: Database) throws -> HistoryEntry? {
        let statement = try database.cachedStatement(
            sql: """
                SELECT \(HistoryEntry.columns) FROM call
                WHERE uuid = ? AND id <= ? AND CASE lost WHEN 1 THEN ended + ? ELSE ended END >= ?
                ORDER BY id DESC LIMIT 1
                """)
        let (end, start) = (Int64(clamping: call.endedAt), Int64(clamping: call.knownStart))
        let arguments: StatementArguments = [call.uuid.description, end, timeToComeBack, start]
        return try Row.fetchOne(statement, arguments: arguments).map { HistoryEntry($0) }
    }

    /// No call rings longer; microseconds.
    private static let timeToComeBack: Int64 = 120_000_000

    /// The first id at or after a time that no entry has.
    private static func freeID(_ time: Time, in database: Database) throws -> Int64 {
        // Far below the end of the range, so that there is always a free one.
        let id = Int64(clamping: min(time, 1 << 62))
        let taken = try database.cachedStatement(sql: "SELECT 1 FROM call WHERE id = ?")
        guard try Row.fetchOne(taken, arguments: [id]) != nil else { return id }
        let gap = try database.cachedStatement(
            sql: """
                SELECT id + 1 FROM call AS one
                WHERE id >= ? AND NOT EXISTS (SELECT 1 FROM call WHERE id = one.id + 1) ORDER BY id LIMIT 1
                """)
        return try Int64.fetchOne(gap, arguments: [id]) ?? id
    }

    // MARK: Read and unread

    /// How many missed calls the user has not seen.
    package var unreadMissed: Int {
        get throws(DirectoryProblem) {
            try database.read { database in
                try Int.fetchOne(database, sql: "SELECT count(*) FROM call WHERE unread = 1") ?? 0
            }
        }
    }

    /// The user has seen these entries. Unknown ids are ignored.
    package func markRead(_ ids: [Int64]) throws(DirectoryProblem) {
        try database.write { database in
            let statement = try database.cachedStatement(sql: "UPDATE call SET unread = 0 WHERE id = ? AND unread")
            for id in ids { try statement.execute(arguments: [id]) }
        }
    }
}

extension PastCall {
    /// A call of an unknown start has the place of its end.
    fileprivate var knownStart: Time { startedAt == 0 ? endedAt : startedAt }
}

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
