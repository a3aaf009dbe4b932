// SPDX-License-Identifier: MIT

internal import CallContract
package import GRDB

/// The tables of the database. A released migration never changes: add another one.
package enum Schema {
    package static func register(in migrator: inout DatabaseMigrator) {
        registerHistory(in: &migrator)
        registerLists(in: &migrator)
    }

    // MARK: The history and the choices of the user

    private static func registerHistory(in migrator: inout DatabaseMigrator) {
        migrator.registerMigration("history 1") { database in
            try database.execute(sql: calls + indexes + callers + triggers + user)
        }
        // Each line is a provider of its own.
        migrator.registerMigration("history 2") { database in
            try database.execute(sql: "ALTER TABLE call DROP COLUMN account")
        }
        // An app may use the UUID of a call again. SQLite removes no UNIQUE from a table.
        migrator.registerMigration("history 3") { database in
            let columns = """
                id, folded, uuid, provider, providerName, app, handleType, handle, callerKey, name, outgoing, video,
                connected, ended, endedReason, outcome, missed, blocked, unread, lost
                """
            try database.execute(
                sql: callsWithoutUniqueUUIDs + """
                    INSERT INTO call3 (\(columns)) SELECT \(columns) FROM call;
                    DROP TABLE call;
                    ALTER TABLE call3 RENAME TO call;
                    CREATE INDEX call_uuid ON call(uuid);

                    """ + indexes + triggers)
        }
        // Calls that a sandboxed app reported are distinguished from the user's, also if the app reported many.
        migrator.registerMigration("history 4") { database in
            try database.execute(
                sql: """
                    DROP INDEX call_called;
                    CREATE INDEX call_called ON call(callerKey, app) WHERE outgoing = 1;
                    """)
        }
        // The apps that the user has decided about.
        migrator.registerMigration("apps 1") { database in
            try database.execute(
                sql: "CREATE TABLE app (name TEXT PRIMARY KEY, allowed INTEGER NOT NULL) WITHOUT ROWID")
        }
    }

    /// The primary key is the start of the call, so a page of calls is one piece of the table, and every index is in
    /// the order of time too. `unread` is 1 only for missed calls.
    private static let calls = """
        CREATE TABLE call (
            id INTEGER PRIMARY KEY,
            folded TEXT NOT NULL,
            uuid TEXT NOT NULL UNIQUE,
            provider TEXT NOT NULL, account TEXT NOT NULL, providerName TEXT NOT NULL, app TEXT NOT NULL,
            handleType TEXT NOT NULL, handle TEXT NOT NULL, callerKey TEXT NOT NULL, name TEXT NOT NULL,
            outgoing INTEGER NOT NULL, video INTEGER NOT NULL,
            connected INTEGER NOT NULL, ended INTEGER NOT NULL,
            endedReason TEXT NOT NULL, outcome TEXT NOT NULL,
            missed INTEGER NOT NULL, blocked INTEGER NOT NULL, unread INTEGER NOT NULL, lost INTEGER NOT NULL
        );

        """

    private static let callsWithoutUniqueUUIDs = """
        CREATE TABLE call3 (
            id INTEGER PRIMARY KEY,
            folded TEXT NOT NULL,
            uuid TEXT NOT NULL,
            provider TEXT NOT NULL, providerName TEXT NOT NULL, app TEXT NOT NULL,
            handleType TEXT NOT NULL, handle TEXT NOT NULL, callerKey TEXT NOT NULL, name TEXT NOT NULL,
            outgoing INTEGER NOT NULL, video INTEGER NOT NULL,
            connected INTEGER NOT NULL, ended INTEGER NOT NULL,
            endedReason TEXT NOT NULL, outcome TEXT NOT NULL,
            missed INTEGER NOT NULL, blocked INTEGER NOT NULL, unread INTEGER NOT NULL, lost INTEGER NOT NULL
        );

        """

    private static let indexes = """
        CREATE INDEX call_caller ON call(callerKey);
        CREATE INDEX call_called ON call(callerKey) WHERE outgoing = 1;
        CREATE INDEX call_provider ON call(provider);
        CREATE INDEX call_app ON call(app) WHERE app != '';
        CREATE INDEX call_outgoing ON call(outgoing);
        CREATE INDEX call_missed ON call(missed) WHERE missed = 1;
        CREATE INDEX call_unread ON call(unread) WHERE unread = 1;

        """

    /// A row for each caller, with the newest call: GROUP BY over all calls takes 200 ms. The blocked calls of a caller
    /// have a row of their own, so that they can be left out.
    private static let callers = """
        CREATE TABLE caller (
            key TEXT NOT NULL, blocked INTEGER NOT NULL,
            newest INTEGER NOT NULL, calls INTEGER NOT NULL, unread INTEGER NOT NULL,
            PRIMARY KEY (key, blocked)
        ) WITHOUT ROWID;
        CREATE INDEX caller_newest ON caller(newest);
        CREATE INDEX caller_shown ON caller(newest) WHERE blocked = 0;

        """

    private static let triggers = """
        CREATE TRIGGER call_added AFTER INSERT ON call BEGIN
            INSERT INTO caller VALUES (new.callerKey, new.blocked, new.id, 1, new.unread)
            ON CONFLICT DO UPDATE SET
                newest = max(newest, new.id), calls = calls + 1, unread = unread + new.unread;
        END;
        CREATE TRIGGER call_read AFTER UPDATE OF unread ON call BEGIN
            UPDATE caller SET unread = unread + new.unread - old.unread
            WHERE key = new.callerKey AND blocked = new.blocked;
        END;
        \(callRemoved)
        """

    /// `History.removeAll` drops it for a moment.
    static let callRemoved = """
        CREATE TRIGGER call_removed AFTER DELETE ON call BEGIN
            DELETE FROM caller WHERE key = old.callerKey AND blocked = old.blocked AND calls = 1;
            UPDATE caller SET calls = calls - 1, unread = unread - old.unread
            WHERE key = old.callerKey AND blocked = old.blocked;
            UPDATE caller SET newest = (
                SELECT id FROM call INDEXED BY call_caller WHERE callerKey = old.callerKey AND blocked = old.blocked
                ORDER BY id DESC LIMIT 1)
            WHERE key = old.callerKey AND blocked = old.blocked AND newest = old.id;
        END;

        """

    private static let user = """
        CREATE TABLE favourite (
            position INTEGER PRIMARY KEY,
            handleType TEXT NOT NULL, handle TEXT NOT NULL, callerKey TEXT NOT NULL,
            name TEXT NOT NULL, provider TEXT NOT NULL
        );
        CREATE INDEX favourite_caller ON favourite(callerKey);
        CREATE TABLE rule (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            kind TEXT NOT NULL, pattern TEXT NOT NULL, verdict TEXT NOT NULL,
            UNIQUE (kind, pattern)
        );
        CREATE TABLE screener (identifier TEXT PRIMARY KEY) WITHOUT ROWID;
        CREATE TABLE setting (name TEXT PRIMARY KEY, value NOT NULL) WITHOUT ROWID;
        """

    // MARK: The lists

    /// The names of the tables and migrations begin with `list`.
    private static func registerLists(in migrator: inout DatabaseMigrator) {
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

extension ListKind {
    /// The table of blocks. A row is a block: `id` is the version of the list << 50 | the first number.
    var table: String {
        switch self {
        case .blocked: "listBlocked"
        case .identified: "listIdentified"
        }
    }

    /// The column of `listSource` with the version that lookups see; null until the first load.
    var version: String { "\(rawValue)Version" }
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
