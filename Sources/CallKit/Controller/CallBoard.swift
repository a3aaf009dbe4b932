// SPDX-License-Identifier: MIT

internal import CallInterface
internal import CallLibrary
internal import Foundation
internal import SDBus

/// All calls of the user as far as anybody may know them, kept up to date once somebody has asked.
final class CallBoard: @unchecked Sendable {
    static let shared = CallBoard()

    private let condition = NSCondition()
    private var states: [UUID: CallState] = [:]
    private var isLoaded = false
    private var hasBegun = false
    private var observers: [Weak<CXCallObserver>] = []

    /// For so many µs the calls of a service that has gone are believed to go on: its successor is told of those that do.
    private static let patience: UInt64 = 5_000_000
    // On the service thread: the calls that no successor has been told of yet, and the end of the patience with them.
    private var missing: Set<UUID> = []
    private var giveUp: SDBus.Timer?

    struct Weak<Object: AnyObject> {
        weak var object: Object?
    }

    /// The calls there are. The first time it waits for the service, at most a second.
    var calls: [CallState] {
        begin()
        let deadline = Date(timeIntervalSinceNow: 1)
        condition.lock()
        defer { condition.unlock() }
        while !isLoaded, condition.wait(until: deadline) {}
        return states.values.sorted { $0.uuid.uuidString < $1.uuid.uuidString }
    }

    func add(_ observer: CXCallObserver) {
        condition.withLock {
            if !observers.contains(where: { $0.object === observer }) { observers.append(Weak(object: observer)) }
        }
        begin()
    }

    private func begin() {
        let isFirst = condition.withLock {
            defer { hasBegun = true }
            return !hasBegun
        }
        guard isFirst else { return }
        ServiceThread.perform { [self] thread in
            thread.listen(to: StandardInterface.objectManager) { [self] in objectsChanged($0) }
            thread.listen(to: StandardInterface.properties) { [self] in propertiesChanged($0) }
            thread.ownerObservers.append { [self, unowned thread] owner in
                missing = Set(condition.withLock { states.keys })
                giveUp = thread.timer(after: Self.patience) { [self] in
                    missing = []
                    if owner == nil { replace([:]) } else { load(thread) }
                }
                if owner != nil { load(thread) }
            }
            load(thread)
        }
    }

    // MARK: On the service thread

    private func load(_ thread: ServiceThread) {
        thread.call("GetManagedObjects", interface: StandardInterface.objectManager) { [self] reply in
            guard case .success(let message) = reply,
                let objects = try? message.read([ObjectPath: [String: [String: Variant]]].self)
            else { return replace([:]) }
            var states: [UUID: CallState] = [:]
            for interfaces in objects.values {
                guard let call = interfaces[CallManagerName.call], let state = CallState(call) else { continue }
                states[state.uuid] = state
            }
            replace(states)
        }
    }

    private func objectsChanged(_ signal: Message) {
        guard signal.member == "InterfacesAdded",
            let (_, interfaces) = try? signal.read(ObjectPath.self, [String: [String: Variant]].self),
            let state = interfaces[CallManagerName.call].flatMap({ CallState($0) })
        else { return }
        change(to: state)
    }

    /// A call that has ended says so before it goes.
    private func propertiesChanged(_ signal: Message) {
        guard let uuid = UUID(path: signal.path),
            let (interface, changes, _) = try? signal.read(String.self, [String: Variant].self, [String].self),
            interface == CallManagerName.call,
            var state = condition.withLock({ states[uuid] })
        else { return }
        state.apply(changes)
        change(to: state)
    }

    private func replace(_ found: [UUID: CallState]) {
        missing.subtract(found.keys)
        let before = condition.withLock {
            defer {
                states = found.merging(states.filter { missing.contains($0.key) }) { $1 }
                isLoaded = true
                condition.broadcast()
            }
            return states
        }
        for var state in before.values where found[state.uuid] == nil && !missing.contains(state.uuid) {
            state.hasEnded = true
            announce(state)
        }
        for state in found.values where before[state.uuid] != state { announce(state) }
    }

    private func change(to state: CallState) {
        missing.remove(state.uuid)
        let before = condition.withLock {
            defer { states[state.uuid] = state.hasEnded ? nil : state }
            return states[state.uuid]
        }
        if state != before { announce(state) }
    }

    private func announce(_ state: CallState) {
        let listeners = condition.withLock {
            observers.removeAll { $0.object == nil }
            return observers.compactMap(\.object)
        }
        for observer in listeners { observer.changed(state) }
    }
}

extension CallState {
    init?(_ properties: [String: Variant]) {
        guard let uuid = properties["UUID"]?.string.flatMap(UUID.init(uuidString:)) else { return nil }
        self.init(uuid: uuid)
        apply(properties)
    }

    mutating func apply(_ properties: [String: Variant]) {
        isOutgoing = properties[Key.outgoing]?.bool ?? isOutgoing
        isOnHold = properties[Key.onHold]?.bool ?? isOnHold
        hasConnected = properties["HasConnected"]?.bool ?? hasConnected
        hasEnded = properties["HasEnded"]?.bool ?? hasEnded
    }
}
