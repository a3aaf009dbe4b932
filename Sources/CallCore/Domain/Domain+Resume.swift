// SPDX-License-Identifier: MIT

/// Held calls: whom they were held for, and when they come back.
extension Domain {
    /// The call that others were held for is over, or will not take the audio: they may resume, or stay held for good.
    mutating func release(heldFor call: Call, mayResume: Bool) {
        for held in calls[call.id]?.displaced ?? call.displaced where live(held)?.heldFor == call.id {
            update(held) { $0.heldFor = nil }
            if mayResume { resumable.append(held) }
        }
        calls[call.id]?.displaced = []
    }

    /// Resumes what may be, unless somebody has the audio or is about to: then it stays held for that one. True when
    /// there is something to settle again.
    mutating func resumeHeldCalls() -> Bool {
        resumable = resumable.filter { live($0)?.state == .held }
        guard !resumable.isEmpty else { return false }
        if let taker = occupants.first ?? waitingCalls.first {
            retarget(to: taker)
            return false
        }
        // A hold or a change of groups has its turn; the calls are looked at again after it.
        guard lane.isEmpty, let first = live(resumable[0]) else { return false }
        let group = resumable.filter { live($0)?.group == first.group && live($0)?.provider == first.provider }
        resumable = []
        beginInserted(.setHeld(false), of: group)
        return true
    }

    private mutating func retarget(to taker: CallID) {
        for held in resumable where held != taker {
            update(held) { $0.heldFor = taker }
            calls[taker]?.displaced.append(held)
        }
        resumable = []
    }

    /// A call that goes on while the registry is new: it takes the audio if nobody has it, else it is told to hold,
    /// or to end where it cannot.
    mutating func join(_ call: Call) {
        switch call.state {
        case .incoming: startRinging(call)
        case .dialing, .connecting, .active:
            let others = occupants.compactMap { live($0) }
            if others.contains(where: { $0.group != call.group || $0.provider != call.provider }) {
                return makeWay(call)
            }
            enterAudio(call.id)
            update(call.id) { $0.isAudioReady = true }
            reconcileAudio()
        case .held, .ending, .ended: break
        }
    }

    private mutating func makeWay(_ call: Call) {
        let canHold = call.state == .active && call.supports.holding
        beginInserted(canHold ? .setHeld(true) : .end, of: [call.id])
    }

    /// An active call that never had the audio and is not held either must end: nobody may talk unheard of.
    mutating func settleUnheld(_ action: Action) {
        guard let call = live(action.call), call.state == .active, !call.occupiesAudio else { return }
        beginInserted(.end, of: [call.id])
    }

    /// A transaction of the registry's own.
    mutating func beginInserted(_ kind: Action.Kind, of calls: [CallID]) {
        var actions: [Action] = []
        for call in calls { actions.append(Action(id: ids.next(), call: call, kind: kind, isInserted: true)) }
        begin(actions, origin: .system, requester: nil)
    }
}
