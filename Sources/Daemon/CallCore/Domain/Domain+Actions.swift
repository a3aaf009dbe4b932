// SPDX-License-Identifier: MIT

/// The changes that a completed action makes at its call.
extension Domain {
    mutating func applySuccess(of action: Action, in transaction: Transaction, at time: Time) {
        switch action.kind {
        case .start:
            calls.update(action.call) { $0.startedAt = time }
            occupancy.setReady(action.call)
        case .answer:
            let connectedAt = calls[action.call].map { connectTime(of: $0, time) } ?? now
            calls.update(action.call) {
                $0.state = .active
                $0.connectedAt = connectedAt
                $0.noteMove(because: .answered)
            }
            occupancy.setReady(action.call)
        case .end: endByAction(action, in: transaction, at: time)
        case .setHeld(true): hold(action, in: transaction)
        case .setHeld(false): resume(action, in: transaction)
        case .setMuted(let muted): calls.update(action.call) { $0.muted = muted }
        case .setGroup(let other): regroup(action.call, with: other)
        case .playDTMF(let digits, _): calls.update(action.call) { if $0.postDial == digits { $0.postDial = "" } }
        }
        reconcileAudio()
    }

    mutating func applyFailure(of action: Action, in transaction: Transaction, timedOut: Bool) {
        let reason = Reason.of(action.kind, timedOut: timedOut)
        switch action.kind {
        case .start, .answer: end(action.call, as: .failed, because: reason)
        case .end:
            guard timedOut else { return goBack(action.call) }
            end(action.call, as: endedReason(in: transaction), because: reason)
        case .setHeld(true):
            if !timedOut { calls.update(action.call) { $0.holdRefused = true } }
            settleUnheld(action)
        case .setHeld(false): stayUnheld(action.call)
        case .setMuted, .setGroup, .playDTMF: break
        }
    }

    private mutating func hold(_ action: Action, in transaction: Transaction) {
        // A request to hold a held call wants it to stay held. A provider that holds by itself may just be early.
        let wasHeld = calls[action.call]?.state == .held && calls[action.call]?.reason != .heldByProvider
        let purpose = wasHeld ? nil : purpose(of: action, in: transaction)
        calls.update(action.call) {
            $0.state = .held
            $0.holdRefused = false
            $0.reason = purpose.map { Reason.held(for: $0.kind) } ?? transaction.cause ?? .heldByRequest
            $0.reasonCall = purpose?.call ?? transaction.causeCall
        }
        occupancy.forbidResuming(action.call)
        if let failure = purpose?.failure {
            letGo(action.call, mayResume: failure.mayResume)
        } else {
            keep(action.call, heldFor: purpose?.call)
        }
        leaveAudio(action.call)
    }

    private mutating func resume(_ action: Action, in transaction: Transaction) {
        occupancy.setReady(action.call)
        calls.update(action.call) {
            // A call that takes the audio by its priority was not held.
            if $0.state == .held { $0.state = .active }
            $0.reason = transaction.cause ?? (action.isInserted ? .groupedByRequest : .resumedByRequest)
            // The call that it was held for remains the reason for its return.
            if transaction.cause != .resumed { $0.reasonCall = transaction.causeCall }
        }
        keep(action.call, heldFor: nil)
        // Its place may have gone to a call that left its group meanwhile.
        if let call = live(action.call), !occupancy.occupies(call.id) { join(call) }
    }

    /// The provider did not resume a call. A held call stays held; a call that was not held talks anyway.
    private mutating func stayUnheld(_ id: CallID) {
        guard let call = live(id) else { return }
        if call.state == .held { return leaveAudio(id) }
        occupancy.setReady(id)
        reconcileAudio()
    }

    private mutating func endByAction(_ action: Action, in transaction: Transaction, at time: Time) {
        let purpose = purpose(of: action, in: transaction)
        end(
            action.call, as: endedReason(in: transaction),
            because: purpose.map { Reason.ended(for: $0.kind) } ?? transaction.cause ?? .endedByRequest,
            for: purpose?.call ?? transaction.causeCall, at: time)
    }

    private func endedReason(in transaction: Transaction) -> EndedReason {
        let isMissed = [.ringTimedOut, .connectTimedOut, .endedForEmergency].contains(transaction.cause)
        return isMissed ? .unanswered : .localEnded
    }

    /// A provider refused to end a call. A call that was on its way to the audio has no state to return to: the end has
    /// cancelled its start, answer or un-hold, or it was reported while another call had the audio.
    private mutating func goBack(_ id: CallID) {
        guard let call = live(id), call.state == .ending else { return }
        let talksRightly = occupancy.isReady(id) || call.isObserved
        switch calls.stateBeforeEnding[id] {
        case .held where !occupancy.occupies(id) && !occupancy.intrudes(id), .dialing where talksRightly,
            .connecting where talksRightly, .active where talksRightly:
            calls.returnFromEnding(id)
        case .incoming:
            if let emergencyCall, !call.emergency, call.supports.ending {
                return end(id, as: .unanswered, because: .endedForEmergency, for: emergencyCall)
            }
            calls.returnFromEnding(id)
            startRinging(call)
            if let emergencyCall { silenceRinging(for: emergencyCall) }
        case nil, .dialing, .connecting, .active, .held, .ending, .ended:
            return end(id, as: .failed, because: .endFailed)
        }
        lane.wakeWaiters(for: id)
    }

    /// The action that this hold, or inserted end, makes room for: the next one in its transaction that needs the room.
    func purpose(of action: Action, in transaction: Transaction) -> Action? {
        switch action.kind {
        case .setHeld(true): break
        case .end: guard action.isInserted else { return nil }
        case .start, .answer, .setHeld(false), .setMuted, .setGroup, .playDTMF: return nil
        }
        guard let transaction = transactions[transaction.id] else { return nil }
        return transaction.actions[(transaction.next + 1)...].first { later in
            guard later.call != action.call, !later.isInserted || later.kind.takesAudio else { return false }
            if case .setGroup = later.kind { return action.isInserted }
            return later.kind.takesAudio
        }
    }
}
