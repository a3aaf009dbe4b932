// SPDX-License-Identifier: MIT

/// The requests of controllers. Acceptance is not performance.
extension Domain {
    mutating func accept(_ asked: Request, from caller: Caller) throws(CallError) -> TransactionID {
        let request = asked.withoutPostDial
        if let repeated = try repetition(of: request, from: caller) { return repeated }
        if let same = transaction(doing: request, for: caller) {
            transactions.addListener(caller.client, to: same)
            rememberName(of: request, from: caller, answered: same)
            return same
        }
        let performed = try withEmergencies(asked, from: caller)
        try check(performed, from: caller)
        let isEmergency = performed.items.contains {
            if case .start(let start) = $0.kind { start.emergency } else { false }
        }
        if !isEmergency {
            try checkTransactionCount(of: caller.account)
            try checkLane(for: performed, from: caller)
            try checkRoom(for: performed.cost, of: caller.account)
        }
        let origin = origin(of: performed, from: caller)
        let actions = actions(of: performed)
        for (action, item) in zip(actions, performed.items) { makeCall(startedBy: action, item.postDial) }
        return begin(actions, origin: origin, requester: caller, request)
    }

    /// Accepts a transaction. From here on each of its actions will be completed.
    @discardableResult
    mutating func begin(
        _ actions: [Action], origin: Origin, requester: Caller?, _ request: Request? = nil,
        because cause: Reason? = nil, for causeCall: CallID? = nil
    ) -> TransactionID {
        let id = request?.transaction ?? freshTransactionID()
        let transaction = Transaction(
            id: id, requester: requester, origin: origin, activationToken: request?.activationToken ?? "",
            endsOthers: request?.endsOthers ?? true, actions: actions,
            named: request.flatMap { named($0, by: requester, answered: id) }, cause: cause, causeCall: causeCall,
            audience: requester.map { [$0.client] } ?? [], serial: transactions.nextSerial())
        transactions.begin(transaction)
        for action in actions { enlist(action, in: id) }
        lane.wake(id)
        return id
    }

    /// A transaction of the service's own.
    mutating func beginInserted(
        _ kind: ActionKind, of calls: [CallID], because cause: Reason, for causeCall: CallID? = nil
    ) {
        let actions = calls.map { Action(id: freshActionID(), call: $0, kind: kind, isInserted: true) }
        begin(actions, origin: .system, requester: nil, because: cause, for: causeCall)
    }

    /// Refuses every request that cannot succeed, before anything changes.
    private func check(_ request: Request, from caller: Caller) throws(CallError) {
        try require(!request.items.isEmpty, .emptyTransaction, "A transaction needs at least one action.")
        try require(
            request.items.count <= limits.actionsPerTransaction, .limitsExceeded,
            "A transaction has at most \(limits.actionsPerTransaction) actions. Use several transactions.")
        var plan = Plan()
        for item in request.items {
            if case .start(let start) = item.kind {
                let provider = try check(start, of: item, in: request, plan, from: caller)
                plan.starts[provider.id, default: 0] += 1
                plan.states[item.call] = .dialing
            } else if live(item.call) == nil, let state = plan.states[item.call] {
                try checkFollowUp(item, in: state)
                plan.states[item.call] = item.kind.plannedState(from: state)
            } else {
                let call = try check(item, in: request, plan, from: caller)
                plan.states[item.call] = item.kind.plannedState(from: plan.states[item.call] ?? call.state)
            }
        }
    }

    private func check(
        _ start: StartAction, of item: Request.Item, in request: Request, _ plan: Plan, from caller: Caller
    ) throws(CallError) -> Provider {
        let id = item.call
        try require(caller.mayName(start.provider), .requestUnentitled, Self.refusal(toName: start.provider, caller))
        guard let provider = providers[start.provider] else {
            throw CallError(
                .unknownCallProvider,
                "No provider \(start.provider) is registered. Start its app first.")
        }
        try require(
            caller.mayRequest(of: provider), .requestUnentitled,
            "This connection may start calls of its own provider only.")
        try require(
            isFree(id, for: provider) && plan.states[id] == nil, .requestCallUUIDAlreadyExists,
            "The id \(id) is in use or was used recently. Make a new one for each call.")
        try checkCallCount(of: provider, plan)
        let starts = 1 + (plan.starts[provider.id] ?? 0)
        let cost = Cost.call + provider.nameCost + start.update.cost + item.postDial.cost
        try checkRoom(for: starts * cost, at: provider)
        try checkClaim(of: start.emergency, provider, .requestUnentitled)
        if !start.emergency { try checkGroups(of: provider, .requestMaximumCallGroupsReached, plan) }
        var call = Call(id, of: provider, outgoing: true, state: .dialing)
        call.emergency = start.emergency
        try checkProtection(from: .start(start), of: call, in: request, plan, caller)
        return provider
    }

    /// An action on a call that an earlier one of the same transaction starts.
    private func checkFollowUp(_ item: Request.Item, in state: CallState) throws(CallError) {
        switch (item.kind, state) {
        case (.end, .dialing), (.setMuted, .dialing): return
        case (.start, _), (.answer, _), (.end, _), (.setHeld, _), (.setMuted, _), (.setGroup, _), (.playDTMF, _):
            throw Self.invalid(item, state)
        }
    }

