// SPDX-License-Identifier: MIT

/// The life of actions and transactions. The service delivers the actions of a transaction one at a time, the next
/// when the last is fulfilled.
extension Domain {
    /// Notes an accepted action at its call.
    mutating func enlist(_ action: Action, in transaction: TransactionID) {
        noteRequest(of: action, in: transaction)
        calls.update(action.call) {
            $0.pending.append(PendingAction(action: action.id, transaction: transaction, kind: action.kind))
        }
        if action.kind == .answer { stopRinging(action.call) }
    }

    /// Hands an action whose turn has come to its provider. If the provider completed it early, that outcome counts.
    mutating func deliver(_ action: Action, of transaction: Transaction) {
        // First, because an end supersedes actions, and that may end other calls of this transaction and so fail it.
        transactions.markDelivered(transaction.id)
        if case .end = action.kind {
            supersede(at: action.call, by: transaction.id)
            // The start that this cancels was never delivered, and its call ended with it.
            guard live(action.call) != nil else { return }
        }
        let isForShell = calls[action.call]?.isPerformedByShell(action.kind) == true
        if isForShell { transactions.fulfilCurrentEarly(of: transaction.id) }
        guard let transaction = transactions[transaction.id], let action = transaction.current else { return }
        enter(action)
        switch action.kind {
        case .start, .answer: lane.leave(transaction.id)
        case .end, .setHeld, .setMuted, .setGroup, .playDTMF: break
        }
        if let early = action.early {
            if let provider = calls[action.call]?.provider, !isForShell {
                transactions.countDelivery(to: provider, of: transaction.id)
            }
            complete(action, early)
        } else {
            giveTime(to: action, in: transaction)
            perform(action, of: transaction.id)
        }
        if case .start = action.kind { followStoredReports(of: action.call) }
    }

    /// Gives the provider of the current action its full time.
    mutating func giveTime(to action: Action, in transaction: Transaction) {
        let allowance = allowance(for: action, in: transaction)
        output.effects.append(.startTimer(.action(action.id), after: allowance))
        transactions.setDeadline(now + allowance, ofCurrentIn: transaction.id)
    }

    /// How long a provider has for an action.
    private func allowance(for action: Action, in transaction: Transaction) -> UInt64 {
        let time = deadlines.time(for: action.kind)
        return isForEmergency(action, in: transaction) ? min(time, deadlines.emergency) : time
    }

    /// The changes that delivery alone makes.
    private mutating func enter(_ action: Action) {
        calls.update(action.call) { call in
            for place in call.pending.indices where call.pending[place].action == action.id {
                call.pending[place].isDelivered = true
            }
            if action.kind == .answer { call.state = .connecting }
        }
        if action.kind == .end { calls.beginEnding(action.call) }
        if calls[action.call]?.state != .incoming { stopRinging(action.call) }
        if action.kind.takesAudio, calls[action.call]?.isObserved == false {
            occupancy.forgetResumptions(of: action.call)
            enterAudio(action.call)
        }
    }

    private mutating func perform(_ action: Action, of id: TransactionID) {
        guard let call = live(action.call), let transaction = transactions[id] else { return }
        noteDelivery(of: action, in: transaction)
        transactions.countDelivery(to: call.provider, of: id)
        sendPerform(action.id, isRepeated: false)
    }

    /// Tells the provider of a delivered action to perform it.
    mutating func sendPerform(_ id: ActionID, isRepeated: Bool) {
        guard let transaction = transactions[of: id], let action = transaction.current, action.id == id,
            action.progress == .delivered, let provider = live(action.call).flatMap({ providers[$0.provider] })
        else { return }
        let own = transaction.actions[transaction.next...].filter {
            calls[$0.call]?.provider == provider.id && calls[$0.call]?.isPerformedByShell($0.kind) == false
        }
        let index = transaction.delivered[provider.id, default: 1] - 1
        send(
            .perform(
                Performance(
                    action: action, transaction: transaction.id, deadline: action.deadline,
                    origin: action.isInserted ? .system : transaction.origin,
                    activationToken: transaction.activationToken, index: index, count: index + own.count,
                    announced: index == 0 ? own : [], isRepeated: isRepeated)), to: provider)
    }

