// SPDX-License-Identifier: MIT

package import GRDB
internal import Glibc
internal import Synchronization
internal import SystemFiles

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

    /// For `Lists`. Closed by `close()`.
    package let writer: any DatabaseWriter
    /// The file that this one replaces, because it was damaged; nil = none.
    package let replaced: DamagedFile?

    private let folder: DirectoryFolder
    private let isOpen = Atomic(true)

    /// Opens the database in a folder, and makes both if necessary. A damaged file is moved aside and a new one begun.
    ///
    /// - Parameters:
    ///   - migrations: for tests: the changes of a newer version
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
        do { return try writer.read(body) } catch { throw DirectoryProblem(error, folder.database) }
    }

    /// Writes in a transaction: either everything that the body does, or nothing if it throws or the process is killed.
    package func write<Value>(_ body: (Database) throws -> Value) throws(DirectoryProblem) -> Value {
        do { return try writer.write(body) } catch { throw DirectoryProblem(error, folder.database) }
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
        } catch { throw DirectoryProblem(error, path) }
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

/// Why the directory's database cannot be used, or did not do what it was asked. Nothing has changed then.
package enum DirectoryProblem: Error, Hashable, Sendable, CustomStringConvertible {
    /// Another process, or a process on another machine with the same home, uses the file. The text names it, if it is
    /// known.
    case busy(String)
    /// The file system or the user's quota is full.
    case noSpace
    /// The folder or the file with this path cannot be written.
    case readOnly(String)
    /// The file is damaged. Opening it again with `isDistrusted` moves it aside.
    case damaged(String)
    /// A newer version has changed the file. The text names its changes.
    case newer(String)
    /// This request cannot be done: an argument is not valid, or a limit is reached.
    case refused(String)
    /// So many requests wait for the disk that no more are accepted. The database itself works.
    case tooManyRequests
    /// Anything else, such as an error of the disk.
    case unusable(String)

    /// The fault, then the remedy. Has no phone number.
    package var description: String {
        switch self {
        case .busy(let owner):
            "Another process uses the directory\(owner.isEmpty ? "" : " (\(owner))"). Stop it, or use the directory there."
        case .noSpace: "There is no space left for the directory. Delete some files of this user."
        case .readOnly(let path): "\(path) cannot be written. Check its permissions and its file system."
        case .damaged(let fault):
            "The file of the directory is damaged (\(fault)). Restart the directory to begin a new file."
        case .newer(let changes): "A newer version has changed the directory (\(changes)). Install that version again."
        case .refused(let fault): fault
        case .tooManyRequests: "Too many requests wait; wait for their replies."
        case .unusable(let fault): "The directory cannot be used: \(fault)."
        }
    }

    /// The problem that a function of the C library reported: it cannot do `what`, such as "open", with the path.
    init(errno code: Int32, _ what: String, _ path: String) {
        switch code {
        case EROFS, EACCES, EPERM: self = .readOnly(path)
        case ENOSPC, EDQUOT: self = .noSpace
        default: self = .unusable("cannot \(what) \(path): \(SystemError(code).words)")
        }
    }

    /// The problem that an access to the database at that path reported.
    init(_ error: any Error, _ path: String) {
        switch error {
        case let problem as DirectoryProblem: self = problem
        case let error as DatabaseError: self.init(error, path)
        default: self = .unusable("\(error)")
        }
    }

    /// Never uses the description of the error: it has the arguments of the statement.
    private init(_ error: DatabaseError, _ path: String) {
        let fault = error.message ?? "SQLite error \(error.extendedResultCode.rawValue)"
        switch error.resultCode {
        case .SQLITE_BUSY, .SQLITE_LOCKED, .SQLITE_PROTOCOL: self = .busy("")
        case .SQLITE_FULL: self = .noSpace
        case .SQLITE_CORRUPT, .SQLITE_NOTADB: self = .damaged(fault)
        case .SQLITE_READONLY where error.extendedResultCode != .SQLITE_READONLY_DBMOVED:
            self = .readOnly(path)
        default: self = .unusable(fault)
        }
    }
}
