// SPDX-License-Identifier: MIT

import DirectoryCore
import DirectoryDatabase
import DiskWork
import SDBus

/// The user's database, off the loop: one thread reads for clients, one reads for the directory itself, one writes, and
/// one works on lists. So neither a long load nor a client with many requests delays the decision about a call.
///
/// A database that cannot be used is a state, not an end: `problem` says why, the copy in `data` stays, and the store
/// tries again before the next access, at most every ten seconds.
final class DirectoryStore {
    let folder: String
    private let reader: DiskThread
    private let screening: DiskThread
    private let writer: DiskThread
    private let loader: DiskThread
    private var database: OpenDatabase?
    private var isOpening = false
    private var lastAttempt: UInt64 = 0
    private static let pause: UInt64 = 10_000_000
    /// The accesses that wait until the database is open or cannot be opened.
    private var waiting: [() -> Void] = []

    private(set) var data = UserData()
    /// Why the database cannot be used, or why the last access failed; nil = it works, or it is not open yet.
    private(set) var problem: DirectoryProblem?
    /// The damaged file that the present one replaces; nil = none.
    private(set) var damaged: DirectoryDatabase.DamagedFile?
    /// Called after each change of the properties above.
    var changed: () -> Void = {}
    /// Called after each change of the history, before the completion of the access that made it.
    var historyChanged: () -> Void = {}
    /// Called after each change of the sources of lists, and when a load of one begins or ends.
    var sourcesChanged: () -> Void = {}
    /// Called each time the database was opened, and once if the first attempt fails.
    var opened: () -> Void = {}
    private var hasTried = false
    /// Whether the last write failed.
    private var cannotWrite = false

    init(in folder: String, _ loop: EventLoop) throws(BusError) {
        self.folder = folder
        reader = try DiskThread("reader", loop)
        writer = try DiskThread("writer", loop)
        loader = try DiskThread("lists", loop)
        screening = try DiskThread("screening", loop)
    }

    func begin() { open(isDistrusted: false) }

    /// Whether `data` is that of a database.
    var isOpen: Bool { database != nil }

    /// Completes what was asked, and closes the database. If the disk hangs, the database stays as after a kill, which
    /// it survives.
    func end() {
        let isIdle = DiskThread.finish([reader, screening, loader], within: Self.patience)
        // Closing waits for every access, also for the thread that exports a list.
        if isIdle, let database { writer.perform({ database.database.close() }, then: {}) }
        _ = DiskThread.finish([writer], within: Self.patience)
    }

    /// In seconds.
    private static let patience = 2.0

    // MARK: Accesses

    /// Whose work an access is. The directory's own work does not wait behind requests to read, and is never refused
    /// because others wait.
    enum Purpose {
        case request
        case own
    }

    /// Reads, and calls `completion` on the loop.
    func read<Value: Sendable>(
        for purpose: Purpose = .request,
        _ body: @escaping @Sendable (OpenDatabase) throws(DirectoryProblem) -> Value,
        then completion: @escaping (Result<Value, DirectoryProblem>) -> Void
    ) {
        access(purpose, purpose == .own ? screening : reader, body) { [unowned self] database, result in
            note(result.failure, of: database)
            completion(result)
        } orElse: {
            completion(.failure($0))
        }
    }

    /// Writes, and calls `completion` on the loop when `data` has the change.
    func write<Value: Sendable>(
        for purpose: Purpose = .request,
        _ body: @escaping @Sendable (OpenDatabase) throws(DirectoryProblem) -> Value,
        then completion: @escaping (Result<Value, DirectoryProblem>) -> Void
    ) {
        access(purpose, writer) { (database) throws(DirectoryProblem) in
            (try body(database), try UserData(database))
        } then: { [unowned self] database, result in
            if case .success((_, let new)) = result {
                data = new
                changed()
            }
            note(result.failure, of: database, isWrite: true)
            completion(result.map(\.0))
        } orElse: {
            completion(.failure($0))
        }
    }

