// SPDX-License-Identifier: MIT

import CallContract
import CallInterface
import DirectoryDatabase
import SDBus

/// The loads in progress.
final class RunningLoads {
    private let session: BusConnection
    private let store: DirectoryStore
    /// By path. A failed load stays until its connection commits, aborts or leaves, so that later calls get its error.
    private var loads: [ObjectPath: RunningLoad] = [:]
    private var lastNumber: UInt64 = 0
    /// The sources with a load that the thread for lists has not begun yet.
    private(set) var beginning: Set<String> = []
    private static let perConnection = 16

    init(_ session: BusConnection, _ store: DirectoryStore) { (self.session, self.store) = (session, store) }

    /// Begins a load, which only `owner` may use; nil = an extension that is not known yet. `prepare` runs before, on
    /// the thread for lists.
    func begin(
        _ source: String, incremental: Bool, owner: String?,
        then completion: @escaping (Result<RunningLoad, BusError>) -> Void,
        prepare: @escaping @Sendable (Lists) throws(ListError) -> Void = { _ in }
    ) {
        beginning.insert(source)
        store.sourcesChanged()
        store.lists { (lists) throws(ListError) in
            try prepare(lists)
            return try lists.begin(source, incremental: incremental)
        } then: { [unowned self] result in
            beginning.remove(source)
            // The load has added the source, or is not in progress any more.
            store.sourcesChanged()
            completion(result.map { add($0, of: source, owner) })
        }
    }

    private func add(_ new: ListLoad, of source: String, _ owner: String?) -> RunningLoad {
        // An extension that hangs keeps its connection. A source has one load at a time, so the others have ended.
        if owner == nil { for old in loads.values where old.source == source { remove(old) } }
        lastNumber += 1
        let path = ObjectPath(trusted: "\(DirectoryName.loads)/\(lastNumber)")
        let load = RunningLoad(new, of: source, at: path, owner: owner, store)
        loads[path] = load
        // The connection may have left while the load began.
        if let owner, session.knownPeer(owner) == nil { leave(owner) }
        return load
    }

    /// Refuses more loads of a connection than one program needs.
    func checkCount(of owner: String) throws(BusError) {
        guard loads.values.count(where: { $0.owner == owner }) < Self.perConnection else {
            throw BusError(
                name: StandardErrorName.limitsExceeded,
                message: "This connection has \(Self.perConnection) loads; commit or abort some of them.")
        }
    }

    /// The load at a path; nil if there is none that this connection may use.
    func load(at path: ObjectPath, for sender: String) -> RunningLoad? {
        guard let load = loads[path], load.owner == sender else { return nil }
        return load
    }

    func remove(_ load: RunningLoad) { loads[load.path] = nil }

    /// Aborts the loads of a connection that has left the bus.
    func leave(_ owner: String) {
        for load in loads.values where load.owner == owner {
            remove(load)
            load.abort(
                because: ListError(
                    .loadingInterrupted, "The program left the bus before the end of the load; load the list again."))
        }
    }
}

/// A load of the lists of a source, as the object that one connection calls. The disk does the work in the order of the
/// calls, and each call gets its reply when its entries are stored.
final class RunningLoad {
    let path: ObjectPath
    let source: String
    /// The unique name of the only connection that finds the object; nil until the extension has a connection.
    var owner: String?
    var isIncremental: Bool { load.isIncremental }
    /// Called once, when the load is committed or has failed.
    var ended: (Result<Void, ListError>) -> Void = { _ in }
    private(set) var hasEnded = false
    /// Whether a refused call has failed the load already. The load is aborted once, however many calls follow.
    private var hasFailed = false
    /// When the last call came, or the disk was done with it.
    private(set) var lastUse = SystemClock.monotonic

    private let load: ListLoad
    private let store: DirectoryStore
    /// The bytes of the calls that wait for the disk.
    private var waitingBytes = 0
    private var waitingCalls = 0
    /// The bytes that a load may send ahead of the disk. A client that knows it waits for replies in time.
    static let bytesAhead = 8 << 20
    /// A call takes memory besides its entries.
    private static let overhead = 1_024

    init(_ load: ListLoad, of source: String, at path: ObjectPath, owner: String?, _ store: DirectoryStore) {
        (self.load, self.source, self.path, self.owner, self.store) = (load, source, path, owner, store)
    }

    /// Whether the disk still works on calls.
    var isWorking: Bool { waitingCalls > 0 }

    /// Adds or removes entries of this size in bytes. A call that is refused would leave a gap, so it fails the load.
    func change(
        _ size: Int, _ reply: PendingReply<>, _ body: @escaping @Sendable (ListLoad) throws(ListError) -> Void
    ) {
        let size = size + Self.overhead
        guard waitingBytes + size <= Self.bytesAhead else {
            let message =
                "More than \(Self.bytesAhead) bytes of this load wait for the disk; send smaller calls, and wait for their replies."
            fail(message)
            return reply.fail(BusError(name: StandardErrorName.limitsExceeded, message: message))
        }
        // The entries were copied from the message.
        reply.releaseArguments()
        waitingBytes += size
        perform(body) { [self] result in
            waitingBytes -= size
            if case .failure(let error) = result { end(.failure(error)) }
            result.complete(reply)
        }
    }

    /// Makes the new lists visible.
    func commit(_ reply: PendingReply<>) {
        perform { (load) throws(ListError) in
            try load.commit(at: SystemClock.realtime)
        } then: { [self] result in
            store.listsChanged()
            end(result)
            result.complete(reply)
        }
    }

    /// Keeps the old lists.
    func abort(because error: ListError? = nil, then completion: @escaping () -> Void = {}) {
        perform { load in
            if let error { load.abort(because: error) } else { load.abort() }
        } then: { [self] _ in
            end(.failure(error ?? ListError(.loadingInterrupted, "The program stopped the load before its end.")))
            completion()
        }
    }

    /// Checks the arguments of a call. If they are wrong, the load fails, because its later calls may be on their way.
    func checking<Value>(_ read: () throws(BusError) -> Value) throws(BusError) -> Value {
        do throws(BusError) {
            return try read()
        } catch {
            fail(error.message)
            throw error
        }
    }

    private func fail(_ message: String) {
        guard !hasFailed else { return }
        hasFailed = true
        abort(because: ListError(.unknown, message))
    }

    private func perform(
        _ body: @escaping @Sendable (ListLoad) throws(ListError) -> Void,
        then completion: @escaping (Result<Void, ListError>) -> Void
    ) {
        lastUse = SystemClock.monotonic
        waitingCalls += 1
        store.load { [load] () throws(ListError) in
            try body(load)
        } then: { [self] result in
            lastUse = SystemClock.monotonic
            waitingCalls -= 1
            completion(result)
        }
    }

    private func end(_ result: Result<Void, ListError>) {
        guard !hasEnded else { return }
        hasEnded = true
        if case .failure = result { store.sourcesChanged() }
        ended(result)
    }
}
