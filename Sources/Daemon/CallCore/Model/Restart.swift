// SPDX-License-Identifier: MIT

/// What the service knows after a restart besides the state: what it did not perform before it was killed, and which
/// time passed meanwhile.
package struct Restart: Hashable, Sendable {
    /// The effects of the last events that were not performed, in order.
    package let debts: [Debt]
    /// Whether the first of them may have been performed: the service was killed while it performed it.
    package let firstMayBePaid: Bool
    /// The actions whose deadlines passed while no service ran.
    package let overdue: [ActionID]
    /// The clients that left the bus while no service ran. They are told nothing, and reported as lost afterwards.
    package let absent: Set<Client>

    package init(debts: [Debt], firstMayBePaid: Bool, overdue: [ActionID], absent: Set<Client> = []) {
        (self.debts, self.firstMayBePaid) = (debts, firstMayBePaid)
        (self.overdue, self.absent) = (overdue, absent)
    }
}

/// What the service owes to clients between the decision and the end of an effect. It is kept beside the state, so that
/// a service that starts after a kill can pay it.
package enum Debt: Hashable, Sendable {
    /// A signal other than `perform`.
    case tell(Client, provider: String, ProviderSignal)
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

    /// nil for an effect without a debt.
    package init?(_ effect: Effect) {
        switch effect {
        case .tell(_, _, .perform(let performance)): self = .perform(performance.action.id)
        case .tell(let client, let provider, let signal): self = .tell(client, provider: provider, signal)
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

extension Effect {
    /// False for an effect that the service performs for itself, because it keeps the ends of timers; for the answer to
    /// a report, because the provider repeats the report; and for signals to the directory, which are always sent
    /// again.
    var hasDebt: Bool {
        switch self {
        case .startTimer, .cancelTimer, .screen, .screened, .callsEnded: false
        case .tell, .shellIsPrimary, .directoryChanged, .providerAdded, .providerChanged, .providerRestated,
            .providerRemoved, .callAdded, .callChanged, .callRestated, .callRemoved, .audioChanged, .audioRestated,
            .transactionCompleted:
            true
        }
    }
}
