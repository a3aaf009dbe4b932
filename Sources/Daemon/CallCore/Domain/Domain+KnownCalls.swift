// SPDX-License-Identifier: MIT

/// Reports about calls that the service knows. A provider repeats a report if it got no reply. The repeated report is
/// harmless, and counts as the fulfilment of an action that asks for the reported state.
extension Domain {
    /// A provider reports how a live call stands. Legal in every state of the call. Facts that only a new call needs
    /// (its direction, its group, the call that it is held for) stay as they are.
    mutating func update(_ call: Call, with report: ExistingCall) {
        apply(report.update, to: call.id)
        if let muted = report.muted { update(call, muted: muted) }
        switch report.state {
        // The service knows the same or more.
        case .incoming, .dialing, .ending, .ended: break
        case .connecting where !call.isWaitingToStart: startConnecting(call, at: 0)
        case .connecting: break
        case .active, .held:
            becomeConnected(call, as: report.state, at: report.connectedAt == 0 ? now : report.connectedAt)
            if let call = live(call.id) { update(call, onHold: report.state == .held) }
            if call.hasAudio, report.state == .active { activateAgain(call) }
        }
        if let emergencyCall { silenceRinging(for: emergencyCall) }
    }

    /// Both ends of the call can talk, perhaps unknown to the service. An action that is not delivered yet gets its
    /// turn all the same.
    private mutating func becomeConnected(_ call: Call, as state: CallState, at time: Time) {
        switch call.state {
        case .incoming where !call.isAnswered:
            stopRinging(call.id)
            calls.update(call.id) {
                $0.state = state
                $0.connectedAt = time
                $0.noteMove(because: state == .held ? .heldByProvider : .answered)
            }
            if let call = live(call.id) { join(call) }
        case .connecting: connect(call, at: time)
        case .dialing where !call.isWaitingToStart: connect(call, at: time)
        case .ending: connect(call, at: time)
        case .incoming, .dialing, .active, .held, .ended: break
        }
    }

    private mutating func update(_ call: Call, onHold: Bool) {
        switch call.state {
        case .active, .held:
            if fulfil(.setHeld, of: call.id, at: now, where: { $0 == .setHeld(onHold) }) { return }
            follow(call, onHold: onHold)
        case .incoming, .dialing, .connecting, .ending, .ended: break
        }
    }

    mutating func update(_ call: Call, muted: Bool) {
        if fulfil(.setMuted, of: call.id, at: now, where: { $0 == .setMuted(muted) }) { return }
        if call.muted != muted { calls.update(call.id) { $0.muted = muted } }
    }

    /// Fulfils the actions of this kind that the provider has, because its report shows that it has done them. Returns
    /// false if there is none.
    @discardableResult
    mutating func fulfil(
        _ word: ActionWord, of id: CallID, at time: Time, where isDone: (ActionKind) -> Bool = { _ in true }
    ) -> Bool {
        var isFulfilled = false
        for pending in live(id)?.pending ?? [] where pending.isDelivered && pending.kind.word == word {
            guard isDone(pending.kind), let call = live(id), let action = transactions[pending.transaction]?.current,
                action.id == pending.action
            else { continue }
            complete(action, .fulfilled(at: time))
            transactions.noteReport(of: action.id, by: call.provider)
            isFulfilled = true
        }
        return isFulfilled
    }

    /// Whether a provider fulfils an action that its report has fulfilled. It may do both in either order.
    func isLateFulfilment(of action: ActionID, _ outcome: Outcome, from caller: Caller) -> Bool {
        guard case .fulfilled = outcome, let provider = transactions.reporter(of: action).flatMap({ providers[$0] })
        else { return false }
        return caller.mayReport(for: provider)
    }

    /// Whether a provider reports the end of a call that has ended already.
    func isRepeatedEnd(of id: CallID, from caller: Caller) -> Bool {
        guard live(id) == nil, let provider = calls.former(id).flatMap({ providers[$0.provider] }) else {
            return false
        }
        return caller.mayReport(for: provider)
    }
}

extension Call {
    /// Whether its provider has not received its start-call action yet.
    var isWaitingToStart: Bool { pending.contains { $0.kind.word == .startCall && !$0.isDelivered } }
}

/// Calls that ended because their provider was lost. The call itself may go on: then the provider registers again, and
/// reports it under the same id.
extension Domain {
    /// The ended call of this id, if this provider is the lost one that is back: it has the same identifier and app.
    /// Whether the same account registered it, the registration has checked.
    func lostCall(_ id: CallID, of provider: Provider) -> Call? {
        guard let ended = stories.endedCall(id), ended.call.reason == .providerLost,
            // The loss of another provider also ends calls, and then names a call of it.
            ended.call.reasonCall == nil,
            // An id may be used again before the last call with it is forgotten.
            calls[id] == nil, screenings[id] == nil,
            ended.story.provider == provider.identifier, ended.story.app == provider.app
        else { return nil }
        return ended.call
    }

    /// The call goes on, so it is not among the ended ones any more. The directory, which may have taken the end,
    /// replaces it by the later one.
    mutating func withdrawEnd(of id: CallID) { stories.forgetEnded(id) }

    /// A call that rang when its provider was lost rings again, so it did not end then.
    mutating func withdrawLoss(of id: CallID, _ provider: Provider) {
        if let lost = lostCall(id, of: provider), !lost.hasConnected { withdrawEnd(of: id) }
    }
}
