// SPDX-License-Identifier: MIT

package import CallClient
package import CallInterface
package import Foundation
package import SDBus

/// An action as a framework gives it to the app.
package protocol PerformedAction: AnyObject {
    var uuid: UUID { get set }
    /// The call that it changes; nil = none.
    var performedCall: UUID? { get }
    /// Whether it ends its call.
    var isEnd: Bool { get }
    var progress: ActionProgress { get }
}

/// The actions that belong together.
package protocol PerformedTransaction: AnyObject {
    associatedtype Action: PerformedAction
    var uuid: UUID { get set }
    var actions: [Action] { get }
    func addAction(_ action: Action)
}

/// The announced and delivered actions of a provider that the app has not completed. Any thread may use it.
package final class OpenActions<Transaction: PerformedTransaction>: @unchecked Sendable {
    private let lock = NSLock()
    private var open: [UUID: OpenTransaction] = [:]
    /// The last transactions with an action that was superseded. The service may still deliver the rest of one.
    private var interrupted: [OpenTransaction] = []
    /// The last actions that were complete before their delivery, which may be on its way.
    private var early: [UUID] = []
    /// The actions that timed out before the delegate got to that news.
    private var expired: Set<UUID> = []
    private let provider: ProviderName
    private let make: (ActionRecord) -> Transaction.Action
    private let bundle: ([Transaction.Action]) -> Transaction

    private struct OpenTransaction {
        let transaction: Transaction
        /// The announced actions that were not delivered yet.
        var undelivered: Set<UUID>
        /// Whether the delegate performs the transaction as a whole.
        var isTaken = false
    }

    /// The actions of that provider. `make` makes an action of the framework, and `bundle` a transaction; both are new.
    package init(
        of provider: ProviderName, make: @escaping (ActionRecord) -> Transaction.Action,
        bundle: @escaping ([Transaction.Action]) -> Transaction
    ) {
        (self.provider, self.make, self.bundle) = (provider, make, bundle)
    }

    /// The transactions with an action that is not complete.
    package var pending: [Transaction] {
        lock.withLock { open.values.map(\.transaction).filter { !$0.isComplete } }
    }

    /// Takes a delivered action. Nil if the delegate need not perform it: the call is so already, or the delegate
    /// completed the action before its turn, or `execute` says of the whole transaction that it does.
    package func deliver(
        _ delivered: DeliveredAction, execute: (Transaction) -> Bool = { _ in false }
    ) -> Transaction.Action? {
        let transaction = UUID(delivered.transaction)
        let (known, isEarly) = lock.withLock { () -> (OpenTransaction?, Bool) in
            let known = open[transaction] ?? interrupted.first { $0.transaction.uuid == transaction }
            return (known, early.contains(UUID(delivered.action.id)))
        }
        if isEarly { return nil }
        var current = known ?? opened(by: delivered)
        let action = action(delivered, in: current.transaction)
        action.progress.deliver(until: delivered.timeoutDate, by: delivered.origin)
        if action.isEnd, let call = action.performedCall { supersede(call) }
        current.undelivered.remove(action.uuid)
        lock.withLock { open[transaction] = current }
        if known == nil {
            current.isTaken = execute(current.transaction)
            lock.withLock { open[transaction]?.isTaken = current.isTaken }
        }
        let isLate = lock.withLock { expired.contains(action.uuid) }
        // The delegate gets it all the same: an app that does not end a call lets the user be overheard.
        if isLate { action.progress.finish(as: .timedOut) }
        guard !current.isTaken, isLate || !action.progress.isComplete else { return nil }
        guard delivered.isDone else { return action }
        action.progress.complete(.fulfilled(nil))
        return nil
    }

    private func opened(by delivered: DeliveredAction) -> OpenTransaction {
        let transaction = bundle(delivered.announced.map { adopt($0, of: delivered) })
        transaction.uuid = UUID(delivered.transaction)
        return OpenTransaction(transaction: transaction, undelivered: Set(delivered.announced.map { UUID($0.id) }))
    }

    /// The delivered action; added if the service inserted it after the announcement.
    private func action(_ delivered: DeliveredAction, in transaction: Transaction) -> Transaction.Action {
        if let known = transaction.actions.first(where: { $0.uuid == UUID(delivered.action.id) }) { return known }
        let action = adopt(delivered.action, of: delivered)
        lock.withLock { transaction.addAction(action) }
        return action
    }

    private func adopt(_ record: ActionRecord, of delivered: DeliveredAction) -> Transaction.Action {
        let transaction = UUID(delivered.transaction)
        let action = make(record)
        (action.uuid, action.progress.timeoutDate) = (UUID(record.id), delivered.timeoutDate)
        action.progress.announce { [weak self, provider] outcome in
            ServiceThread.perform { thread in
                thread.providers[provider.current]?.complete(record, outcome, in: thread.providers)
            }
            self?.finished(transaction, isDone: outcome.isFulfilled)
        }
        return action
    }

    /// The service does not deliver the actions after one that failed.
    private func finished(_ transaction: UUID, isDone: Bool) {
        lock.withLock {
            guard let known = open[transaction], !isDone || known.transaction.isComplete else { return }
            open[transaction] = nil
            if isDone { early = Array((early + known.undelivered).suffix(100)) }
        }
    }

    /// The call has ended or is about to: all its other actions are dropped.
    package func supersede(_ call: UUID) {
        lock.withLock {
            for (uuid, known) in open {
                let lost = known.transaction.actions.filter {
                    $0.performedCall == call && !$0.progress.isComplete && !$0.isEnd
                }
                guard !lost.isEmpty else { continue }
                for action in lost { action.progress.finish(as: .superseded) }
                open[uuid] = nil
                if !known.transaction.isComplete { interrupted = Array((interrupted + [known]).suffix(10)) }
            }
        }
    }

    /// The service gave up waiting for an action. The delegate may not have got to it yet.
    package func expire(_ uuid: UUID) { lock.withLock { _ = expired.insert(uuid) } }

    /// The delegate gets to the news that an action timed out. Nil if it never got the action.
    package func timeOut(_ uuid: UUID) -> Transaction.Action? {
        let timedOut = lock.withLock { () -> Transaction.Action? in
            expired.remove(uuid)
            for (transaction, known) in open {
                guard let action = known.transaction.actions.first(where: { $0.uuid == uuid }) else { continue }
                open[transaction] = nil
                return action
            }
            return nil
        }
        timedOut?.progress.finish(as: .timedOut)
        return timedOut
    }
}

