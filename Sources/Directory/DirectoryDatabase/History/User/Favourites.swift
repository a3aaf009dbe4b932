// SPDX-License-Identifier: MIT

package import CallContract
internal import GRDB

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

    /// Whether the caller is a favourite.
    package func contains(callerKey: String) throws(DirectoryProblem) -> Bool {
        try database.read { database in
            let statement = try database.cachedStatement(sql: "SELECT 1 FROM favourite WHERE callerKey = ? LIMIT 1")
            return try Row.fetchOne(statement, arguments: [callerKey]) != nil
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