    /// A provider fulfils an action, or fails it.
    mutating func complete(_ id: ActionID, _ outcome: Outcome, from caller: Caller) throws(CallError) {
        guard let transaction = transactions[of: id],
            let place = transaction.actions.firstIndex(where: { $0.id == id }),
            let provider = calls[transaction.actions[place].call].flatMap({ providers[$0.provider] })
        else {
            if isLateFulfilment(of: id, outcome, from: caller) { return }
            try require(
                !transactions.isCompleted(id), .actionAlreadyCompleted,
                "The action \(id) was fulfilled, failed, timed out or superseded before. Do not complete it again.")
            throw CallError(.unknownAction, "There is no action \(id). Use the id of the Perform signal.")
        }
        try require(
            caller.mayReport(for: provider), .unentitled, "Only the provider that received an action may complete it.")
        let action = transaction.actions[place]
        if action.progress == .delivered { return complete(action, outcome) }
        try require(
            action.early == nil, .actionAlreadyCompleted,
            "The action \(id) was fulfilled or failed before. Do not complete it again.")
        transactions.rememberEarly(outcome, ofActionAt: place, in: transaction.id)
    }

    /// Only an action that its provider has times out. The timer of an earlier action with the same id changes nothing.
    mutating func timeOut(_ id: ActionID) {
        guard let transaction = transactions[of: id], let action = transaction.current, action.id == id,
            action.progress == .delivered, let call = live(action.call), let provider = providers[call.provider]
        else { return }
        send(.timedOut(id), to: provider)
        complete(action, .timedOut)
    }

    /// The one way in which a delivered action is completed.
    mutating func complete(_ action: Action, _ outcome: Outcome) {
        guard let transaction = transactions[of: action.id], let call = live(action.call) else { return }
        let outcome = afterRestart(outcome, of: action)
        note(outcome, of: action, at: call)
        delist(action, of: transaction)
        let isResponsive = outcome != .timedOut
        if isResponsive, !call.isPerformedByShell(action.kind) {
            providers.setUnresponsive(call.provider, false)
        } else if !isResponsive, action.kind == .setHeld(true) {
            providers.setUnresponsive(call.provider, true)
        }
        switch outcome {
        case .fulfilled(let time):
            applySuccess(of: action, in: transaction, at: time == 0 ? now : time)
            transactions.advance(transaction.id)
            if let consequence = consequence(of: action) { insert([consequence], into: transaction.id) }
            lane.wake(transaction.id)
        case .failed where mustMakeWay(action, in: transaction), .timedOut where mustMakeWay(action, in: transaction):
            enforce(action, of: transaction)
        case .failed, .timedOut:
            applyFailure(of: action, in: transaction, timedOut: !isResponsive)
            // If the call that had to make room has ended, there is room.
            if action.isInserted, live(action.call) == nil {
                transactions.advance(transaction.id)
                lane.wake(transaction.id)
            } else {
                let reason = Reason.of(action.kind, timedOut: !isResponsive)
                fail(transaction, at: action, Action.Failure(reason: reason, call: action.call))
            }
        }
    }

    /// A provider did not make room although it must. The service ends the call that it did not hold; a call that it
    /// did not end is over.
    private mutating func enforce(_ action: Action, of transaction: Transaction) {
        if action.kind == .end {
            applySuccess(of: action, in: transaction, at: now)
            transactions.advance(transaction.id)
        } else {
            skip(action, of: transaction)
            insert([Action(id: freshActionID(), call: action.call, kind: .end, isInserted: true)], into: transaction.id)
        }
        lane.wake(transaction.id)
    }

