// SPDX-License-Identifier: MIT

internal import CallInterface
internal import CallLibrary
internal import Foundation
internal import SDBus

/// The entries of a request, collected into calls of the load.
///
/// The directory offers an incremental load to every extension that has loaded before. An extension that does not read
/// `isIncremental` gives its complete lists, as on Apple's systems; then the old lists are removed first.
final class DirectoryRequest: @unchecked Sendable {
    private enum Mode {
        /// Nothing was added or removed yet, and `isIncremental` was not read.
        case undecided
        /// The entries are the complete lists.
        case complete
        /// The entries change the old lists.
        case incremental
    }

    private let lock = NSLock()
    private let load: ListLoadLink
    private var mode = Mode.undecided
    private var blocked = EntryBatch(.blocked)
    private var identified = EntryBatch(.identified)
    /// The fault that this library has found; the directory knows of the others.
    private var fault: BusError?
    private var hasEnded = false

    init(_ load: ListLoadLink) { self.load = load }

    /// The extension reads whether the request is incremental.
    func readsIncremental() -> Bool {
        lock.withLock {
            if mode == .undecided, load.isIncremental { mode = .incremental }
            return mode == .incremental
        }
    }

    func add(_ number: Int64, to list: ListKind, label: String = "") {
        change(list) { batch in batch.add(number, label) }
    }

    func remove(_ number: Int64, from list: ListKind) {
        remove(from: list) { batch in batch.remove(number) }
    }

    func removeAll(_ list: ListKind) {
        remove(from: list) { batch in batch.removeAll() }
    }

    /// Makes the lists visible. The completion gets the reason if it cannot.
    func complete(then completion: @escaping @Sendable (CXErrorCodeCallDirectoryManagerError?) -> Void) {
        let fault = lock.withLock {
            decide()
            for call in blocked.take() + identified.take() { send(call) }
            return self.fault
        }
        guard end() else {
            return completion(CXErrorCodeCallDirectoryManagerError(Self.interruption("The request has ended already.")))
        }
        if let fault { return load.refuse(because: fault) { completion(CXErrorCodeCallDirectoryManagerError(fault)) } }
        load.commit { error in completion(error.map { CXErrorCodeCallDirectoryManagerError($0) }) }
    }

    /// Keeps the old lists.
    func cancel(because error: any Error, then completion: @escaping @Sendable () -> Void) {
        guard end() else { return completion() }
        load.refuse(because: Self.interruption(error.localizedDescription), then: completion)
    }

    /// False if the request has ended before.
    private func end() -> Bool {
        lock.withLock {
            defer { hasEnded = true }
            return !hasEnded
        }
    }

    private static func interruption(_ message: String) -> BusError {
        BusError(name: ListErrorCode.loadingInterrupted.name, message: message)
    }

    private func remove(from list: ListKind, _ body: (inout EntryBatch) -> [EntryBatch.Call]) {
        let isAllowed = lock.withLock {
            // The directory itself refuses a removal in the first load of an extension.
            let isAllowed = mode == .incremental || !load.isIncremental
            if !isAllowed, fault == nil {
                fault = BusError(
                    name: ListErrorCode.unexpectedIncrementalRemoval.name,
                    message: "Only an incremental request can remove entries; read isIncremental first.")
            }
            return isAllowed
        }
        if isAllowed { change(list, body) }
    }

    private func change(_ list: ListKind, _ body: (inout EntryBatch) -> [EntryBatch.Call]) {
        lock.withLock {
            // After a fault the entries would be in vain.
            guard fault == nil, load.error == nil, !hasEnded else { return }
            decide()
            let calls =
                switch list {
                case .blocked: body(&blocked)
                case .identified: body(&identified)
                }
            for call in calls { send(call) }
        }
    }

    private func decide() {
        guard mode == .undecided else { return }
        mode = .complete
        guard load.isIncremental else { return }
        for list in ListKind.allCases { load.send(.removeAllEntries, list.rawValue) }
    }

    private func send(_ call: EntryBatch.Call) {
        switch call {
        case .block(let numbers): load.send(.addBlocked, numbers)
        case .unblock(let numbers): load.send(.removeBlocked, numbers)
        case .identify(let entries): load.send(.addIdentified, entries)
        case .forget(let numbers): load.send(.removeIdentified, numbers)
        case .removeAll(let list): load.send(.removeAllEntries, list.rawValue)
        }
    }
}

/// Entries of one list that are not sent yet: all of them are added, or all are removed.
struct EntryBatch {
    enum Call: Hashable {
        case block([Int64])
        case unblock([Int64])
        case identify([IdentifiedNumber])
        case forget([Int64])
        case removeAll(ListKind)
    }

    private let list: ListKind
    private var isRemoval = false
    private var numbers: [Int64] = []
    private var entries: [IdentifiedNumber] = []
    /// Entries in one call.
    static let size = 10_000

    init(_ list: ListKind) { self.list = list }

    /// The calls to send now, in order.
    mutating func add(_ number: Int64, _ label: String) -> [Call] {
        let before = turn(toRemoval: false)
        switch list {
        case .blocked: numbers.append(number)
        case .identified:
            // The directory would refuse the whole list.
            entries.append(IdentifiedNumber(number: number, label: label.cut(to: Limits.labelLength)))
        }
        return before + takeIfFull()
    }

    mutating func remove(_ number: Int64) -> [Call] {
        let before = turn(toRemoval: true)
        numbers.append(number)
        return before + takeIfFull()
    }

    mutating func removeAll() -> [Call] { take() + [.removeAll(list)] }

    /// The call with the rest.
    mutating func take() -> [Call] {
        defer {
            numbers.removeAll(keepingCapacity: true)
            entries.removeAll(keepingCapacity: true)
        }
        guard !numbers.isEmpty || !entries.isEmpty else { return [] }
        switch list {
        case .blocked: return [isRemoval ? .unblock(numbers) : .block(numbers)]
        case .identified: return [isRemoval ? .forget(numbers) : .identify(entries)]
        }
    }

    private mutating func takeIfFull() -> [Call] { numbers.count + entries.count == Self.size ? take() : [] }

    private mutating func turn(toRemoval new: Bool) -> [Call] {
        guard new != isRemoval else { return [] }
        defer { isRemoval = new }
        return take()
    }
}
