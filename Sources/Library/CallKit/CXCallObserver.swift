// SPDX-License-Identifier: MIT

internal import CallClient
internal import CallInterface
internal import CallLibrary
public import Dispatch
public import Foundation
internal import SDBus

/// Sees all calls of the user, of every app, with their states. Every app may have an observer.
open class CXCallObserver: NSObject {
    private let lock = NSLock()
    private weak var delegate: (any CXCallObserverDelegate)?
    private var queue = DispatchQueue.main

    /// Creates an observer.
    public override init() {
        super.init()
    }

    /// The present calls. The first read waits for the service, at most a second.
    open var calls: [CXCall] { CallBoard.shared.calls.map { CXCall($0) } }

    /// Sets the delegate, which is held weakly, and the queue that it is called on; nil = the main queue.
    open func setDelegate(_ delegate: (any CXCallObserverDelegate)?, queue: DispatchQueue?) {
        lock.withLock {
            self.delegate = delegate
            self.queue = queue ?? .main
        }
        CallBoard.shared.add(self)
    }

    /// On the service thread.
    func changed(_ state: CallFacts) {
        let this = Confined(self)
        ServiceThread.notify(lock.withLock { queue }) {
            guard let delegate = this.value.lock.withLock({ this.value.delegate }) else { return }
            delegate.callObserver(this.value, callChanged: CXCall(state))
        }
    }
}

/// Hears of changes of calls.
public protocol CXCallObserverDelegate: NSObjectProtocol {
    /// A call appeared, changed or ended.
    func callObserver(_ callObserver: CXCallObserver, callChanged call: CXCall)
}

/// A call at one moment. Equal by ``uuid``.
open class CXCall: NSObject, @unchecked Sendable {
    /// Identifies the call.
    public let uuid: UUID
    /// True if this side placed the call.
    public let isOutgoing: Bool
    /// True while this side holds the call.
    public let isOnHold: Bool
    /// True once both sides can communicate.
    public let hasConnected: Bool
    /// True once the call is over.
    public let hasEnded: Bool

    init(_ state: CallFacts) {
        uuid = state.uuid
        isOutgoing = state.isOutgoing
        isOnHold = state.isOnHold
        hasConnected = state.hasConnected
        hasEnded = state.hasEnded
    }

    /// Whether both are the same call, by ``uuid``.
    open func isEqual(to call: CXCall) -> Bool { uuid == call.uuid }

    /// The class, the call's ``uuid`` and its state.
    open override var description: String {
        let facts = [
            (isOutgoing, "outgoing"), (isOnHold, "on hold"), (hasConnected, "connected"), (hasEnded, "ended"),
        ]
        return "<\(type(of: self)) \(([uuid.uuidString] + facts.filter(\.0).map(\.1)).joined(separator: ", "))>"
    }

    open override func isEqual(_ object: Any?) -> Bool { (object as? CXCall).map { isEqual(to: $0) } ?? false }

    open override var hash: Int { uuid.hashValue }
}

/// The facts of a call that every app may know.
struct CallFacts: Hashable, Sendable {
    let uuid: UUID
    var isOutgoing = false
    var isOnHold = false
    var hasConnected = false
    var hasEnded = false
}

/// All calls of the user that this app may know of, for the app's threads. It begins to follow them when an app first
/// asks.
final class CallBoard: @unchecked Sendable {
    static let shared = CallBoard()

    private let condition = NSCondition()
    private var states: [UUID: CallFacts] = [:]
    private var isLoaded = false
    private let beginning = Once()
    private var observers: [Weak<CXCallObserver>] = []

    /// For so many µs the calls of a service whose state is lost count as going on: the apps tell the next one of those
    /// that do.
    private static let timeout: UInt64 = 5_000_000
    // On the service thread: the calls that no app has reported to the next service yet, and the timer that gives them
    // up.
    private var missing: Set<UUID> = []
    private var giveUp: SDBus.Timer?
    private var mirror: RegistryMirror?

    private struct Weak<Object: AnyObject> {
        weak var object: Object?
    }

    /// The present calls. The first time it waits for the service, at most a second.
    var calls: [CallFacts] {
        begin()
        let deadline = Date(timeIntervalSinceNow: 1)
        condition.lock()
        defer { condition.unlock() }
        if !isLoaded { ServiceThread.willWait() }
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
        guard beginning.take() else { return }
        ServiceThread.perform { [self] thread in
            let mirror = RegistryMirror(thread.client, .objects) { [self] in happened($0) }
            self.mirror = mirror
            thread.client.observe { [self, unowned thread] in serviceChanged($0, thread) }
            try? mirror.begin { [self] _ in loaded() }
        }
    }

    // MARK: On the service thread

    private func happened(_ event: MirrorEvent) {
        switch event {
        case .callAdded(let call), .callChanged(_, let call): if let state = CallFacts(call) { change(to: state) }
        // If the service was restarted meanwhile, the change to `ended` may be lost.
        case .callRemoved(let call): if let state = CallFacts(call) { end(state) }
        // The calls go on: a service with its state comes back, or the apps tell the next one.
        case .serviceLost, .serviceFound: break
        case .providerAdded, .providerChanged, .providerRemoved, .audioChanged: break
        }
    }

    private func serviceChanged(_ change: ServiceChange, _ thread: ServiceThread) {
        switch change {
        // The mirror tells the differences.
        case .continues: giveUp = nil
        case .absent:
            giveUp = nil
            missing = Set(condition.withLock { states.keys })
            endMissing()
        case .lost, .found: wait(on: thread)
        }
    }

    /// The apps tell another service of their calls.
    private func wait(on thread: ServiceThread) {
        missing = Set(condition.withLock { states.keys })
        giveUp = thread.timer(after: Self.timeout) { [self, unowned thread] in
            giveUp = nil
            // A service that is there but slow is waited for.
            if thread.client.owner == nil || mirror?.isLoaded == true { endMissing() }
        }
    }

    private func loaded() {
        condition.withLock {
            isLoaded = true
            condition.broadcast()
        }
        if giveUp == nil { endMissing() }
    }

    private func endMissing() {
        for uuid in missing {
            if let state = condition.withLock({ states[uuid] }) { end(state) }
        }
    }

    private func end(_ state: CallFacts) {
        guard condition.withLock({ states[state.uuid] != nil }) else { return }
        var state = state
        state.hasEnded = true
        change(to: state)
    }

    private func change(to state: CallFacts) {
        missing.remove(state.uuid)
        let before = condition.withLock {
            defer { states[state.uuid] = state.hasEnded ? nil : state }
            return states[state.uuid]
        }
        if state != before { announce(state) }
    }

    private func announce(_ state: CallFacts) {
        let listeners = condition.withLock {
            observers.removeAll { $0.object == nil }
            return observers.compactMap(\.object)
        }
        for observer in listeners { observer.changed(state) }
    }
}

extension CallFacts {
    fileprivate init?(_ call: CallRecord) {
        guard let uuid = UUID(uuidString: call.uuid) else { return nil }
        self.init(
            uuid: uuid, isOutgoing: call.isOutgoing, isOnHold: call.flag(.onHold),
            hasConnected: call.flag(.hasConnected), hasEnded: call.flag(.hasEnded))
    }
}
