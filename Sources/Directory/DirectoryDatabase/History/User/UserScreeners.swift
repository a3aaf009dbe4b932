// SPDX-License-Identifier: MIT

internal import GRDB

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
