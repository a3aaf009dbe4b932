// SPDX-License-Identifier: MIT

/// Calls that talk without having been given the audio: they were there before the registry, or their provider has resumed
/// them by itself.
extension Domain {
    /// A call that goes on while the registry is new.
    mutating func join(_ call: Call) {
        switch call.state {
        case .incoming: startRinging(call)
        case .dialing, .connecting, .active: meet(call)
        case .held, .ending, .ended: break
        }
    }

    /// A provider that holds by itself has held or resumed a call.
    mutating func follow(_ call: Call, onHold: Bool) {
        switch (call.state, onHold) {
        case (.active, true):
            move(call.id, to: .held, because: .heldByProvider)
            rest(call)
        case (.held, false):
            let disturbs =
                waitingCalls.contains { $0 != call.id } || !obstacles(to: .setHeld(false), of: call).isEmpty
            move(call.id, to: .active, because: .resumedByProvider)
            update(call.id) { $0.resumptions = disturbs ? min($0.resumptions + 1, 2) : 0 }
            keep(call.id, heldFor: nil)
            if let call = live(call.id) { meet(call) }
        // What it was told to do about an ending call counts.
        case (.active, false), (.held, true), (.ending, _), (.incoming, _), (.dialing, _), (.connecting, _),
            (.ended, _):
            break
        }
    }

    /// A call that was held by its provider leaves the audio; one that is told to resume keeps its place.
    private mutating func rest(_ call: Call) {
        guard call.pending.contains(where: { $0.kind == .setHeld(false) && $0.isDelivered }) else {
            return leaveAudio(call.id)
        }
        update(call.id) { $0.isAudioReady = false }
        reconcileAudio()
    }

    private mutating func move(_ id: CallID, to state: CallState, because reason: Reason) {
        update(id) {
            $0.state = state
            $0.reason = reason
            $0.reasonCall = nil
        }
    }

    /// A call that talks already meets those that have the audio: it takes it when it is free or theirs to give, else it
    /// is told to hold, or to end where it cannot.
    private mutating func meet(_ call: Call) {
        if takeFreeAudio(call) { return }
        intrude(call)
        // A provider that changes its mind again and again has one thing to do, not one for each time.
        guard !isToldAlready(call) else { return }
        let others = obstacles(to: .setHeld(false), of: call)
        if let first = others.first, others.allSatisfy({ comesBefore(call, $0) }) {
            beginInserted(.setHeld(false), of: [call.id], because: .hasPriority, for: first.id)
        } else if canHold(call) {
            beginInserted(.setHeld(true), of: [call.id], because: .heldForOwner, for: others.first?.id)
        } else {
            beginInserted(.end, of: [call.id], because: .endedForOwner, for: others.first?.id)
        }
    }

    private func isToldAlready(_ call: Call) -> Bool {
        call.pending.contains { pending in
            switch transactions[pending.transaction]?.cause {
            case .heldForOwner, .endedForOwner, .hasPriority: true
            default: false
            }
        }
    }

    /// What a call comes before has not made way for it, or another has been quicker.
    mutating func meetAgain(_ transaction: Transaction) {
        guard let call = transaction.actions.last.flatMap({ live($0.call) }), call.intrudes, call.state != .ending
        else {
            return
        }
        meet(call)
    }

    /// Gives the audio to a call that talks already, if no other group has it.
    mutating func takeFreeAudio(_ call: Call) -> Bool {
        guard call.occupiesAudio || obstacles(to: .setHeld(false), of: call).isEmpty else { return false }
        enterAudio(call.id)
        update(call.id) { $0.isAudioReady = true }
        reconcileAudio()
        return true
    }

    /// An active call that could not be held, and has no audio: it takes it if it is free now, else it must end, for
    /// nobody may talk unheard of.
    mutating func settleUnheld(_ action: Action) {
        guard let call = live(action.call), call.state == .active, !call.occupiesAudio, !takeFreeAudio(call) else {
            return
        }
        let others = obstacles(to: .setHeld(false), of: call)
        let takesOver = others.allSatisfy { outranks(call, $0) }
        beginInserted(
            takesOver ? .setHeld(false) : .end, of: [call.id], because: takesOver ? .hasPriority : .endedForOwner,
            for: others.first?.id)
    }

    /// A call talks although another has the audio: it is in everybody's way until it is held, has ended or has its turn.
    private mutating func intrude(_ call: Call) {
        guard !call.intrudes else { return }
        intruders.append(call.id)
        update(call.id) { $0.intrudes = true }
    }

    mutating func retreat(_ id: CallID) {
        guard calls[id]?.intrudes == true else { return }
        intruders.removeAll { $0 == id }
        update(id) { $0.intrudes = false }
    }
}
