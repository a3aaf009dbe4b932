// SPDX-License-Identifier: MIT

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
        prepare: @escaping @Sendable (Lists) throws(ListError) -> Void = { _ in },
        then completion: @escaping (Result<RunningLoad, ListFailure>) -> Void
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
