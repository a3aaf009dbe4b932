// SPDX-License-Identifier: MIT

package import CallContract
internal import GRDB

/// A source of lists, as the user sees it.
package struct ListSource: Hashable, Sendable {
    /// How the lists of a source are loaded.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        /// A call directory extension: the directory asks it to load.
        case `extension`
        /// A program that loads its lists when it wants.
        case program
        /// A file that the user imported.
        case file
    }

    package let name: String
    package let kind: Kind
    package let isEnabled: Bool
    /// Blocked numbers.
    package let blocked: Int
    /// Numbers with a label.
    package let identified: Int
    /// Blocked addresses, and addresses with a label.
    package let handles: Int
    /// The time of the last commit; nil if the source was never loaded.
    package let loaded: Time?
    package let isLoading: Bool
    /// Why the last load failed; nil after a commit.
    package let lastError: ListError?
    /// The file that the source is reloaded from; nil = none.
    package let file: ListFile?
}

/// A file with lists.
package struct ListFile: Hashable, Sendable {
    /// Absolute.
    package let path: String
    package let format: ListFileFormat
    /// Whether every entry blocks its caller.
    package let blocks: Bool

    package init(path: String, format: ListFileFormat, blocks: Bool) {
        (self.path, self.format, self.blocks) = (path, format, blocks)
    }
}

extension Lists {
    /// All sources in the user's order.
    package func sources() throws(ListError) -> [ListSource] {
        try read { db in
            try Row.fetchAll(db, sql: "SELECT * FROM listSource ORDER BY position, id").map(self.source)
        }
    }

    /// The source with this name; nil if there is none.
    package func source(_ name: String) throws(ListError) -> ListSource? {
        try read { db in
            try Row.fetchOne(db, sql: "SELECT * FROM listSource WHERE name = ?", arguments: [name]).map(self.source)
        }
    }

    private func source(_ row: Row) throws -> ListSource {
        guard let kind = ListSource.Kind(rawValue: row["kind"]) else { throw ListError.damaged }
        let code = (row["errorCode"] as String?).flatMap(ListError.Code.init(rawValue:))
        return ListSource(
            name: row["name"], kind: kind, isEnabled: row["isEnabled"], blocked: row["blocked"],
            identified: row["identified"], handles: row["handles"],
            loaded: (row["loaded"] as Int64?).map(Time.init), isLoading: isLoading(row["id"]),
            lastError: code.map { ListError($0, row["errorMessage"] ?? "") }, file: Self.file(row))
    }

    private static func file(_ row: Row) -> ListFile? {
        guard let path: String = row["path"], let word: String = row["format"],
            let format = ListFileFormat(rawValue: word)
        else { return nil }
        return ListFile(path: path, format: format, blocks: row["blocks"] ?? true)
    }

    /// Remembers the file that the source is reloaded from; nil forgets it.
    package func setFile(_ file: ListFile?, of name: String) throws(ListError) {
        try write { db in
            try db.execute(
                sql: "UPDATE listSource SET path = ?, format = ?, blocks = ? WHERE name = ?",
                arguments: [file?.path, file?.format.rawValue, file?.blocks, name])
            guard db.changesCount == 1 else { throw ListError.unknownSource(name) }
        }
    }

    /// Adds a source behind all others. A source with this name keeps its lists, its order and whether it is enabled.
    package func add(_ name: String, kind: ListSource.Kind, isEnabled: Bool) throws(ListError) {
        if try !addIfMissing(name, kind: kind, isEnabled: isEnabled) {
            try write { db in
                try db.execute(
                    sql: "UPDATE listSource SET kind = ? WHERE name = ?", arguments: [kind.rawValue, name])
            }
        }
    }

    /// Returns false if there is a source with that name, of any kind.
    package func addIfMissing(_ name: String, kind: ListSource.Kind, isEnabled: Bool) throws(ListError) -> Bool {
        guard 1...limits.nameLength ~= name.utf8.count, !name.hasControls else {
            throw ListError(
                .unknown,
                "The name of a source must have 1 to \(limits.nameLength) bytes and no control characters; "
                    + "choose another name.")
        }
        return try write { [limits] db in
            try db.execute(
                sql: """
                    INSERT INTO listSource (name, kind, isEnabled, position)
                    VALUES (?, ?, ?, (SELECT ifnull(max(position), 0) + 1 FROM listSource))
                    ON CONFLICT (name) DO NOTHING
                    """,
                arguments: [name, kind.rawValue, isEnabled])
            let isNew = db.changesCount > 0
            guard try Int.fetchOne(db, sql: "SELECT count(*) FROM listSource") ?? 0 <= limits.sources else {
                throw ListError(
                    .maximumEntriesExceeded, "There cannot be more than \(limits.sources) sources; remove one.")
            }
            return isNew
        }
    }

    /// A disabled source keeps its lists, but lookups pass over it. A load in progress goes on.
    package func setEnabled(_ isEnabled: Bool, _ name: String) throws(ListError) {
        try write { db in
            try db.execute(
                sql: "UPDATE listSource SET isEnabled = ? WHERE name = ?", arguments: [isEnabled, name])
            guard db.changesCount == 1 else { throw ListError.unknownSource(name) }
        }
    }

    /// Puts these sources first, in this order. The others keep their order behind them.
    package func setOrder(_ names: [String]) throws(ListError) {
        try write { db in
            var order = try String.fetchAll(db, sql: "SELECT name FROM listSource ORDER BY position, id")
            for name in names where !order.contains(name) { throw ListError.unknownSource(name) }
            order.removeAll { names.contains($0) }
            for (place, name) in (names + order).enumerated() {
                try db.execute(sql: "UPDATE listSource SET position = ? WHERE name = ?", arguments: [place, name])
            }
        }
    }

    /// Removes the source and its lists. Its load, if it has one, fails.
    package func remove(_ name: String) throws(ListError) {
        try write { db in
            guard let row = try Row.fetchOne(db, sql: "SELECT * FROM listSource WHERE name = ?", arguments: [name])
            else { throw ListError.unknownSource(name) }
            for kind in ListKind.allCases {
                for column in [kind.version, "loading"] {
                    if let version: Int64 = row[column] { try Self.removeList(kind, version, in: db) }
                }
            }
            try db.execute(sql: "DELETE FROM listSource WHERE name = ?", arguments: [name])
        }
    }
}
