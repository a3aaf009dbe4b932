// SPDX-License-Identifier: MIT

/// The ids of transactions and actions. A requester may choose them, so that it can recognise its own actions and
/// repeat a request.
extension Domain {
    /// The transaction of a request that its connection repeats; nil for a new request. Refuses ids that are taken.
    func repetition(of request: Request, from caller: Caller) throws(CallError) -> TransactionID? {
        if let id = request.transaction, transactions.isTaken(id) {
            let known = transactions.request(named: id)
            guard let known, known.client == caller.client, known.request == request else {
                throw Self.taken("Transaction", id.description)
            }
            return known.transaction
        }
        var chosen: Set<ActionID> = []
        for case let id? in request.items.map(\.identifier) {
            guard !transactions.isTaken(id), chosen.insert(id).inserted else {
                throw Self.taken("Identifier", id.description)
            }
        }
        return nil
    }

    private static func taken(_ key: String, _ id: String) -> CallError {
        CallError(
            .invalidArgs,
            "\(key) \(id) is in use or was used recently for something else. Make a new UUID for each.")
    }

    /// The record of a request that recognises its repetition; nil if the request chose no id.
    func named(_ request: Request, by caller: Caller?, answered transaction: TransactionID) -> NamedRequest? {
        guard request.transaction != nil, let caller else { return nil }
        return NamedRequest(client: caller.client, request: request, transaction: transaction)
    }

    /// A request was answered with the transaction of another request.
    mutating func rememberName(of request: Request, from caller: Caller, answered transaction: TransactionID) {
        guard let id = request.transaction else { return }
        transactions.remember(id, named(request, by: caller, answered: transaction))
    }

    /// The actions of a new request, with the ids that it chose.
    mutating func actions(of request: Request) -> [Action] {
        let chosen = Set(request.items.compactMap(\.identifier))
        var actions: [Action] = []
        for item in request.items {
            let id = item.identifier ?? freshActionID(except: chosen)
            actions.append(Action(id: id, call: item.call, kind: item.kind, isInserted: false))
        }
        return actions
    }

    /// An id of the registry's own. A client that predicts the next one and uses it gains nothing.
    mutating func freshActionID(except chosen: Set<ActionID> = []) -> ActionID {
        var id: ActionID = ids.next()
        while transactions.isTaken(id) || chosen.contains(id) { id = ids.next() }
        return id
    }

    /// An id of the registry's own.
    mutating func freshTransactionID() -> TransactionID {
        var id: TransactionID = ids.next()
        while transactions.isTaken(id) { id = ids.next() }
        return id
    }
}
