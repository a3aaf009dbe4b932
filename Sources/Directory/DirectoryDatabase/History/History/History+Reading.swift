// SPDX-License-Identifier: MIT

package import CallContract
package import GRDB

extension History {
    /// Calls that started before a time, the newest first.
    package func calls(
        _ filter: HistoryFilter = HistoryFilter(), before: Time = .max, limit: Int
    ) throws(DirectoryProblem) -> [HistoryEntry] {
        let (table, condition, arguments) = filter.sql
        return try entries(
            "FROM \(table) WHERE \(condition) AND id < ? ORDER BY id DESC LIMIT ?",
            arguments + [Int64(clamping: before), max(0, limit)])
    }

    /// Callers whose newest call started before a time, the newest first. The blocked calls of a caller are an entry of
    /// their own.
    package func recents(
        includesBlocked: Bool = true, before: Time = .max, limit: Int
    ) throws(DirectoryProblem) -> [RecentCaller] {
        let index = includesBlocked ? "caller_newest" : "caller_shown"
        return try database.read { database in
            // CROSS JOIN keeps the order of the tables.
            let statement = try database.cachedStatement(
                sql: """
                    SELECT \(HistoryEntry.columns), caller.calls, caller.unread AS unreadMissed
                    FROM caller INDEXED BY \(index) CROSS JOIN call ON call.id = caller.newest
                    WHERE caller.newest < ? \(includesBlocked ? "" : "AND caller.blocked = 0")
                    ORDER BY caller.newest DESC LIMIT ?
                    """)
            return try Row.fetchAll(statement, arguments: [Int64(clamping: before), max(0, limit)]).map { row in
                RecentCaller(newest: HistoryEntry(row), calls: row["calls"], unreadMissed: row["unreadMissed"])
            }
        }
    }

    /// Calls whose name, handle or key has each word of the text, in any script, the newest first. No words, no calls.
    package func search(
        _ text: String, includesBlocked: Bool = true, before: Time = .max, limit: Int
    ) throws(DirectoryProblem) -> [HistoryEntry] {
        let words = SearchText.words(of: text)
        guard !words.isEmpty else { return [] }
        let conditions = words.map { _ in "instr(folded, ?)" } + (includesBlocked ? [] : ["blocked = 0"])
        return try entries(
            """
            FROM call NOT INDEXED WHERE id < ? AND \(conditions.joined(separator: " AND "))
            ORDER BY id DESC LIMIT ?
            """,
            [Int64(clamping: before)] + StatementArguments(words) + [max(0, limit)])
    }

    /// The caller and the line of the user's last call to any of these callers; if there is none, those of the last
    /// call from one of them. A sandboxed app can report calls that the user did not make, so its calls count only if
    /// there are no others.
    package func lastCall(
        withCallers keys: [String]
    ) throws(DirectoryProblem) -> (callerKey: String, line: ReportedLine)? {
        try database.read { database in
            for app in ["app = ''", "app != ''"] {
                for index in ["call_called WHERE outgoing = 1 AND", "call_caller WHERE"] {
                    let statement = try database.cachedStatement(
                        sql: """
                            SELECT id, callerKey, provider, app FROM call INDEXED BY \(index) callerKey = ? AND \(app)
                            ORDER BY id DESC LIMIT 1
                            """)
                    let rows = try keys.compactMap { try Row.fetchOne(statement, arguments: [$0]) }
                    if let row = rows.max(by: { ($0[0] as Int64) < $1[0] }) {
                        return (row[1], ReportedLine(provider: row[2], app: row[3]))
                    }
                }
            }
            return nil
        }
    }

    /// Whether the user called the caller since a time, in a program outside of a sandbox or in this app. Calls that
    /// other sandboxed apps reported do not count: they need not be the user's.
    package static func hasCalled(
        _ key: String, since time: Time, in app: String, from database: Database
    ) throws -> Bool {
        let statement = try database.cachedStatement(
            sql: """
                SELECT 1 FROM call INDEXED BY call_called
                WHERE outgoing = 1 AND callerKey = ? AND app IN ('', ?) AND id >= ? LIMIT 1
                """)
        return try Row.fetchOne(statement, arguments: [key, app, Int64(clamping: time)]) != nil
    }

    private func entries(_ query: String, _ arguments: StatementArguments) throws(DirectoryProblem) -> [HistoryEntry] {
        try database.read { database in
            let statement = try database.cachedStatement(sql: "SELECT \(HistoryEntry.columns) \(query)")
            return try Row.fetchAll(statement, arguments: arguments).map { HistoryEntry($0) }
        }
    }
}