extension PerformedTransaction {
    fileprivate var isComplete: Bool { actions.allSatisfy { $0.progress.isComplete } }
}

extension DeliveredAction {
    fileprivate var timeoutDate: Date { Date(microseconds: deadline) }
}

/// What has become of an action of the app. Any thread may read and complete it.
package final class ActionProgress: @unchecked Sendable {
    package enum State: Sendable {
        /// Not delivered.
        case idle
        /// The delegate has it.
        case running
        case fulfilled
        /// The delegate could not perform it.
        case failed
        case timedOut
        /// Its call ended, or is about to.
        case superseded

        package var isComplete: Bool {
            switch self {
            case .idle, .running: false
            case .fulfilled, .failed, .timedOut, .superseded: true
            }
        }
    }

    private let lock = NSLock()
    private var current = State.idle
    private var deadline: Date
    private var requester: Received<Origin>?
    /// Takes the outcome; nil before the action is delivered.
    private var onCompletion: ((ActionOutcome) -> Void)?

    package init(until deadline: Date) { self.deadline = deadline }

    package var state: State { lock.withLock { current } }
    package var isComplete: Bool { state.isComplete }

    package var timeoutDate: Date {
        get { lock.withLock { deadline } }
        set { lock.withLock { deadline = newValue } }
    }

    /// The requester; nil before the action is delivered.
    package var origin: Received<Origin>? {
        get { lock.withLock { requester } }
        set { lock.withLock { requester = newValue } }
    }

    /// The service has announced the action. `onCompletion` is called once when the delegate completes it.
    func announce(onCompletion: @escaping (ActionOutcome) -> Void) {
        lock.withLock { self.onCompletion = onCompletion }
    }

    func deliver(until deadline: Date, by requester: Received<Origin>) {
        lock.withLock {
            (self.deadline, self.requester) = (deadline, requester)
            if !current.isComplete { current = .running }
        }
    }

    /// The delegate completes it. Has no effect on an action that is complete.
    package func complete(_ outcome: ActionOutcome) {
        guard finish(as: outcome.isFulfilled ? .fulfilled : .failed) else { return }
        lock.withLock { onCompletion }?(outcome)
    }

    /// False for an action that is complete, which stays as it is.
    @discardableResult
    package func finish(as state: State) -> Bool {
        lock.withLock {
            guard !current.isComplete else { return false }
            current = state
            return true
        }
    }
}

extension Request {
    /// Asks the service for the transaction. Both closures are called on the service thread: `completion` with the
    /// refusal or nil, and `isOver` when an accepted transaction has ended, which may come first after a restart of the
    /// service.
    ///
    /// - Parameter objects: the app's own actions. Its providers hear of a start or an answer that will never be
    ///   delivered.
    package func send(
        as transaction: UUID, _ objects: [UUID: any Sendable], isOver: @escaping @Sendable () -> Void = {},
        then completion: @escaping @Sendable (BusError?) -> Void
    ) {
        let named = Dictionary(uniqueKeysWithValues: objects.map { (ActionID($0.key), $0.value) })
        ServiceThread.perform { thread in
            thread.providers.request(self, as: ID(transaction), named, isOver: isOver, then: completion)
        }
    }
}
