// SPDX-License-Identifier: MIT

import CallContract
import DirectoryDatabase
import SDBus

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
            Self.complete(reply, result)
        }
    }

    /// Makes the new lists visible.
    func commit(_ reply: PendingReply<>) {
        perform { (load) throws(ListError) in
            try load.commit(at: SystemClock.realtime)
        } then: { [self] result in
            store.listsChanged()
            end(result)
            Self.complete(reply, result)
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

    private static func complete(_ reply: PendingReply<>, _ result: Result<Void, ListError>) {
        result.mapError { ListFailure.refused($0) }.complete(reply)
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
