// SPDX-License-Identifier: MIT

internal import GRDB

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
