// SPDX-License-Identifier: MIT

package import CallInterface
package import SDBus

/// An action of the contract.
package struct ActionRecord: Hashable, Sendable {
    package let id: ActionID
    package let call: CallID
    package let kind: ActionKind

    /// Nil for an action that has no identifier.
    init?(_ item: Request.Item) {
        guard let identifier = item.identifier else { return nil }
        self.init(id: identifier, call: item.call, kind: item.kind)
    }

    package init(id: ActionID, call: CallID, kind: ActionKind) {
        (self.id, self.call, self.kind) = (id, call, kind)
    }

    /// The details of its fulfilment at that time; nil = now.
    func details(_ date: Time?) -> [String: Variant] {
        guard let time = date.map({ Variant.uint64($0) }) else { return [:] }
        return switch kind {
        case .start: [String: Variant]([.dateStarted: time])
        case .answer: [String: Variant]([.dateConnected: time])
        case .end: [String: Variant]([.dateEnded: time])
        case .setHeld, .setMuted, .setGroup, .playDTMF: [:]
        }
    }
}

extension ActionKind {
    /// Whether its call ends when it times out.
    var isFatalByTime: Bool {
        switch self {
        case .start, .answer, .end: true
        case .setHeld, .setMuted, .setGroup, .playDTMF: false
        }
    }
}

/// How a provider completed an action.
package enum ActionOutcome: Sendable {
    /// Done at that time; nil = now.
    case fulfilled(Time?)
    case failed

    /// Whether the action was fulfilled.
    package var isFulfilled: Bool { if case .fulfilled = self { true } else { false } }
}

/// An action that the service delivers.
package struct DeliveredAction: Sendable {
    package let action: ActionRecord
    package let transaction: TransactionID
    package let deadline: Time
    /// The requester.
    package let origin: Received<Origin>
    /// With the first action of a transaction: all its actions.
    package let announced: [ActionRecord]
    /// The service was restarted and does not know whether the app got the action, or has completed it.
    let isAgain: Bool
    /// Whether the call is so already. The app need not perform the action.
    package internal(set) var isDone = false

    /// The end of a call that the service refuses. The service does not wait for its fulfilment.
    package init(ending call: CallID) {
        action = ActionRecord(id: .random(), call: call, kind: .end)
        transaction = .random()
        deadline = SystemClock.realtime + 5_000_000
        origin = Received(.system)
        announced = [action]
        isAgain = false
    }

    init?(_ name: SignalName, _ signal: Message) {
        guard let signal = PerformSignal(name, signal), let transaction = signal.details.transaction else { return nil }
        action = ActionRecord(id: signal.action, call: signal.call, kind: signal.kind)
        self.transaction = transaction
        let details = signal.details
        (deadline, origin, isAgain) = (details.deadline, details.origin, details.isAgain)
        announced = details.actions?.compactMap { ActionRecord($0) } ?? [action]
    }
}

/// The last actions that the app has got or completed. After a restart the service asks again for those whose
/// completion may be lost.
struct RecentActions {
    private static let limit = 100
    private var outcomes: [ActionID: ActionOutcome?] = [:]
    private var order: [ActionID] = []

    func contains(_ action: ActionID) -> Bool { outcomes[action] != nil }

    /// How the app completed it; nil if it has not.
    func outcome(of action: ActionID) -> ActionOutcome? { outcomes[action] ?? nil }

    mutating func insert(_ action: ActionID, _ outcome: ActionOutcome? = nil) {
        if outcomes.updateValue(outcome, forKey: action) == nil { order.append(action) }
        if order.count > Self.limit { outcomes[order.removeFirst()] = nil }
    }
}

/// News of the service for a provider.
package enum ProviderNews: Sendable {
    case didBegin
    case perform(DeliveredAction)
    /// The service refuses a call that goes on. It does not know the call.
    case refused(CallID, BusError)
    case timedOut(ActionID)
    /// The program requested this start or answer, which was accepted and will never be delivered. It is the program's
    /// own object.
    case vanished(any Sendable)
    /// Only if the provider wants to know it.
    case callChanged(CallID, OwnCallState)
    case didActivate
    case didDeactivate
    case startCallRequested(Handle, StartCallDetails)

    /// Whether the news is that the provider is registered.
    package var isBegin: Bool { if case .didBegin = self { true } else { false } }
}

/// How far a call of this program is. Follows from what the program reported and performed, so a restart of the service
/// changes nothing.
package enum OwnCallState: Sendable {
    /// Incoming and not answered, or a start that is accepted and not delivered.
    case idle
    /// The delegate has the start or the answer, and the call has not connected.
    case joining
    case active
    case held
    /// The delegate has an action that ends it.
    case ending
    case ended

    /// `pending`: the actions on the call that the delegate has not completed.
    init(_ call: LiveCall, pending: some Sequence<ActionKind>) {
        if pending.contains(.end) {
            self = .ending
            return
        }
        switch call.state {
        case .incoming: self = pending.contains(.answer) ? .joining : .idle
        case .dialing, .connecting: self = .joining
        case .active: self = .active
        case .held: self = .held
        case .ending: self = .ending
        case .ended: self = .ended
        }
    }
}

/// The states of calls that the program was notified of.
struct NotifiedStates {
    private var states: [CallID: OwnCallState] = [:]

    /// Whether that is news. The end of a call without an earlier notification is none.
    mutating func isNews(_ state: OwnCallState, of call: CallID) -> Bool {
        let before = states[call]
        states[call] = state == .ended ? nil : state
        return state == .ended ? before != nil : state != before
    }
}
