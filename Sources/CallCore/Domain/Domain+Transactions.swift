// SPDX-License-Identifier: MIT

/// The life of actions and transactions: delivered one at a time, the next when the last is fulfilled.
extension Domain {
    /// Notes an accepted action, in the index and at its call.
    mutating func enlist(_ action: Action, in transaction: TransactionID) {
        transactionOfAction[action.id] = transaction
        noteRequest(of: action, in: transaction)
        update(action.call) {
            $0.pending.append(PendingAction(action: action.id, transaction: transaction, kind: action.kind))
        }
        if action.kind == .answer, let call = calls[action.call] { stopRinging(call) }
    }

    /// Hands an action whose turn has come to its provider. What the provider said of it before counts now.
    mutating func deliver(_ action: Action, of transaction: Transaction) {
        // First, because what an end supersedes may end other calls of the same transaction, which then fails.
        transactions[transaction.id]?.actions[transaction.next].progress = .delivered
        if case .end = action.kind {
            supersede(at: action.call, by: transaction.id)
            // The start that this cancels was never delivered, and took its call with it.
            guard live(action.call) != nil else { return }
        }
        guard let transaction = transactions[transaction.id] else { return }
        enter(action)
        switch action.kind {
        case .start, .answer: leaveLane(transaction.id)
        case .end, .setHeld, .setMuted, .setGroup, .playDTMF: break
        }
        if let early = action.early {
            if let provider = calls[action.call]?.provider {
                transactions[transaction.id]?.delivered[provider, default: 0] += 1
            }
            return complete(action, early)
        }
        let allowance = allowance(for: action, in: transaction)
        output.tells.append(.startTimer(.action(action.id), after: allowance))
        perform(action, of: transaction, within: allowance)
    }

    /// How long a provider has for an action.
    private func allowance(for action: Action, in transaction: Transaction) -> UInt64 {
        let time = deadlines.time(for: action.kind)
        return isForEmergency(action, in: transaction) ? min(time, deadlines.emergency) : time
    }

    /// What delivery alone changes.
    private mutating func enter(_ action: Action) {
        update(action.call) { call in
            for place in call.pending.indices where call.pending[place].action == action.id {
                call.pending[place].isDelivered = true
            }
            switch action.kind {
            case .answer: call.state = .connecting
            case .end:
                call.stateBeforeEnding = call.state
                call.state = .ending
            case .start, .setHeld, .setMuted, .setGroup, .playDTMF: break
            }
        }
        if let call = calls[action.call], call.state != .incoming { stopRinging(call) }
        if action.kind.takesAudio {
            update(action.call) { $0.resumptions = 0 }
            enterAudio(action.call)
        }
    }

    private mutating func perform(_ action: Action, of transaction: Transaction, within allowance: UInt64) {
        guard let call = live(action.call), let provider = providers[call.provider] else { return }
        noteDelivery(of: action, in: transaction)
        let index = transaction.delivered[provider.id]
        let own = transaction.actions[transaction.next...].filter { calls[$0.call]?.provider == provider.id }
        transactions[transaction.id]?.delivered[provider.id] = (index ?? 0) + 1
        tell(
            provider,
            .perform(
                Performance(
                    action: action, transaction: transaction.id, deadline: now + allowance,
                    origin: action.isInserted ? .system : transaction.origin,
                    activationToken: transaction.activationToken, index: index ?? 0,
                    count: (index ?? 0) + own.count, announced: index == nil ? own : [])))
    }

    /// A provider fulfils an action, or fails it.
    mutating func complete(_ id: ActionID, _ outcome: Outcome, from caller: Caller) throws(CallError) {
        guard let transaction = transactionOfAction[id].flatMap({ transactions[$0] }),
            let place = transaction.actions.firstIndex(where: { $0.id == id }),
            let provider = calls[transaction.actions[place].call].flatMap({ providers[$0.provider] })
        else {
            if completedActions.contains(id) {
                throw CallError(
                    .actionAlreadyCompleted, "The action \(id) was fulfilled, failed, timed out or superseded before.")
            }
            throw CallError(.unknownAction, "There is no action \(id).")
        }
        guard caller.mayReport(for: provider) else {
            throw CallError(.unentitled, "Only the provider that an action was delivered to may complete it.")
        }
        let action = transaction.actions[place]
        if action.progress == .delivered { return complete(action, outcome) }
        guard action.early == nil else {
            throw CallError(.actionAlreadyCompleted, "The action \(id) was fulfilled or failed before.")
        }
        transactions[transaction.id]?.actions[place].early = outcome
    }

