// SPDX-License-Identifier: MIT

package import CallContract
internal import GRDB

/// The apps that the user has decided about: an identifier of a provider, or the id of a sandboxed app, which stands
/// for all its providers.
package struct UserApps: Sendable {
    /// The most apps that a user can decide about.
    package static let limit = 1_000

    private let database: DirectoryDatabase

    package init(_ database: DirectoryDatabase) { self.database = database }

    /// Whether each of these apps may ring.
    package var answers: [String: Bool] {
        get throws(DirectoryProblem) {
            try database.read { database in
                let rows = try Row.fetchAll(database, sql: "SELECT name, allowed FROM app")
                return Dictionary(rows.map { ($0[0], $0[1]) }) { $1 }
            }
        }
    }

    /// Decides about a provider, or all providers of its sandboxed app. `app` is that of the registered provider; nil =
    /// none is registered, so the last call in the history tells it.
    package func set(_ identifier: String, app: String?, allowed: Bool) throws(DirectoryProblem) {
        try database.write { database in
            let known = try app ?? History.app(ofProvider: identifier, in: database)
            let name = known.isEmpty ? identifier : known
            // An older decision about the provider alone would still count.
            try database.execute(sql: "DELETE FROM app WHERE name = ?", arguments: [identifier])
            try database.execute(sql: "INSERT OR REPLACE INTO app VALUES (?, ?)", arguments: [name, allowed])
            let count = try Int.fetchOne(database, sql: "SELECT count(*) FROM app") ?? 0
            guard count <= Self.limit else {
                throw DirectoryProblem.refused("You have decided about \(Self.limit) apps. No more are kept.")
            }
            let off = try Int.fetchOne(database, sql: "SELECT count(*) FROM app WHERE NOT allowed") ?? 0
            let most = Limits().disabledProviders
            guard off <= most else {
                throw DirectoryProblem.refused("\(most) apps are switched off. Allow one first.")
            }
        }
    }
}

/// An app that had calls: its last one.
package struct PastApp: Hashable, Sendable {
    package let line: ReportedLine
    /// Its name for people at that call.
    package let name: String
    package let lastCall: Time
}

extension History {
    /// The providers of the calls in the history, in the order of their identifiers. One step of the index finds the
    /// next one, because the history may have a million calls.
    package func apps(limit: Int) throws(DirectoryProblem) -> [PastApp] {
        try database.read { database in
            let next = try database.cachedStatement(
                sql: """
                    SELECT provider, providerName, app, id FROM call
                    WHERE provider = (SELECT provider FROM call WHERE provider > ? ORDER BY provider LIMIT 1)
                    ORDER BY id DESC LIMIT 1
                    """)
            var apps: [PastApp] = []
            while apps.count < limit,
                let row = try Row.fetchOne(next, arguments: [apps.last?.line.provider ?? ""])
            {
                apps.append(
                    PastApp(
                        line: ReportedLine(provider: row[0], app: row[2]), name: row[1],
                        lastCall: Time(clamping: row[3] as Int64)))
            }
            return apps
        }
    }

    /// The sandboxed app of the last call of a provider; empty = none.
    static func app(ofProvider identifier: String, in database: Database) throws -> String {
        try String.fetchOne(
            database, sql: "SELECT app FROM call WHERE provider = ? ORDER BY id DESC LIMIT 1", arguments: [identifier])
            ?? ""
    }
}
