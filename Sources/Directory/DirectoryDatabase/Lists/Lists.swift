// SPDX-License-Identifier: MIT

package import CallContract
internal import Foundation
package import GRDB
internal import Synchronization

/// The block and identification lists of all sources.
///
/// A source is a call directory extension, a program, or an imported file. It blocks numbers and addresses, and gives
/// labels to numbers and addresses. The user enables sources and puts them in order.
///
/// Safe on every thread. Reads do not wait for writes if the database is a `DatabasePool`. A method that writes waits
/// for other writers and for the disk: 0.1 s when it drops ten million numbers, a second when an incremental load
/// changes every block of them. Keep such calls off the event loop.
///
/// During a load the file has the old and the new list. SQLite uses the space of the old one for the next load.
package final class Lists: Sendable {
    let database: any DatabaseWriter
    let limits: ListLimits
    /// The sources with a load that has not ended.
    private let loading = Mutex<Set<Int64>>([])

    /// The tables must exist: see `Schema`. Removes what a crash has left of a load; only one process may have the
    /// file.
    package init(_ database: any DatabaseWriter, limits: ListLimits = ListLimits()) throws(ListError) {
        self.database = database
        self.limits = limits
        try write { db in
            for id in try Int64.fetchAll(db, sql: "SELECT id FROM listSource WHERE loading IS NOT NULL") {
                let error = ListError(
                    .loadingInterrupted, "The directory stopped while the list was loading; load the list again.")
                try Self.discardLoad(of: id, because: error, in: db)
            }
        }
    }

    /// Begins a load. The source must be enabled and have no other load.
    ///
    /// The load is incremental only if the source was loaded before; if not, the caller must add the complete lists.
    package func begin(_ source: String, incremental: Bool) throws(ListError) -> ListLoad {
        let id = try read { db in try Self.sourceThatMayLoad(source, in: db) }
        guard loading.withLock({ $0.insert(id).inserted }) else {
            throw ListError(.currentlyLoading, "\(source) is loading already; wait until that load ends.")
        }
        do throws(ListError) {
            let claim = try write { db in
                // The end of an earlier load may have failed on a full disk.
                try Self.discardLoad(of: id, because: nil, in: db)
                let version = try Self.unusedVersion(in: db)
                let isLoaded = try Bool.fetchOne(
                    db, sql: "UPDATE listSource SET loading = ? WHERE id = ? RETURNING blockedVersion IS NOT NULL",
                    arguments: [version, id])
                guard let isLoaded else { throw ListError.unknownSource(source) }
                return ListLoad.Claim(source: id, version: version, isIncremental: incremental && isLoaded)
            }
            return ListLoad(claim, of: self)
        } catch {
            release(id)
            throw error
        }
    }

    private static func sourceThatMayLoad(_ name: String, in db: Database) throws -> Int64 {
        let row = try Row.fetchOne(db, sql: "SELECT id, isEnabled FROM listSource WHERE name = ?", arguments: [name])
        guard let row else { throw ListError.unknownSource(name) }
        guard row["isEnabled"] else {
            throw ListError.disabled(name)
        }
        return row["id"]
    }

    /// The source may load again.
    func release(_ source: Int64) { loading.withLock { _ = $0.remove(source) } }

    func isLoading(_ source: Int64) -> Bool { loading.withLock { $0.contains(source) } }

    /// Removes the rows of a load that was not committed.
    static func discardLoad(of source: Int64, because error: ListError?, in db: Database) throws {
        let sql = "SELECT loading FROM listSource WHERE id = ? AND loading IS NOT NULL"
        guard let version = try Int64.fetchOne(db, sql: sql, arguments: [source]) else { return }
        for kind in ListKind.allCases { try removeList(kind, version, in: db) }
        try db.execute(sql: "UPDATE listSource SET loading = NULL WHERE id = ?", arguments: [source])
        if let error { try setError(error, of: source, in: db) }
    }

    static func removeList(_ kind: ListKind, _ version: Int64, in db: Database) throws {
        try BlockTable(kind: kind, version: version).removeAll(in: db)
        try db.execute(
            sql: "DELETE FROM listHandle WHERE version = ? AND list = ?", arguments: [version, kind.rawValue])
    }

    static func setError(_ error: ListError, of source: Int64, in db: Database) throws {
        try db.execute(
            sql: "UPDATE listSource SET errorCode = ?, errorMessage = ? WHERE id = ?",
            arguments: [error.code.rawValue, error.message, source])
    }

    private static func unusedVersion(in db: Database) throws -> Int64 {
        let used = try Int64.fetchSet(
            db,
            sql: """
                SELECT blockedVersion FROM listSource WHERE blockedVersion IS NOT NULL
                UNION SELECT identifiedVersion FROM listSource WHERE identifiedVersion IS NOT NULL
                UNION SELECT loading FROM listSource WHERE loading IS NOT NULL
                """)
        guard let version = Version.all.first(where: { !used.contains($0) }) else {
            throw ListError(.maximumEntriesExceeded, "There are too many sources; remove one.")
        }
        return version
    }
}

