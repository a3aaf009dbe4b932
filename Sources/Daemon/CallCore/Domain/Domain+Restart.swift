// SPDX-License-Identifier: MIT

/// What the service knows after a restart besides the state: what it did not perform before it was killed, and which
/// time passed meanwhile.
package struct Restart: Hashable, Sendable {
    /// The effects of the last events that were not performed, in order.
    package let pending: [PendingEffect]
    /// Whether the first of them may have been performed: the service was killed while it performed it.
    package let firstMayBeDone: Bool
    /// The actions whose deadlines passed while no service ran.
    package let overdue: [ActionID]
    /// The clients that left the bus while no service ran. They are told nothing, and reported as lost afterwards.
    package let absent: Set<Client>

    package init(pending: [PendingEffect], firstMayBeDone: Bool, overdue: [ActionID], absent: Set<Client> = []) {
        (self.pending, self.firstMayBeDone) = (pending, firstMayBeDone)
        (self.overdue, self.absent) = (overdue, absent)
    }
}

/// An effect that clients wait for between the decision and its end. It is kept beside the state, so that a service
/// that starts after a kill can perform it.
package enum PendingEffect: Hashable, Sendable {
    /// A signal other than `perform`.
    case send(Client, provider: String, ProviderSignal)
    case perform(ActionID)
    case shellIsPrimary(Client, Bool)
    case providerAdded(ProviderID)
    case providerChanged(ProviderID)
    case providerRemoved(Provider)
    case callAdded(CallID)
    case callChanged(CallID)
    case callRemoved(Call)
    case audioChanged
    case transactionCompleted(Client, TransactionID, TransactionResult, inserted: [Action])
    case directoryChanged

    /// nil for an effect that is not kept: one that the service performs for itself, because it keeps the ends of
    /// timers; the answer to a report, because the provider repeats the report; and signals to the directory, which are
    /// always sent again.
    package init?(_ effect: Effect) {
        switch effect {
        case .send(_, _, .perform(let performance)): self = .perform(performance.action.id)
        case .send(let client, let provider, let signal): self = .send(client, provider: provider, signal)
        case .shellIsPrimary(let client, let isPrimary): self = .shellIsPrimary(client, isPrimary)
        case .startTimer, .cancelTimer, .screen, .screened, .callsEnded: return nil
        case .directoryChanged: self = .directoryChanged
        case .providerAdded(let provider): self = .providerAdded(provider.id)
        case .providerChanged(_, let provider), .providerRestated(let provider): self = .providerChanged(provider.id)
        case .providerRemoved(let provider): self = .providerRemoved(provider)
        case .callAdded(let call): self = .callAdded(call.id)
        case .callChanged(_, let call), .callRestated(let call): self = .callChanged(call.id)
        case .callRemoved(let call): self = .callRemoved(call)
        case .audioChanged, .audioRestated: self = .audioChanged
        case .transactionCompleted(let client, let id, let result, let inserted):
            self = .transactionCompleted(client, id, result, inserted: inserted)
        }
    }
}

/// A restart is no event for the calls: they stay as they are. The service only performs the effects that its
/// predecessor did not perform, and asks again for what the kill may have lost.
extension Domain {
    /// How long after a restart an app has to complete an action before it is told again; microseconds.
    private static var timeUntilRepetition: UInt64 { 500_000 }

    mutating func continueAfter(_ restart: Restart) {
        restartedAt = now
        let certain = restart.pending.dropFirst(restart.firstMayBeDone ? 1 : 0)
        let unsent = Set(certain.compactMap { if case .perform(let action) = $0 { action } else { nil } })
        for transaction in transactions.values.sorted(by: { $0.serial < $1.serial }) {
            guard let action = transaction.current, action.progress == .delivered else { continue }
            if restart.overdue.contains(action.id) { extend(action, of: transaction) }
            if !unsent.contains(action.id) { markUncertain(action, of: transaction) }
        }
        for (place, effect) in restart.pending.enumerated() {
            emit(effect, mayBeDone: place == 0 && restart.firstMayBeDone)
        }
        askAgain()
        output.effects.removeAll { $0.receiver.map(restart.absent.contains) ?? false }
    }