    mutating func timeOut(_ id: ActionID) {
        guard let transaction = transactionOfAction[id].flatMap({ transactions[$0] }), let action = transaction.current,
            action.id == id, let call = live(action.call), let provider = providers[call.provider]
        else { return }
        tell(provider, .timedOut(id))
        complete(action, .timedOut)
    }

    /// The one way in which a delivered action is completed.
    mutating func complete(_ action: Action, _ outcome: Outcome) {
        guard let transaction = transactionOfAction[action.id].flatMap({ transactions[$0] }),
            let call = live(action.call)
        else { return }
        note(outcome, of: action, at: call)
        strike(action, of: transaction)
        let isResponsive = outcome != .timedOut
        if isResponsive {
            providers[call.provider]?.isUnresponsive = false
        } else if action.kind == .setHeld(true) {
            providers[call.provider]?.isUnresponsive = true
        }
        switch outcome {
        case .fulfilled(let time):
            applySuccess(of: action, in: transaction, at: time == 0 ? now : time)
            transactions[transaction.id]?.next += 1
            if let consequence = consequence(of: action) { insert([consequence], into: transaction.id) }
            stalled.append(transaction.id)
        case .failed where mustMakeWay(action, in: transaction), .timedOut where mustMakeWay(action, in: transaction):
            insist(on: action, of: transaction)
        case .failed, .timedOut:
            applyFailure(of: action, in: transaction, timedOut: !isResponsive)
            // A call that was to make way and is gone has made way.
            if action.isInserted, live(action.call) == nil {
                transactions[transaction.id]?.next += 1
                stalled.append(transaction.id)
            } else {
                let reason = Reason.of(action.kind, timedOut: !isResponsive)
                fail(transaction, at: action, Action.Failure(reason: reason, call: action.call))
            }
        }
    }

    /// A provider does not make way though it has no say: what it does not hold is ended, what it does not end is over.
    private mutating func insist(on action: Action, of transaction: Transaction) {
        if action.kind == .end {
            applySuccess(of: action, in: transaction, at: now)
            transactions[transaction.id]?.next += 1
        } else {
            skip(action, of: transaction)
            insert([Action(id: freshActionID(), call: action.call, kind: .end, isInserted: true)], into: transaction.id)
        }
        stalled.append(transaction.id)
    }

    /// Drops an action that there is nothing left to do for. One that was to make room leaves no trace: an app that
    /// refuses to end its call again and again must not make a transaction grow that waits for it.
    mutating func skip(_ action: Action, of transaction: Transaction) {
        strike(action, of: transaction)
        if action.isInserted, let place = transactions[transaction.id]?.next {
            transactions[transaction.id]?.actions.remove(at: place)
        } else {
            transactions[transaction.id]?.next += 1
        }
    }

    /// Ends a transaction of which every action is fulfilled.
    mutating func succeed(_ transaction: Transaction) {
        forget(transaction, .succeeded)
    }

    /// Ends a transaction. What was not delivered leaves its calls as they were, a start its call as failed; what was
    /// done to make room is undone.
    mutating func fail(_ transaction: Transaction, at action: Action, _ failure: Action.Failure) {
        guard let transaction = transactions[transaction.id] else { return }
        forget(transaction, .failed(action: action.kind.word, failure.reason, call: failure.call))
        drop(transaction.actions[transaction.next...], of: transaction, failure)
        undoRoom(of: transaction, mayResume: failure.mayResume)
        switch (transaction.cause, failure.reason) {
        case (.hasPriority, .superseded): break
        case (.hasPriority, _), (.heldForOwner, .callIsProtected): meetAgain(transaction)
        default: break
        }
    }

    /// Actions will not be done: what was not delivered leaves its calls as they were, a start its call as failed.
    private mutating func drop(_ actions: ArraySlice<Action>, of transaction: Transaction, _ failure: Action.Failure) {
        for action in actions { strike(action, of: transaction) }
        for action in actions where action.progress == .waiting {
            switch action.kind {
            case .start: end(action.call, as: .failed, because: failure.reason, for: failure.call)
            case .answer: ringAgain(action.call)
            case .end, .setHeld, .setMuted, .setGroup, .playDTMF: break
            }
        }
    }

