// SPDX-License-Identifier: MIT

/// The ids of transactions and actions. A requester may choose them, to recognise its own actions and to repeat a request.
extension Domain {
    /// The transaction of a request that its connection repeats; nil for a new request. Refuses ids that are taken.
    func repetition(of request: Request, from caller: Caller) throws(CallError) -> TransactionID? {
        if let id = request.transaction, isTaken(id) {
            let known = transactions[id].map(\.named) ?? completedTransactions[id] ?? nil
            guard let known, known.client == caller.client, known.request == request else {
                throw Self.taken("Transaction", id.description)
            }
            return known.transaction
        }
        var chosen: Set<ActionID> = []
        for case let id? in request.items.map(\.identifier) {
            guard !isTaken(id), chosen.insert(id).inserted else { throw Self.taken("Identifier", id.description) }
        }
        return nil
    }

    private static func taken(_ key: String, _ id: String) -> CallError {
        CallError(
            .invalidArgs,
            "\(key) \(id) is in use, or was a short while ago, for something else. Make a new UUID for each.")
    }

    /// What is kept of a request to recognise its repetition; nil where it has no name.
    func named(_ request: Request, by caller: Caller?, answered transaction: TransactionID) -> NamedRequest? {
        guard request.transaction != nil, let caller else { return nil }
        return NamedRequest(client: caller.client, request: request, transaction: transaction)
    }

    /// A request was answered with the transaction of another.
    mutating func rememberName(of request: Request, from caller: Caller, answered transaction: TransactionID) {
        guard let id = request.transaction else { return }
        completedTransactions.insert(id, named(request, by: caller, answered: transaction))
    }

    /// The actions of a new request, under the ids that it chose.
    mutating func actions(of request: Request) -> [Action] {
        let chosen = Set(request.items.compactMap(\.identifier))
        var actions: [Action] = []
        for item in request.items {
            let id = item.identifier ?? freshActionID(except: chosen)
            actions.append(Action(id: id, call: item.call, kind: item.kind, isInserted: false))
        }
        return actions
    }

    /// An id of the registry's own. A client that has worked out the next one and taken it gains nothing.
    mutating func freshActionID(except chosen: Set<ActionID> = []) -> ActionID {
        var id: ActionID = ids.next()
        while isTaken(id) || chosen.contains(id) { id = ids.next() }
        return id
    }

    /// An id of the registry's own.
    mutating func freshTransactionID() -> TransactionID {
        var id: TransactionID = ids.next()
        while isTaken(id) { id = ids.next() }
        return id
    }

    private func isTaken(_ id: ActionID) -> Bool { transactionOfAction[id] != nil || completedActions.contains(id) }

    private func isTaken(_ id: TransactionID) -> Bool {
        transactions[id] != nil || completedTransactions.contains(id)
    }
}
