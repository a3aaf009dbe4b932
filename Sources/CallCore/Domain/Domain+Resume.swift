// SPDX-License-Identifier: MIT

/// Held calls: whom they were held for, and when they come back.
extension Domain {
    /// Notes at both ends for whom a call is held.
    mutating func keep(_ held: CallID, heldFor target: CallID?) {
        if let old = calls[held]?.heldFor { calls[old]?.displaced.removeAll { $0 == held } }
        update(held) { $0.heldFor = target }
        if let target { calls[target]?.displaced.append(held) }
    }

    /// The call that others were held for is over: they may resume, or stay held for good.
    mutating func release(heldFor id: CallID, mayResume: Bool) {
        for held in calls[id]?.displaced ?? [] { letGo(held, mayResume: mayResume) }
    }

    /// A transaction has failed: who was held for what it did not do may resume.
    mutating func undoRoom(of transaction: Transaction, mayResume: Bool) {
        let undone = transaction.actions[transaction.next...].filter(\.kind.needsRoom).map(\.call)
        for done in transaction.actions[..<transaction.next] {
            guard case .setHeld(true) = done.kind, let target = live(done.call)?.heldFor, undone.contains(target) else {
                continue
            }
            letGo(done.call, mayResume: mayResume)
        }
    }

    /// A call is held for nobody any more.
    mutating func letGo(_ held: CallID, mayResume: Bool) {
        keep(held, heldFor: nil)
        if mayResume { resumable.append(held) }
    }

    /// Resumes what may be, unless somebody else has the audio: then it stays held for that one. True when there is
    /// something to settle again.
    mutating func resumeHeldCalls() -> Bool {
        resumable = resumable.filter { live($0)?.state == .held }
        // Who has the turn, or is ending, may yet leave the audio to somebody else; afterwards it is known.
        guard !resumable.isEmpty, lane.isEmpty, !occupants.contains(where: { calls[$0]?.state == .ending }) else {
            return false
        }
        for held in resumable.compactMap({ live($0) }) {
            guard let obstacle = obstacles(to: .setHeld(false), of: held).first else { continue }
            keep(held.id, heldFor: obstacle.id)
            update(held.id) {
                $0.reason = Reason.held(for: obstacle)
                $0.reasonCall = obstacle.id
            }
        }
        resumable.removeAll { calls[$0]?.heldFor != nil }
        guard let first = resumable.first.flatMap({ live($0) }) else { return false }
        let group = resumable.filter { live($0)?.group == first.group && live($0)?.provider == first.provider }
        resumable.removeAll { group.contains($0) }
        beginInserted(.setHeld(false), of: group, because: .resumed)
        return true
    }

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
            move(call.id, to: .active, because: .resumedByProvider)
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

    private mutating func move(_ id: CallID, to state: Call.State, because reason: Reason) {
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
        let others = obstacles(to: .setHeld(false), of: call)
        if let first = others.first, others.allSatisfy({ comesBefore(call, $0) }) {
            beginInserted(.setHeld(false), of: [call.id], because: .hasPriority, for: first.id)
        } else if canHold(call) {
            beginInserted(.setHeld(true), of: [call.id], because: .heldForOwner, for: others.first?.id)
        } else {
            beginInserted(.end, of: [call.id], because: .endedForOwner, for: others.first?.id)
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
    private mutating func takeFreeAudio(_ call: Call) -> Bool {
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

    /// A transaction of the registry's own.
    mutating func beginInserted(
        _ kind: Action.Kind, of calls: [CallID], because cause: Reason, for causeCall: CallID? = nil
    ) {
        var actions: [Action] = []
        for call in calls { actions.append(Action(id: ids.next(), call: call, kind: kind, isInserted: true)) }
        begin(actions, origin: .system, requester: nil, because: cause, for: causeCall)
    }
}