    private func check(_ item: Request.Item, in request: Request, _ plan: Plan, from caller: Caller)
        throws(CallError) -> Call
    {
        let (call, provider) = try find(item.call, unknown: .unknownCallUUID)
        try require(
            caller.mayRequest(of: provider), .requestUnentitled,
            "This connection may request actions on its own calls only.")
        let state = plan.states[call.id] ?? call.state
        if item.onlyIfRinging { try checkRinging(call, in: state) }
        // A second end gets the transaction of the first one.
        if state == .ending, case .end = item.kind { return call }
        guard call.allows(item.kind.word, in: state) else { throw Self.invalid(item, state) }
        if case .setGroup(let other) = item.kind { try checkGroup(call, with: other, of: provider, plan) }
        try checkProtection(from: item.kind, of: call, in: request, plan, caller)
        return call
    }

    /// A call that somebody declines must not be one that somebody else answers, also while the answer waits for its
    /// turn.
    private func checkRinging(_ call: Call, in state: CallState) throws(CallError) {
        try require(
            !call.outgoing, .invalidAction, "The call \(call.id) is outgoing and cannot be declined. Request an end.")
        try require(
            call.mayRing && (state == .incoming || state == .ending), .requestCallAnswered,
            "The call \(call.id) was answered before it was declined. Request an end if it must end.")
    }

    /// Refuses an action for which a call would have to end that must not end for this request.
    private func checkProtection(
        from kind: ActionKind, of call: Call, in request: Request, _ plan: Plan, _ caller: Caller
    ) throws(CallError) {
        guard
            let protected = protectedObstacle(to: kind, of: call, for: caller, endingOthers: request.endsOthers),
            plan.states[protected] == nil
        else { return }
        throw CallError(
            .requestCallIsProtected,
            "The call \(protected) would have to end for this, but it is protected. End it first, or wait until it is over."
        )
    }

    private static func invalid(_ item: Request.Item, _ state: CallState) -> CallError {
        CallError(
            .invalidAction,
            "The call \(item.call) is in state \(state.rawValue), which does not allow \(item.kind.word.rawValue). "
                + "Its AllowedActions shows the possible actions.")
    }

    /// The transaction that will do all of this already, because shells race and a repeated request is harmless. Tones
    /// are not a state, and each start has an id of its own. An action that was inserted to make room for another
    /// request does not count, because this request does not depend on the success of that one.
    private func transaction(doing request: Request, for caller: Caller) -> TransactionID? {
        var found: TransactionID?
        for item in request.items {
            guard let call = calls[item.call], let provider = providers[call.provider], caller.mayRequest(of: provider),
                let pending = call.underWay(item.kind), found == nil || found == pending.transaction,
                !isRoomForAnother(pending), !spares(pending, moreThan: request), !item.onlyIfRinging || call.mayRing
            else { return nil }
            found = pending.transaction
        }
        return found
    }

    /// Whether an action was inserted to make room for another action, or its transaction has failed already.
    private func isRoomForAnother(_ pending: PendingAction) -> Bool {
        guard let transaction = transactions[pending.transaction] else { return false }
        if transaction.hasFailed { return true }
        return transaction.requester != nil && transaction.actions.contains { $0.id == pending.action && $0.isInserted }
    }

    /// Whether the pending action is refused in a case in which this request is not.
    private func spares(_ pending: PendingAction, moreThan request: Request) -> Bool {
        request.endsOthers && transactions[pending.transaction]?.endsOthers == false
    }

    private func origin(of request: Request, from caller: Caller) -> Origin {
        if shells.contains(caller.client) { return request.isFromHeadset ? .headset : .shell }
        let owns = request.items.allSatisfy { item in
            let provider = calls[item.call].flatMap { providers[$0.provider] } ?? self.starter(of: item)
            return provider?.client == caller.client
        }
        return owns ? .app : .other
    }

    private func starter(of item: Request.Item) -> Provider? {
        if case .start(let start) = item.kind { providers[start.provider] } else { nil }
    }

    /// Inserts a new call: it exists from the acceptance of its start on.
    private mutating func makeCall(startedBy action: Action, _ postDial: String) {
        guard case .start(let start) = action.kind, let provider = providers[start.provider] else { return }
        var call = Call(action.call, of: provider, outgoing: true, state: .dialing)
        call.apply(start.update)
        call.postDial = postDial.isEmpty ? provider.requestedTones?.tones(calling: start.handle) ?? "" : postDial
        providers.request(nil, of: provider.id)
        insert(call)
    }
}

extension Request {
    /// The state file keeps requests. It must not have the tones, so the request that is kept has none.
    fileprivate var withoutPostDial: Request {
        var request = self
        // An assignment copies the items.
        for index in items.indices where !items[index].postDial.isEmpty { request.items[index].postDial = "" }
        return request
    }
}

extension Call {
    /// Whether it is incoming and was never answered.
    fileprivate var mayRing: Bool { !outgoing && !isAnswered && !hasConnected }

    /// The accepted action that will do this and waits for nothing but its turn. An action that does not pass the lane
    /// must be with its provider: a mute at the end of a long transaction is not as good as a mute now.
    func underWay(_ kind: ActionKind) -> PendingAction? {
        switch kind {
        case .start, .playDTMF: return nil
        case .answer, .end, .setHeld, .setMuted, .setGroup: break
        }
        let last = pending.last { $0.kind.word == kind.word && ($0.isDelivered || kind.usesLane) }
        return last?.kind == kind ? last : nil
    }
}

/// The effect of those actions of a request that are checked already.
struct Plan {
    /// The states that they lead to.
    var states: [CallID: CallState] = [:]
    /// How many calls they start, by provider.
    var starts: [ProviderID: Int] = [:]
}