    /// The same for a change of the history.
    func writeHistory<Value: Sendable>(
        for purpose: Purpose = .request,
        _ body: @escaping @Sendable (History) throws(DirectoryProblem) -> Value,
        then completion: @escaping (Result<Value, DirectoryProblem>) -> Void
    ) {
        write(for: purpose) { (database) throws(DirectoryProblem) in
            try body(database.history)
        } then: { [unowned self] in
            if case .success = $0 { historyChanged() }
            completion($0)
        }
    }

    /// Replies to a program with what it asked for.
    func read<Value: BusValue & Sendable>(
        _ reply: PendingReply<Value>, _ body: @escaping @Sendable (OpenDatabase) throws(DirectoryProblem) -> Value
    ) {
        read(body) { $0.complete(reply) }
    }

    /// Replies to a program when its change is stored.
    func write(
        _ reply: PendingReply<>, _ body: @escaping @Sendable (OpenDatabase) throws(DirectoryProblem) -> Void
    ) {
        write(body) { $0.complete(reply) }
    }

    /// Works on the lists, in order, and calls `completion` on the loop. What only reads does not wait for loads.
    func lists<Value: Sendable>(
        readsOnly: Bool = false, _ body: @escaping @Sendable (Lists) throws(ListError) -> Value,
        then completion: @escaping (Result<Value, BusError>) -> Void
    ) {
        access(.request, readsOnly ? reader : loader) { (database) throws(ListError) in
            try body(database.lists)
        } then: { _, result in
            completion(result.mapError(\.onBus))
        } orElse: {
            completion(.failure($0.onBus))
        }
    }

    /// Continues a load that was begun in `lists`.
    func load(
        _ body: @escaping @Sendable () throws(ListError) -> Void,
        then completion: @escaping (Result<Void, ListError>) -> Void
    ) {
        loader.perform({ Result(catching: body) }, then: completion)
    }

    /// Notes that lookups find other lists.
    func listsChanged() {
        changed()
        sourcesChanged()
    }

    /// Works on a thread when the database is open. The reason why it cannot comes on the loop, too.
    private func access<Value: Sendable, Failure: Error>(
        _ purpose: Purpose, _ thread: DiskThread, _ body: @escaping @Sendable (OpenDatabase) throws(Failure) -> Value,
        then completion: @escaping (OpenDatabase, Result<Value, Failure>) -> Void,
        orElse refuse: @escaping (DirectoryProblem) -> Void
    ) {
        whenOpen(purpose, orElse: refuse) { database in
            let work = { @Sendable in Result { () throws(Failure) in try body(database) } }
            switch purpose {
            case .own:
                thread.perform(work) { completion(database, $0) }
            case .request:
                if !thread.request(work, then: { completion(database, $0) }) { refuse(.tooManyRequests) }
            }
        }
    }

    private func whenOpen(
        _ purpose: Purpose, orElse refuse: @escaping (DirectoryProblem) -> Void,
        _ body: @escaping (OpenDatabase) -> Void
    ) {
        if let database { return body(database) }
        if !isOpening, SystemClock.monotonic >= lastAttempt + Self.pause { open(isDistrusted: false) }
        guard isOpening else { return refuse(problem ?? .unusable("It is not open")) }
        guard purpose == .own || DiskThread.hasRoom(after: waiting.count) else { return refuse(.tooManyRequests) }
        waiting.append { [unowned self] in
            if let database { body(database) } else { refuse(problem ?? .unusable("It is not open")) }
        }
    }

    /// A refused request says nothing about the database, and a file that was replaced meanwhile nothing about the new
    /// one.
    private func note(_ failure: DirectoryProblem?, of accessed: OpenDatabase, isWrite: Bool = false) {
        guard accessed.database === database?.database else { return }
        if case .refused = failure { return }
        // A full disk can still be read.
        if isWrite { cannotWrite = failure != nil } else if failure == nil, cannotWrite { return }
        let before = problem
        problem = failure
        if case .damaged = failure { reopen() }
        if problem != before { changed() }
    }

