// SPDX-License-Identifier: MIT

/// What a completed action changes at its call.
extension Domain {
    mutating func applySuccess(of action: Action, in transaction: Transaction, at time: Time) {
        switch action.kind {
        case .start:
            update(action.call) {
                $0.startedAt = time
                $0.isAudioReady = true
            }
        case .answer:
            update(action.call) {
                $0.state = .active
                $0.connectedAt = time
                $0.isAudioReady = true
                $0.reason = .answered
                $0.reasonCall = nil
            }
        case .end: endByAction(action, in: transaction, at: time)
        case .setHeld(true): hold(action, in: transaction)
        case .setHeld(false): resume(action)
        case .setMuted(let muted): update(action.call) { $0.muted = muted }
        case .setGroup(let other): regroup(action.call, with: other)
        case .playDTMF: break
        }
        reconcileAudio()
    }

    mutating func applyFailure(of action: Action, timedOut: Bool) {
        let reason = Reason.of(action.kind, timedOut: timedOut)
        switch action.kind {
        case .start, .answer: end(action.call, as: .failed, because: reason)
        case .end: if timedOut { end(action.call, as: .localEnded, because: reason) } else { goBack(action.call) }
        case .setHeld(true):
            if timedOut, let call = calls[action.call] { providers[call.provider]?.isUnresponsive = true }
            settleUnheld(action)
        case .setHeld(false): leaveAudio(action.call)
        case .setMuted, .setGroup, .playDTMF: break
        }
    }

    private mutating func hold(_ action: Action, in transaction: Transaction) {
        let purpose = purpose(of: action, in: transaction)
        update(action.call) {
            $0.state = .held
            $0.reason = Reason.held(for: purpose?.kind)
            $0.reasonCall = purpose?.call
            $0.heldFor = purpose?.call
        }
        if let target = purpose?.call { calls[target]?.displaced.append(action.call) }
        leaveAudio(action.call)
    }

    private mutating func resume(_ action: Action) {
        update(action.call) {
            $0.state = .active
            $0.isAudioReady = true
            $0.reason = action.isInserted ? .resumed : .resumedByRequest
            $0.reasonCall = nil
            $0.heldFor = nil
        }
    }

    private mutating func endByAction(_ action: Action, in transaction: Transaction, at time: Time) {
        let purpose = action.isInserted ? purpose(of: action, in: transaction) : nil
        end(
            action.call, as: .localEnded, because: Reason.ended(for: purpose?.kind), for: purpose?.call, at: time)
    }

    /// A provider refused to end a call. One whose start or answer the end has cancelled has nothing to go back to.
    private mutating func goBack(_ id: CallID) {
        guard let call = live(id), call.state == .ending else { return }
        switch call.stateBeforeEnding {
        case .incoming:
            update(id) { $0.state = .incoming }
        case .active:
            update(id) { $0.state = .active }
        case .held:
            update(id) { $0.state = .held }
            leaveAudio(id)
        case .dialing, .connecting:
            guard call.isAudioReady else { return end(id, as: .failed, because: .endFailed) }
            update(id) { $0.state = call.stateBeforeEnding }
        case .ending, .ended:
            break
        }
        wakeWaiters(for: id)
    }

    /// What this hold or end is for: the next thing in its transaction that needs the room.
    private func purpose(of action: Action, in transaction: Transaction) -> Action? {
        guard let transaction = transactions[transaction.id] else { return nil }
        return transaction.actions[(transaction.next + 1)...].first { later in
            guard later.call != action.call, !later.isInserted || later.kind.takesAudio else { return false }
            if case .setGroup = later.kind { return action.isInserted }
            return later.kind.takesAudio
        }
    }
}
