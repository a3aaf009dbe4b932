// SPDX-License-Identifier: MIT

/// What controllers ask for: CXCallController's side. Acceptance is not performance.
extension Domain {
    mutating func accept(_ request: Request, from caller: Caller) throws(CallError) -> TransactionID {
        try check(request, from: caller)
        if let same = transaction(doing: request) { return same }
        guard transactions.count < limits.transactions else {
            throw CallError(
                .limitsExceeded, "\(limits.transactions) transactions wait already. Ask again when some are completed.")
        }
        let origin = origin(of: request, from: caller)
        var actions: [Action] = []
        for item in request.items {
            actions.append(Action(id: ids.next(), call: item.call, kind: item.kind, isInserted: false))
        }
        for action in actions { makeCall(startedBy: action) }
        return begin(actions, origin: origin, requester: caller, request.activationToken)
    }

    /// Takes a transaction up; from here on every one of its actions will be completed.
    @discardableResult
    mutating func begin(
        _ actions: [Action], origin: Transaction.Origin, requester: Caller?, _ activationToken: String = ""
    ) -> TransactionID {
        lastSerial += 1
        let transaction = Transaction(
            id: ids.next(), requester: requester, origin: origin, activationToken: activationToken, actions: actions,
            serial: lastSerial)
        transactions[transaction.id] = transaction
        for action in actions { enlist(action, in: transaction.id) }
        stalled.append(transaction.id)
        return transaction.id
    }

    /// Everything that can be known to be wrong, before anything is changed.
    private func check(_ request: Request, from caller: Caller) throws(CallError) {
        guard !request.items.isEmpty else {
            throw CallError(.emptyTransaction, "A transaction needs at least one action.")
        }
        guard request.items.count <= limits.actionsPerTransaction else {
            throw CallError(.limitsExceeded, "A transaction has at most \(limits.actionsPerTransaction) actions.")
        }
        var planned: [CallID: Call.State] = [:]
        for item in request.items {
            if case .start(let start) = item.kind {
                try check(start, of: item.call, planned, from: caller)
                planned[item.call] = .dialing
            } else if planned[item.call] != .dialing || live(item.call) != nil {
                try check(item, in: planned[item.call], from: caller)
                planned[item.call] = live(item.call).map {
                    item.kind.plannedState(from: planned[item.call] ?? $0.state)
                }
            } else {
                try checkFollowUp(item)
            }
        }
    }

    private func check(_ start: Action.Start, of id: CallID, _ planned: [CallID: Call.State], from caller: Caller)
        throws(CallError)
    {
        guard caller.mayName(start.provider) else {
            throw CallError(.requestUnentitled, Self.refusal(toName: start.provider, caller))
        }
        guard let provider = provider(start.provider) else {
            throw CallError(
                .unknownCallProvider, "No provider \(start.provider) is registered; ListProviders shows them.")
        }
        guard caller.mayRequest(of: provider) else {
            throw CallError(.requestUnentitled, "An app in a sandbox starts calls of its own provider only.")
        }
        guard !isTaken(id), planned[id] == nil else {
            throw CallError(
                .requestCallUUIDAlreadyExists,
                "The id \(id) is in use, or was a short while ago. Make a new one per call.")
        }
        try checkCallCount(of: provider)
        try checkGroups(of: provider, .requestMaximumCallGroupsReached)
    }

    /// An action on a call that an earlier one of the same transaction starts.
    private func checkFollowUp(_ item: Request.Item) throws(CallError) {
        switch item.kind {
        case .end, .setMuted: return
        case .start, .answer, .setHeld, .setGroup, .playDTMF: throw Self.invalid(item, .dialing)
        }
    }

    private func check(_ item: Request.Item, in planned: Call.State?, from caller: Caller) throws(CallError) {
        let (call, provider) = try find(item.call, unknown: .unknownCallUUID)
        guard caller.mayRequest(of: provider) else {
            throw CallError(.requestUnentitled, "An app in a sandbox asks for actions on its own calls only.")
        }
        let state = planned ?? call.state
        // The end that is under way is the answer to a second one.
        if state == .ending, case .end = item.kind { return }
        guard call.allows(item.kind.word, in: state) else { throw Self.invalid(item, state) }
        if case .setGroup(let other) = item.kind { try checkGroup(call, with: other, of: provider) }
        if let protected = protectedObstacle(to: item.kind, of: call, for: caller), planned == nil {
            throw CallError(
                .requestCallIsProtected,
                "The call \(protected) would have to end for this, and may only be ended by its user.")
        }
    }

    private static func invalid(_ item: Request.Item, _ state: Call.State) -> CallError {
        CallError(
            .invalidAction,
            "The call \(item.call) is \(state.rawValue): \(item.kind.word.rawValue) is not among its AllowedActions.")
    }

    /// The transaction that is about to do all of this already: shells race, and the same request twice is harmless.
    /// Tones are no state, and a start has an id of its own.
    private func transaction(doing request: Request) -> TransactionID? {
        var found: TransactionID?
        for item in request.items {
            switch item.kind {
            case .start, .playDTMF: return nil
            case .answer, .end, .setHeld, .setMuted, .setGroup: break
            }
            guard let pending = calls[item.call]?.pending.last(where: { $0.kind.word == item.kind.word }),
                pending.kind == item.kind, found == nil || found == pending.transaction
            else { return nil }
            found = pending.transaction
        }
        return found
    }

    private func origin(of request: Request, from caller: Caller) -> Transaction.Origin {
        let isShell = shells.contains { $0.client == caller.client }
        if isShell { return request.isFromHeadset ? .headset : .shell }
        let owns = request.items.allSatisfy { item in
            let provider = calls[item.call].flatMap { providers[$0.provider] } ?? self.starter(of: item)
            return provider?.client == caller.client
        }
        return owns ? .app : .other
    }

    private func starter(of item: Request.Item) -> Provider? {
        if case .start(let start) = item.kind { provider(start.provider) } else { nil }
    }

    /// A call exists from the acceptance of its start on.
    private mutating func makeCall(startedBy action: Action) {
        guard case .start(let start) = action.kind, let provider = provider(start.provider) else { return }
        var call = Call(action.call, of: provider, outgoing: true, state: .dialing)
        call.remoteHandle = start.handle
        call.hasVideo = start.video
        call.contactIdentifier = start.contactIdentifier
        insert(call)
    }
}
