// SPDX-License-Identifier: MIT

package import CallContract
internal import DirectoryCore
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

/// Which entries of the history are meant. All conditions must hold.
package struct HistoryFilter: Hashable, Sendable {
    package var isMissed = false
    /// Implies that the call was missed.
    package var isUnread = false
    /// nil = both directions.
    package var isOutgoing: Bool?
    /// nil = every caller; empty = hidden callers.
    package var callerKey: String?
    /// nil = every provider.
    package var provider: String?
    /// The sandboxed app of the provider; nil = every app, empty = none in a sandbox.
    package var app: String?
    /// Whether calls that rules, lists and screeners refused are among them.
    package var includesBlocked = true

    /// Every entry.
    package init() {}

    /// The condition, and the table with the index that finds its calls fastest: without statistics SQLite would guess.
    var sql: (table: String, condition: String, arguments: StatementArguments) {
        var conditions: [String] = []
        var arguments: StatementArguments = []
        if isMissed { conditions.append("missed = 1") }
        if isUnread { conditions.append("unread = 1") }
        if !includesBlocked { conditions.append("blocked = 0") }
        if let callerKey {
            conditions.append("callerKey = ?")
            arguments += [callerKey]
        }
        if let provider {
            conditions.append("provider = ?")
            arguments += [provider]
        }
        if let app {
            conditions.append("app = ?")
            if !app.isEmpty { conditions.append("app != ''") }
            arguments += [app]
        }
        if let isOutgoing {
            conditions.append("outgoing = ?")
            arguments += [isOutgoing]
        }
        let condition = conditions.isEmpty ? "1" : conditions.joined(separator: " AND ")
        return (index.map { "call INDEXED BY \($0)" } ?? "call NOT INDEXED", condition, arguments)
    }

    private var index: String? {
        if isUnread { return "call_unread" }
        if let app, !app.isEmpty { return "call_app" }
        if callerKey != nil { return "call_caller" }
        if isMissed { return "call_missed" }
        if provider != nil { return "call_provider" }
        return isOutgoing == nil ? nil : "call_outgoing"
    }
}

/// What the history searches in, and for.
enum SearchText {
    /// The texts that each must be somewhere in the column. A text that is a telephone number is one word, without the
    /// zeros or the plus sign before it, because they depend on how the number was written.
    static func words(of query: String) -> [String] {
        let folded = TextFolding.fold(String(query.unicodeScalars.prefix(lengthLimit)))
        let digits = folded.unicodeScalars.filter { ("0"..."9").contains($0) }
        if !digits.isEmpty, folded.unicodeScalars.allSatisfy({ "0123456789 +-./()".unicodeScalars.contains($0) }) {
            let number = String(String.UnicodeScalarView(digits.drop { $0 == "0" }))
            return [number.isEmpty ? "0" : number]
        }
        return folded.split(whereSeparator: \.isWhitespace).prefix(wordLimit).map(String.init)
    }

    /// More text only makes the search slower.
    private static let (lengthLimit, wordLimit) = (256, 8)

    /// The column of a call: its texts on a line each, and the number without separators.
    static func folded(_ call: PastCall) -> String {
        let handle = call.handle?.value ?? ""
        let texts = [call.name, handle, call.callerKey].map(TextFolding.fold)
        let digits = String(String.UnicodeScalarView(texts[1].unicodeScalars.filter { ("0"..."9").contains($0) }))
        return (texts + [digits]).joined(separator: "\n")
    }
}
