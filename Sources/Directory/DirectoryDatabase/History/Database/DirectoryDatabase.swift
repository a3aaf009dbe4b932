// SPDX-License-Identifier: MIT

package import GRDB
internal import Synchronization

/// The only database file of `monkeycall-directory`. Every access blocks the calling thread until it is done.
///
/// On a local disk readers do not wait for a writer. On a network file system there is one connection with an exclusive
/// lock, because a write-ahead log needs shared memory for several connections (https://sqlite.org/wal.html#noshm).
package final class DirectoryDatabase: Sendable {
    package typealias Migrations = (inout DatabaseMigrator) -> Void

    /// A file that was moved aside when the database was opened.
    package struct DamagedFile: Hashable, Sendable {
        package let path: String
        package let reason: String
    }

    /// For the tables of other modules. Closed by `close()`.
    package let writer: any DatabaseWriter
    /// The file that this one replaces, because it was damaged; nil = none.
    package let replaced: DamagedFile?

    private let folder: DirectoryFolder
    private let isOpen = Atomic(true)

    /// Opens the database in a folder, and makes both if necessary. A damaged file is moved aside and a new one begun.
    ///
    /// - Parameters:
    ///   - migrations: the tables of other modules; their names begin with the module's
    ///   - isDistrusted: an access reported `DirectoryProblem.damaged`, so each page is checked, as after a crash
    ///   - isRemote: for tests: whether the folder is on a network file system; nil = ask the kernel
    package init(
        in path: String, migrations: [Migrations] = [], isDistrusted: Bool = false, isRemote: Bool? = nil
    ) throws(DirectoryProblem) {
        let folder = try DirectoryFolder(path)
        let isRemote = isRemote ?? folder.isRemote
        self.folder = folder
        var migrator = DatabaseMigrator()
        for register in [Schema.register(in:)] + migrations { register(&migrator) }
        do {
            let isDistrusted = isDistrusted || folder.hasUnfinishedLog
            writer = try Self.open(folder.database, migrator, isRemote, isDistrusted: isDistrusted)
            replaced = nil
        } catch {
            guard case .damaged(let reason) = error else { throw error }
            replaced = DamagedFile(path: try folder.moveAside(), reason: reason)
            writer = try Self.open(folder.database, migrator, isRemote, isDistrusted: false)
        }
    }

    deinit { close() }

    /// Writes the log into the database and lets other processes use it. Later accesses fail.
    package func close() {
        guard isOpen.exchange(false, ordering: .relaxed) else { return }
        Self.close(writer)
        folder.unlock()
    }

    /// Reads from one state of the database.
    package func read<Value>(_ body: (Database) throws -> Value) throws(DirectoryProblem) -> Value {
        do { return try writer.read(body) } catch { throw DirectoryProblem(error) }
    }

    /// Writes in a transaction: either everything that the body does, or nothing if it throws or the process is killed.
    package func write<Value>(_ body: (Database) throws -> Value) throws(DirectoryProblem) -> Value {
        do { return try writer.write(body) } catch { throw DirectoryProblem(error) }
    }

    // MARK: Opening

    private static func open(
        _ path: String, _ migrator: DatabaseMigrator, _ isRemote: Bool, isDistrusted: Bool
    ) throws(DirectoryProblem) -> any DatabaseWriter {
        do {
            let writer = try connect(path, isRemote)
            do {
                if isDistrusted { try check(writer) }
                try migrate(writer, with: migrator)
            } catch {
                close(writer)
                throw error
            }
            return writer
        } catch { throw DirectoryProblem(error) }
    }

    private static func connect(_ path: String, _ isRemote: Bool) throws -> any DatabaseWriter {
        var configuration = Configuration()
        configuration.label = "directory"
        // As many as there are threads, so that no access waits for a long one, such as the export of a list. A
        // connection opens when it is first used.
        configuration.maximumReaderCount = 7
        // Only a person with the sqlite3 program can be in the way for a moment.
        configuration.busyMode = .timeout(0.1)
        configuration.prepareDatabase { database in
            // Before the first access, which decides about shared memory.
            if isRemote { try database.execute(sql: "PRAGMA locking_mode = EXCLUSIVE") }
            // Each connection keeps so many KiB of pages at rest. A larger cache makes neither loads nor lookups nor
            // searches faster.
            try database.execute(sql: "PRAGMA journal_size_limit = 4194304; PRAGMA cache_size = -256")
        }
        guard isRemote else { return try DatabasePool(path: path, configuration: configuration) }
        configuration.journalMode = .wal
        return try DatabaseQueue(path: path, configuration: configuration)
    }

    private static func close(_ writer: any DatabaseWriter) {
        // The readers first: only a writer can remove the log, and only as the last connection (GRDB issue 739).
        if let pool = writer as? DatabasePool { pool.releaseMemory() }
        // A failure leaves the log, which the next process reads.
        try? writer.close()
    }

    /// Reads every page. After a crash of the machine a page may be missing although the first ones are right.
    private static func check(_ writer: any DatabaseWriter) throws {
        let answer = try writer.read { try String.fetchOne($0, sql: "PRAGMA quick_check(1)") }
        guard answer == "ok" else { throw DirectoryProblem.damaged(answer ?? "no answer") }
    }

    private static func migrate(_ writer: any DatabaseWriter, with migrator: DatabaseMigrator) throws {
        let unknown = try writer.read { try migrator.appliedIdentifiers($0) }.subtracting(migrator.migrations)
        guard unknown.isEmpty else { throw DirectoryProblem.newer(unknown.sorted().joined(separator: ", ")) }
        try migrator.migrate(writer)
    }
}
