// SPDX-License-Identifier: MIT

@testable import CallCore

/// The ids that requesters choose.
extension Step {
    private var accepted: (request: Request, transaction: TransactionID)? {
        guard case .command(.request(let request), _) = event, case .transaction(let id) = response.answer else {
            return nil
        }
        return (request, id)
    }

    var isRepetition: Bool {
        guard let name = accepted?.request.transaction else { return false }
        return before.transactions[name] != nil || before.transactions.isCompleted(name)
    }

    var keepsNames: Bool {
        guard let (request, id) = accepted, !isRepetition, before.transactions[id] == nil else { return true }
        guard request.transaction == nil || request.transaction == id else { return false }
        let chosen = Set(request.items.compactMap(\.identifier))
        guard chosen.allSatisfy({ before.transactions.ofAction[$0] == nil }) else { return false }
        guard let transaction = after.transactions[id] else { return true }
        return chosen.isSubset(of: transaction.actions.map(\.id))
    }

    var repeatsNothing: Bool {
        guard isRepetition else { return true }
        return response.effects.isEmpty && before.calls.known == after.calls.known
            && before.transactions.open == after.transactions.open
    }
}