    /// Drops an action that has nothing left to do. An inserted one leaves no trace, so that an app that refuses again
    /// and again to end its call does not make the transaction grow that waits for it.
    mutating func skip(_ action: Action, of transaction: Transaction) {
        delist(action, of: transaction)
        if action.isInserted {
            transactions.removeCurrent(of: transaction.id)
        } else {
            transactions.advance(transaction.id)
        }
    }

    /// Ends a transaction whose actions are all fulfilled.
    mutating func succeed(_ transaction: Transaction) {
        forget(transaction, .succeeded)
    }

    /// Ends a transaction. An undelivered action leaves its call unchanged, but an undelivered start ends its call as
    /// failed. The service undoes what made room.
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

    /// These actions will not be done. An undelivered one leaves its call unchanged, but an undelivered start ends its
    /// call as failed.
    private mutating func drop(_ actions: ArraySlice<Action>, of transaction: Transaction, _ failure: Action.Failure) {
        for action in actions { delist(action, of: transaction) }
        for action in actions where action.progress == .waiting {
            switch action.kind {
            case .start: end(action.call, as: .failed, because: failure.reason, for: failure.call)
            case .answer: ringAgain(action.call)
            case .end, .setHeld, .setMuted, .setGroup, .playDTMF: break
            }
        }
    }

    /// A call is over: settles an action that was pending for it.
    mutating func resolve(_ pending: PendingAction, _ failure: Action.Failure) {
        if pending.kind.isSatisfiedByEnd { satisfy(pending) } else { giveUp(pending, failure) }
    }

    /// The end of its call has done an action. If the action's turn has not come, this is found out when it comes.
    private mutating func satisfy(_ pending: PendingAction) {
        guard let transaction = transactions[pending.transaction], let action = transaction.current,
            action.id == pending.action
        else { return }
        skip(action, of: transaction)
        lane.wake(transaction.id)
    }

    /// An action will not be done, so its transaction fails at once. While a provider works for the transaction, the
    /// transaction is kept until that is done, so that the room which it makes can be undone.
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
        transactions.giveUp(behindCurrentOf: transaction.id, failure)
        drop(transaction.actions[(transaction.next + 1)...], of: transaction, failure)
    }

    /// An end of the call is about to be delivered. It cancels every other pending action of the call.
    private mutating func supersede(at call: CallID, by ending: TransactionID) {
        for pending in calls[call]?.pending ?? [] where pending.transaction != ending {
            switch pending.kind {
            case .end: continue
            // The end also silences the call, so a transaction that waits for the hold continues to wait.
            case .setHeld(true): satisfy(pending)
            case .start where !pending.isDelivered: return end(call, as: .failed, because: .superseded)
            case .start, .answer, .setHeld(false), .setMuted, .setGroup, .playDTMF:
                giveUp(pending, Action.Failure(reason: .superseded, call: call))
            }
        }
    }

    /// Takes an action off every list but that of its transaction.
    private mutating func delist(_ action: Action, of transaction: Transaction) {
        guard transactions.complete(action.id, of: transaction.id) else { return }
        let isDelivered = transaction.actions.contains { $0.id == action.id && $0.progress == .delivered }
        if isDelivered, action.early == nil { output.effects.append(.cancelTimer(.action(action.id))) }
        if action.restart == .survived { output.effects.append(.cancelTimer(.again(action.id))) }
        guard live(action.call) != nil else { return }
        calls.update(action.call) { call in call.pending.removeAll { $0.action == action.id } }
    }

    private mutating func forget(_ transaction: Transaction, _ result: TransactionResult) {
        if !transaction.hasFailed { complete(transaction, result) }
        transactions.remove(transaction.id)
        lane.leave(transaction.id)
    }

    /// Tells the audience of a transaction how it ended.
    private mutating func complete(_ transaction: Transaction, _ result: TransactionResult) {
        noteFailure(of: transaction, result)
        transactions.clearAudience(of: transaction.id)
        let inserted = transaction.actions.filter { $0.isInserted && $0.progress == .completed }
        for client in transaction.audience {
            output.completions.append(.transactionCompleted(client, transaction.id, result, inserted: inserted))
        }
    }
}