    /// A call is over: what becomes of an action that was wanted of it.
    mutating func resolve(_ pending: PendingAction, _ failure: Action.Failure) {
        if pending.kind.isSatisfiedByEnd { satisfy(pending) } else { giveUp(pending, failure) }
    }

    /// The end of its call has done an action. One whose turn has not come finds out then.
    private mutating func satisfy(_ pending: PendingAction) {
        guard let transaction = transactions[pending.transaction], let action = transaction.current,
            action.id == pending.action
        else { return }
        skip(action, of: transaction)
        stalled.append(transaction.id)
    }

    /// An action will not be done, so its transaction fails at once. While a provider is at work for the transaction, it is
    /// kept until that is done, so that the room it makes can be undone.
    private mutating func giveUp(_ pending: PendingAction, _ failure: Action.Failure) {
        guard let transaction = transactions[pending.transaction],
            let place = transaction.actions.firstIndex(where: { $0.id == pending.action })
        else { return }
        // The action before it is being completed, and its outcome comes first.
        guard transaction.current?.progress != .completed else { return }
        let action = transaction.actions[place]
        guard place > transaction.next, transaction.current?.progress == .delivered else {
            return fail(transaction, at: action, failure)
        }
        complete(transaction, .failed(action: action.kind.word, failure.reason, call: failure.call))
        for later in transaction.actions.indices where later > transaction.next {
            transactions[transaction.id]?.actions[later].failure = failure
        }
        drop(transaction.actions[(transaction.next + 1)...], of: transaction, failure)
    }

    /// An end of the call is about to be delivered: what else is wanted of the call is not wanted any more.
    private mutating func supersede(at call: CallID, by ending: TransactionID) {
        for pending in calls[call]?.pending ?? [] where pending.transaction != ending {
            switch pending.kind {
            case .end: continue
            // It was to make the call silent, and the end will: whoever waits for that goes on waiting.
            case .setHeld(true): satisfy(pending)
            case .start where !pending.isDelivered: return end(call, as: .failed, because: .superseded)
            case .start, .answer, .setHeld(false), .setMuted, .setGroup, .playDTMF:
                giveUp(pending, Action.Failure(reason: .superseded, call: call))
            }
        }
    }

    /// Takes an action off every list but its transaction's.
    private mutating func strike(_ action: Action, of transaction: Transaction) {
        // An old id may name a newer action now.
        guard transactionOfAction[action.id] == transaction.id else { return }
        transactionOfAction[action.id] = nil
        if let place = transaction.actions.firstIndex(where: { $0.id == action.id }) {
            if transaction.actions[place].progress == .delivered, action.early == nil {
                output.tells.append(.cancelTimer(.action(action.id)))
            }
            transactions[transaction.id]?.actions[place].progress = .completed
        }
        completedActions.insert(action.id)
        guard live(action.call) != nil else { return }
        update(action.call) { call in call.pending.removeAll { $0.action == action.id } }
    }

    private mutating func forget(_ transaction: Transaction, _ result: TransactionResult) {
        if !transaction.hasFailed { complete(transaction, result) }
        transactions[transaction.id] = nil
        completedTransactions.insert(transaction.id, transaction.named)
        leaveLane(transaction.id)
        if let client = transaction.requester?.client, let count = transactionsOfClient[client] {
            transactionsOfClient[client] = count > 1 ? count - 1 : nil
        }
    }

    /// Tells those who wait for a transaction how it ended.
    private mutating func complete(_ transaction: Transaction, _ result: TransactionResult) {
        noteFailure(of: transaction, result)
        transactions[transaction.id]?.audience = []
        let inserted = transaction.actions.filter { $0.isInserted && $0.progress == .completed }
        for client in transaction.audience {
            output.completions.append(.transactionCompleted(client, transaction.id, result, inserted: inserted))
        }
    }
}

extension Reason {
    /// The reason of a transaction that fails because a call ended for this reason.
    var asFailure: Reason {
        switch self {
        case .providerLost, .providerInvalidated, .registryReset, .superseded: self
        default: .callEnded
        }
    }
}