// One transaction each.
extension Lists {
    func write<Value: Sendable>(_ body: @Sendable (Database) throws -> Value) throws(ListError) -> Value {
        try translatingErrors { try database.write(body) }
    }

    func read<Value: Sendable>(_ body: @Sendable (Database) throws -> Value) throws(ListError) -> Value {
        try translatingErrors { try database.read(body) }
    }

    private func translatingErrors<Value>(_ body: () throws -> Value) throws(ListError) -> Value {
        do {
            return try body()
        } catch let error as ListError {
            throw error
        } catch {
            throw ListError(database: error)
        }
    }
}

// The first enabled source in the user's order decides. These functions are for callers that read more in the same
// transaction.
extension Lists {
    /// The name of the source that blocks the number; nil if none does.
    package static func source(blocking number: Int64, in db: Database) throws -> String? {
        try firstMatch(number, seekBlocked, in: db) { first, data, source in
            Block.contains(number, first: first, data: data) ? source() : nil
        }
    }

    /// The label of the number.
    package static func label(of number: Int64, in db: Database) throws -> String? {
        try firstMatch(number, seekIdentified, in: db) { first, data, _ in
            Block.label(of: number, first: first, data: data)
        }
    }

    /// The name of the source that blocks the address; nil if none does.
    package static func source(blocking handle: Handle, in db: Database) throws -> String? {
        try firstMatch(handle, .blocked, in: db)?.source
    }

    /// The label of the address.
    package static func label(of handle: Handle, in db: Database) throws -> String? {
        try firstMatch(handle, .identified, in: db)?.label
    }

    /// One seek for each source. The block that is found is the only one that may have the number.
    static func seek(_ kind: ListKind) -> String {
        """
        SELECT block.id, block.data, source.name
        FROM listSource AS source INDEXED BY listSourceOrder
        CROSS JOIN \(kind.table) AS block ON block.id = (
            SELECT id FROM \(kind.table)
            WHERE id BETWEEN source.\(kind.version) << 50 AND (source.\(kind.version) << 50) + ?1
            ORDER BY id DESC LIMIT 1)
        WHERE source.isEnabled AND block.last >= ?1
        ORDER BY source.position, source.id
        """
    }
    private static let seekBlocked = seek(.blocked)
    private static let seekIdentified = seek(.identified)

    private static func firstMatch<Found>(
        _ number: Int64, _ sql: String, in db: Database,
        _ test: (Int64, UnsafeRawBufferPointer, () -> String) throws -> Found?
    ) throws -> Found? {
        guard 1...ListLimits.greatestNumber ~= number else { return nil }
        let blocks = try Row.fetchCursor(db.cachedStatement(sql: sql), arguments: [number])
        while let row = try blocks.next() {
            let found = try row.withUnsafeData(atIndex: 1) { data in
                try (data ?? Data()).withUnsafeBytes { try test(Version.number(row[0]), $0, { row[2] }) }
            }
            if let found { return found }
        }
        return nil
    }

    private static func firstMatch(
        _ handle: Handle, _ kind: ListKind, in db: Database
    ) throws -> (label: String, source: String)? {
        let statement = try db.cachedStatement(
            sql: """
                SELECT handle.label, source.name
                FROM listHandle AS handle JOIN listSource AS source ON source.\(kind.version) = handle.version
                WHERE handle.value = ? AND handle.type = ? AND handle.list = ? AND source.isEnabled
                ORDER BY source.position, source.id LIMIT 1
                """)
        let arguments: StatementArguments = [handle.folded, handle.kind.rawValue, kind.rawValue]
        guard let row = try Row.fetchOne(statement, arguments: arguments) else { return nil }
        return (row[0], row[1])
    }
}

extension Handle {
    /// The value by which addresses are compared. E-mail and SIP addresses have no case; names that only a provider
    /// understands may have.
    var folded: String { value.contains("@") ? value.lowercased() : value }
}