    /// The question to the directory or its answer may be lost, and the news of ended calls too.
    private mutating func askAgain() {
        guard let directory = screenings.directory else { return }
        output.effects += screenings.inOrder.map { .screen(directory.client, $0) } + callsEnded
    }

    /// A deadline that passed while no service ran begins anew, once.
    private mutating func extend(_ action: Action, of transaction: Transaction) {
        switch action.restart {
        case .none: giveTime(to: action, in: transaction)
        case .survived, .repeated: output.effects.append(.startTimer(.action(action.id), after: 0))
        }
    }

    /// The action or its completion may be lost: its provider is told again if it does not complete it soon.
    private mutating func markUncertain(_ action: Action, of transaction: Transaction) {
        transactions.setRestart(.survived, ofCurrentIn: transaction.id)
        if action.kind.mayBePerformedTwice {
            output.effects.append(.startTimer(.again(action.id), after: Self.timeUntilRepetition))
        }
    }

    /// The provider did not complete the action since the restart.
    mutating func performAgain(_ id: ActionID) {
        guard let transaction = transactions[of: id], transaction.current?.id == id else { return }
        transactions.setRestart(.repeated, ofCurrentIn: transaction.id)
        sendPerform(id, isRepeated: true)
    }

    /// A provider that fails an action that it was told twice has most likely performed it the first time. A call that
    /// its provider cannot end after a restart is most likely over.
    func afterRestart(_ outcome: Outcome, of action: Action) -> Outcome {
        switch (outcome, action.restart) {
        case (.failed, .repeated): .fulfilled(at: 0)
        case (.failed, .survived): action.kind == .end ? .fulfilled(at: 0) : outcome
        case (.failed, .none), (.fulfilled, _), (.timedOut, _): outcome
        }
    }

    /// Performs an effect of the killed service, unless the provider might get an action twice.
    private mutating func emit(_ effect: PendingEffect, mayBeDone: Bool) {
        switch effect {
        case .perform(let action): if !mayBeDone { sendPerform(action, isRepeated: false) }
        case .send(let client, let provider, let signal):
            if mayBeDone, case .didActivate(let session) = signal {
                output.effects.append(.send(client, provider: provider, .didDeactivate(session)))
            }
            output.effects.append(.send(client, provider: provider, signal))
        case .shellIsPrimary(let client, let isPrimary): output.effects.append(.shellIsPrimary(client, isPrimary))
        case .providerAdded(let id): if let provider = providers[id] { output.effects.append(.providerAdded(provider)) }
        case .providerChanged(let id):
            if let provider = providers[id] { output.effects.append(.providerRestated(provider)) }
        case .providerRemoved(let provider): output.effects.append(.providerRemoved(provider))
        case .callAdded(let id): if let call = calls[id] { output.effects.append(.callAdded(call)) }
        case .callChanged(let id): if let call = calls[id] { output.effects.append(.callRestated(call)) }
        case .callRemoved(let call): output.effects += [.callRestated(call), .callRemoved(call)]
        case .audioChanged: output.effects.append(.audioRestated(audio))
        case .transactionCompleted(let client, let id, let result, let inserted):
            output.effects.append(.transactionCompleted(client, id, result, inserted: inserted))
        case .directoryChanged: output.effects.append(.directoryChanged(screenings.directory != nil))
        }
    }
}

extension Effect {
    /// The only client that is told; nil = the subscribers, or none.
    fileprivate var receiver: Client? {
        switch self {
        case .send(let client, _, _), .shellIsPrimary(let client, _), .transactionCompleted(let client, _, _, _),
            .screen(let client, _), .callsEnded(let client, _):
            client
        case .startTimer, .cancelTimer, .providerAdded, .providerChanged, .providerRemoved, .callAdded, .callChanged,
            .callRemoved, .audioChanged, .providerRestated, .callRestated, .audioRestated, .screened,
            .directoryChanged:
            nil
        }
    }
}

extension ActionKind {
    /// Whether an app can perform it a second time without harm. A second start would dial twice, and a second tone
    /// would sound twice.
    var mayBePerformedTwice: Bool {
        switch self {
        case .answer, .end, .setHeld, .setMuted, .setGroup: true
        case .start, .playDTMF: false
        }
    }
}
