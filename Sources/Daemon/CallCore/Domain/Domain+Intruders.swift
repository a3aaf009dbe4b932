// SPDX-License-Identifier: MIT

/// Calls that talk although the service did not give them the audio: they are older than the service, or their
/// provider resumed them by itself.
extension Domain {
    /// A live call that the service did not know joins the others.
    mutating func join(_ call: Call) {
        switch call.state {
        case .incoming: startRinging(call)
        case .dialing, .connecting, .active: if !call.isObserved { meet(call) }
        case .held, .ending, .ended: break
        }
    }

    /// A provider that holds by itself has held or resumed a call.
    mutating func follow(_ call: Call, onHold: Bool) {
        switch (call.state, onHold) {
        case (.active, true):
            move(call.id, to: .held, because: .heldByProvider)
            followHold(call)
        case (.held, false):
            let disturbs =
                waitingCalls.contains { $0 != call.id } || !obstacles(to: .setHeld(false), of: call).isEmpty
            move(call.id, to: .active, because: .resumedByProvider)
            if disturbs {
                occupancy.countResumption(of: call.id)
            } else {
                occupancy.forgetResumptions(of: call.id)
            }
            keep(call.id, heldFor: nil)
            if let call = live(call.id) { join(call) }
        // An ending call follows the end-call action only.
        case (.active, false), (.held, true), (.ending, _), (.incoming, _), (.dialing, _), (.connecting, _),
            (.ended, _):
            break
        }
    }

    /// A call that its provider holds leaves the audio. A call that is told to resume keeps its place.
    private mutating func followHold(_ call: Call) {
        guard call.pending.contains(where: { $0.kind == .setHeld(false) && $0.isDelivered }) else {
            return leaveAudio(call.id)
        }
        occupancy.setUnready(call.id)
        reconcileAudio()
    }

    private mutating func move(_ id: CallID, to state: CallState, because reason: Reason) {
        calls.update(id) {
            $0.state = state
            $0.noteMove(because: reason)
        }
    }

    /// A call that talks already meets the calls that have the audio. It takes the audio if the audio is free or the
    /// call comes first. If not, it is told to hold, or to end if it cannot be held.
    private mutating func meet(_ call: Call) {
        if takeFreeAudio(call) { return }
        occupancy.intrude(call.id)
        // A provider that changes its mind repeatedly gets one action, not one each time.
        guard !hasIntruderAction(call) else { return }
        let others = obstacles(to: .setHeld(false), of: call)
        let owner = others.first?.id ?? occupancy.occupants.first
        if let first = others.first, others.allSatisfy({ comesBefore(call, $0) }) {
            beginInserted(.setHeld(false), of: [call.id], because: .hasPriority, for: first.id)
        } else if canHold(call) {
            beginInserted(.setHeld(true), of: [call.id], because: .heldForOwner, for: owner)
        } else {
            beginInserted(.end, of: [call.id], because: .endedForOwner, for: owner)
        }
    }

    private func hasIntruderAction(_ call: Call) -> Bool {
        call.pending.contains { pending in
            switch transactions[pending.transaction]?.cause {
            case .heldForOwner, .endedForOwner, .hasPriority: true
            default: false
            }
        }
    }

    /// The calls that come after this one did not make room for it, or another call was faster.
    mutating func meetAgain(_ transaction: Transaction) {
        guard let call = transaction.actions.last.flatMap({ live($0.call) }), occupancy.intrudes(call.id),
            call.state != .ending
        else { return }
        meet(call)
    }

    /// Gives the audio to a call that talks already, if no other group has it.
    mutating func takeFreeAudio(_ call: Call) -> Bool {
        guard occupancy.occupies(call.id) || obstacles(to: .setHeld(false), of: call).isEmpty && !mayBeSeparated(call)
        else { return false }
        enterAudio(call.id)
        occupancy.setReady(call.id)
        reconcileAudio()
        return true
    }

    /// Whether the app is about to separate the call from the calls that have the audio. The service has already
    /// decided which members are held for that.
    private func mayBeSeparated(_ call: Call) -> Bool {
        guard !occupancy.isAlone(call.id), let provider = providers[call.provider] else { return false }
        return provider.configuration.holdsImplicitly != true && isRegrouping(provider)
    }

    /// An active call without audio could not be held. It takes the audio if the audio is free now; if not, it must
    /// end, because no call may talk without the audio.
    mutating func settleUnheld(_ action: Action) {
        guard let call = live(action.call), call.state == .active, !call.isObserved, !occupancy.occupies(call.id),
            !takeFreeAudio(call)
        else { return }
        let others = obstacles(to: .setHeld(false), of: call)
        let takesOver = others.allSatisfy {
            (outranks(call, $0) || !call.supports.ending) && mayMakeWay($0, for: call)
        }
        beginInserted(
            takesOver ? .setHeld(false) : .end, of: [call.id], because: takesOver ? .hasPriority : .endedForOwner,
            for: others.first?.id)
    }
}
