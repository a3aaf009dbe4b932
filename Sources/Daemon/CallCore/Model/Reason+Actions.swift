// SPDX-License-Identifier: MIT

extension Reason {
    /// The reason of a transaction that fails with this action.
    static func of(_ kind: ActionKind, timedOut: Bool) -> Reason {
        switch kind {
        case .start: timedOut ? .startTimedOut : .startFailed
        case .answer: timedOut ? .answerTimedOut : .answerFailed
        case .end: timedOut ? .endTimedOut : .endFailed
        case .setHeld(true): timedOut ? .holdTimedOut : .holdFailed
        case .setHeld(false): timedOut ? .resumeTimedOut : .resumeFailed
        case .setMuted: timedOut ? .muteTimedOut : .muteFailed
        case .setGroup: timedOut ? .groupTimedOut : .groupFailed
        case .playDTMF: timedOut ? .dtmfTimedOut : .dtmfFailed
        }
    }

    /// The reason of a call that is held to make room for this action; nil = for none.
    static func held(for kind: ActionKind?) -> Reason {
        switch kind {
        case .start: .heldForStart
        case .answer: .heldForAnswer
        case .setHeld(false): .heldForResume
        case .setGroup: .heldForGroup
        case nil, .end, .setHeld(true), .setMuted, .playDTMF: .heldByRequest
        }
    }

    /// The reason of a call that stays held for one that has the audio already. It depends on how that call got the
    /// audio.
    static func held(for owner: Call) -> Reason {
        let resumed: Set<Reason> = [.resumed, .resumedByRequest, .resumedForGroup, .resumedByProvider, .hasPriority]
        if let reason = owner.reason, resumed.contains(reason) { return .heldForResume }
        return owner.outgoing ? .heldForStart : .heldForAnswer
    }

    /// The reason of a call that is ended to make room for this action; nil = for none.
    static func ended(for kind: ActionKind?) -> Reason {
        switch kind {
        case .start: .endedForStart
        case .answer: .endedForAnswer
        case .setHeld(false): .endedForResume
        case .setGroup: .endedForGroup
        case nil, .end, .setHeld(true), .setMuted, .playDTMF: .endedByRequest
        }
    }
}