    // MARK: Opening

    private func open(isDistrusted: Bool) {
        isOpening = true
        writer.perform { [folder] in
            Result { () throws(DirectoryProblem) in
                let database = try OpenDatabase(in: folder, isDistrusted: isDistrusted)
                return (database, try UserData(database))
            }
        } then: { [unowned self] (result: Result<(OpenDatabase, UserData), DirectoryProblem>) in
            finishOpening(result)
        }
    }

    private func finishOpening(_ result: Result<(OpenDatabase, UserData), DirectoryProblem>) {
        (isOpening, lastAttempt, cannotWrite) = (false, SystemClock.monotonic, false)
        switch result {
        case .success((let database, let data)):
            (self.database, self.data, problem) = (database, data, nil)
            damaged = database.database.replaced ?? damaged
        case .failure(let failure):
            problem = failure
        }
        let bodies = waiting
        waiting = []
        for body in bodies { body() }
        changed()
        if database != nil || !hasTried { opened() }
        hasTried = true
    }

    /// Opens the file with a check of each page, which moves a damaged one aside. Not again at once: then the check
    /// found nothing.
    private func reopen() {
        guard let old = database, !isOpening, SystemClock.monotonic >= lastAttempt + Self.pause else { return }
        database = nil
        isOpening = true
        writer.perform {
            old.database.close()
        } then: { [unowned self] in
            open(isDistrusted: true)
        }
    }
}

/// The database and its parts. Every access waits for the disk.
struct OpenDatabase: Sendable {
    let database: DirectoryDatabase
    let history: History
    let rules: UserRules
    let favourites: Favourites
    let settings: DirectorySettings
    let screeners: UserScreeners
    let apps: UserApps
    let lists: Lists

    init(in folder: String, isDistrusted: Bool) throws(DirectoryProblem) {
        database = try DirectoryDatabase(in: folder, isDistrusted: isDistrusted)
        (history, rules) = (History(database), UserRules(database))
        (favourites, settings) = (Favourites(database), DirectorySettings(database))
        (screeners, apps) = (UserScreeners(database), UserApps(database))
        do throws(ListError) { lists = try Lists(database.writer) } catch { throw .unusable(error.message) }
    }
}

/// A copy of the part of the database that a decision about a call needs, so that it needs no disk.
struct UserData: Sendable {
    var rules: [UserRules.Numbered] = []
    var book = RuleBook()
    var favourites: [Favourite] = []
    /// The identifiers of the screeners that the user enabled.
    var screeners: Set<String> = []
    /// The apps that the user has decided about, and whether they may ring.
    var apps: [String: Bool] = [:]
    var screensCalls = Setting.screensCalls.defaultValue
    var calledRecentlyDays = Setting.calledRecentlyDays.defaultValue
    var region = Setting.region.defaultValue
    /// The paths of folders of vCards.
    var contactFolders: [String] = []
    var retentionDays = Setting.retentionDays.defaultValue
    var unreadMissed = 0

    /// The data of a user who has chosen nothing.
    init() {}

    init(_ database: OpenDatabase) throws(DirectoryProblem) {
        rules = try database.rules.list
        book = RuleBook(rules.map(\.rule))
        favourites = try database.favourites.list
        screeners = try database.screeners.enabled
        apps = try database.apps.answers
        screensCalls = try database.settings.value(of: .screensCalls)
        calledRecentlyDays = try database.settings.value(of: .calledRecentlyDays)
        region = try database.settings.value(of: .region)
        contactFolders = try database.settings.value(of: .contactFolders).split(separator: "\n").map(String.init)
        retentionDays = try database.settings.value(of: .retentionDays)
        unreadMissed = try database.history.unreadMissed
    }
}
