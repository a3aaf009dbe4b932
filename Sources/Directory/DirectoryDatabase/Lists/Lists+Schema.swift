// SPDX-License-Identifier: MIT

internal import CallContract
package import GRDB

extension ListKind {
    /// The table of blocks. A row is a block: `id` is the version of the list << 50 | the first number.
    var table: String {
        switch self {
        case .blocked: "listBlocked"
        case .identified: "listIdentified"
        }
    }

    /// The column of `listSource` with the version that lookups see; null until the first load.
    var version: String {
        switch self {
        case .blocked: "blockedVersion"
        case .identified: "identifiedVersion"
        }
    }
}

/// A version names the rows of one load. Lookups see the versions that a source names; the rows of a load in progress
/// have a version that no source names yet, so a commit only changes that name.
enum Version {
    /// A row's id is positive and has 63 bits; the number needs 50 of them.
    static let all: ClosedRange<Int64> = 1...8_191

    /// The ids of all rows of a version.
    static func ids(_ version: Int64) -> ClosedRange<Int64> { version << 50...version << 50 | (1 << 50 - 1) }

    static func number(_ id: Int64) -> Int64 { id & (1 << 50 - 1) }
}

extension Lists {
    /// Registers the tables of lists. Other modules may have their tables in the same file: the names of all these
    /// tables and migrations begin with `list`.
    package static func migrate(_ migrator: inout DatabaseMigrator) {
        migrator.registerMigration("lists: sources, blocks and addresses") { db in
            // `loading` is the version of a load that is not committed. Counts are kept, because counting ten million
            // entries takes seconds.
            try db.execute(
                sql: """
                    CREATE TABLE listSource (
                        id INTEGER PRIMARY KEY AUTOINCREMENT,
                        name TEXT NOT NULL UNIQUE,
                        kind TEXT NOT NULL,
                        isEnabled INTEGER NOT NULL,
                        position INTEGER NOT NULL,
                        blockedVersion INTEGER,
                        identifiedVersion INTEGER,
                        loading INTEGER,
                        blocked INTEGER NOT NULL DEFAULT 0,
                        identified INTEGER NOT NULL DEFAULT 0,
                        handles INTEGER NOT NULL DEFAULT 0,
                        loaded INTEGER,
                        errorCode TEXT,
                        errorMessage TEXT);
                    CREATE INDEX listSourceOrder ON listSource (position, id);
                    CREATE TABLE listBlocked (
                        id INTEGER PRIMARY KEY, last INTEGER NOT NULL, count INTEGER NOT NULL, data BLOB NOT NULL);
                    CREATE TABLE listIdentified (
                        id INTEGER PRIMARY KEY, last INTEGER NOT NULL, count INTEGER NOT NULL, data BLOB NOT NULL);
                    CREATE TABLE listHandle (
                        value TEXT NOT NULL,
                        type TEXT NOT NULL,
                        list TEXT NOT NULL,
                        version INTEGER NOT NULL,
                        label TEXT NOT NULL,
                        PRIMARY KEY (value, type, list, version)) WITHOUT ROWID;
                    CREATE INDEX listHandleVersion ON listHandle (version, list);
                    """)
        }
        // A file that a source is reloaded from, its format, and whether its entries block.
        migrator.registerMigration("lists: files") { db in
            for column in ["path TEXT", "format TEXT", "blocks INTEGER"] {
                try db.execute(sql: "ALTER TABLE listSource ADD COLUMN \(column)")
            }
        }
    }
}
