// SPDX-License-Identifier: MIT

@testable import CallCore

/// The rules that say which event may change the state of which call.
extension Step {
    /// The action that the event completes, and its outcome.
    var completion: (action: Action, outcome: Outcome)? {
        let (id, outcome): (ActionID, Outcome)
        switch event {
        case .command(.complete(let action, let said), _): (id, outcome) = (action, said)
        case .timerFired(.action(let action)): (id, outcome) = (action, .timedOut)
        default: return nil
        }
        guard let transaction = before.transactions.ofAction[id].flatMap({ before.transactions[$0] }),
            let action = transaction.actions.first(where: { $0.id == id })
        else { return nil }
        return (action, isPresumed(action, outcome) ? .fulfilled(at: 0) : outcome)
    }

    /// Whether a failure counts as fulfilment: after a restart the app was told twice, or its call is most likely over.
    private func isPresumed(_ action: Action, _ outcome: Outcome) -> Bool {
        guard outcome == .failed, action.progress == .delivered else { return false }
        return action.restart == .repeated || action.restart == .survived && action.kind == .end
    }

    /// Whether the call is a start that no app had received before the event.
    func isUndeliveredStart(_ call: Call) -> Bool {
        guard let old = before.calls[call.id] else { return true }
        return old.pending.contains { $0.kind.word == .startCall && !$0.isDelivered }
    }

    func mayEnd(_ call: Call) -> Bool {
        if isUndeliveredStart(call) || wasEarly(call, [.endCall, .startCall, .answerCall]) { return true }
        switch event {
        case .command(.reportEnded(let id, _, _), _): return id == call.id
        case .clientLost(let client): return before.providers[call.provider]?.client == client
        case .command(.invalidate(let identifier), _):
            return before.providers[call.provider]?.identifier == identifier
        case .reset: return true
        default: break
        }
        guard let (action, outcome) = completion, action.call == call.id else { return false }
        switch (action.kind, outcome) {
        case (.end, _): return true
        case (.start, .failed), (.start, .timedOut), (.answer, .failed), (.answer, .timedOut): return true
        default: return false
        }
    }

    /// Whether the reason of the call is the one that the event gives it.
    func endedTruly(_ call: Call) -> Bool {
        guard let reason = call.reason else { return false }
        if isUndeliveredStart(call) || wasEarly(call, [.endCall, .startCall, .answerCall]) { return true }
        switch event {
        case .command(.reportEnded, _): return reason == .endedByProvider
        case .clientLost: return reason == .providerLost
        case .command(.invalidate, _): return reason == .providerInvalidated
        case .reset: return reason == .registryReset
        default: break
        }
        guard let (action, outcome) = completion else { return false }
        let room: Set<Reason> = [.endedForStart, .endedForAnswer, .endedForResume, .endedForGroup]
        let wishes: Set<Reason> = [
            .endedByRequest, .endedForOwner, .endedForEmergency, .ringTimedOut, .connectTimedOut,
        ]
        switch (action.kind, outcome) {
        case (.end, .fulfilled): return room.contains(reason) || wishes.contains(reason)
        // In an emergency the call ends although the app fails the action.
        case (.end, .failed): return reason == .endFailed || room.contains(reason) || wishes.contains(reason)
        case (.end, .timedOut): return reason == .endTimedOut || room.contains(reason) || wishes.contains(reason)
        case (.start, _), (.answer, _): return reason == Reason.of(action.kind, timedOut: outcome == .timedOut)
        case (.setHeld, _), (.setMuted, _), (.setGroup, _), (.playDTMF, _): return false
        }
    }

    /// An app may have completed an action before its turn. Then its delivery completes it.
    func wasEarly(_ call: Call, _ words: Set<ActionWord>) -> Bool {
        before.transactions.values.contains { transaction in
            transaction.actions.contains { $0.call == call.id && $0.early != nil && words.contains($0.kind.word) }
        }
    }

    var movesAsTold: Bool {
        for (id, new) in after.calls.known {
            guard let old = before.calls[id], old.state != new.state else { continue }
            guard mayMove(old, new) else { return false }
        }
        return true
    }

    private func mayMove(_ old: Call, _ new: Call) -> Bool {
        let done = completion.flatMap { $0.action.call == new.id ? $0 : nil }
        switch (old.state, new.state) {
        case (.incoming, .connecting): return isTold(new, .answer)
        case (_, .ending): return isTold(new, .end)
        case (.connecting, .active):
            if case (let action, .fulfilled)? = done, action.kind == .answer { return true }
            return isConnected(new)
        case (.dialing, .connecting):
            guard case .command(.reportConnecting, _) = event else {
                return isReported(new, as: .connecting) || early(old).connectingAt != nil && isStarted(new)
            }
            return true
        case (.dialing, .active): return isConnected(new) || early(old).connectedAt != nil && isStarted(new)
        case (.incoming, .held), (.dialing, .held), (.connecting, .held): return isReported(new, as: .held)
        case (.active, .held) where isFollowed(new, onHold: true),
            (.held, .active) where isFollowed(new, onHold: false):
            return true
        case (.active, .held):
            if case (let action, .fulfilled)? = done, action.kind == .setHeld(true) { return true }
            return wasEarly(old, [.setHeld])
        case (.held, .active):
            if case (let action, .fulfilled)? = done, action.kind == .setHeld(false) { return true }
            return wasEarly(old, [.setHeld])
        case (.incoming, .active): return wasEarly(old, [.answerCall]) || isReported(new, as: .active)
        case (.ending, _):
            // Back to its old state, because the provider failed the end.
            if case (let action, .failed)? = done, action.kind == .end {
                return new.state == before.calls.stateBeforeEnding[old.id]
            }
            return wasEarly(old, [.endCall])
        default: return false
        }
    }

    /// A provider reports a known call again.
    private func isReported(_ call: Call, as state: CallState) -> Bool {
        guard case .command(.reportExisting(_, let id, let report), _) = event else { return false }
        return id == call.id && report.state == state
    }

    /// A provider reports that it has held or resumed the call by itself.
    private func isFollowed(_ call: Call, onHold: Bool) -> Bool {
        if isReported(call, as: onHold ? .held : .active) { return true }
        guard case .command(.reportUpdated(let id, let update), _) = event, id == call.id else { return false }
        return update.onHold == onHold && after.providers[call.provider]?.configuration.holdsImplicitly == true
    }

    private func isConnected(_ call: Call) -> Bool {
        guard case .command(.reportConnected(let id, _), _) = event else { return isReported(call, as: .active) }
        return id == call.id
    }

    /// What the provider reported before the start of the call was delivered.
    private func early(_ call: Call) -> EarlyReports { before.calls.earlyReports(of: call.id) }

    private func isStarted(_ call: Call) -> Bool {
        wasEarly(call, [.startCall])
            || response.effects.contains {
                if case .send(_, _, .perform(let task)) = $0 {
                    task.action.call == call.id && task.action.kind.word == .startCall
                } else {
                    false
                }
            }
    }

    private func isTold(_ call: Call, _ kind: ActionKind) -> Bool {
        response.effects.contains {
            if case .send(_, _, .perform(let task)) = $0 {
                task.action.call == call.id && task.action.kind == kind
            } else {
                false
            }
        }
    }
}
