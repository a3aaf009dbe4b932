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

    /// Why a call is held so that this can be done to another; nil when that needs no room.
    static func held(for kind: ActionKind?) -> Reason {
        switch kind {
        case .start: .heldForStart
        case .answer: .heldForAnswer
        case .setHeld(false): .heldForResume
        case .setGroup: .heldForGroup
        case nil, .end, .setHeld(true), .setMuted, .playDTMF: .heldByRequest
        }
    }

    /// Why a call stays held for one that has the audio already: by what that one got it.
    static func held(for owner: Call) -> Reason {
        let resumed: Set<Reason> = [.resumed, .resumedByRequest, .resumedForGroup, .resumedByProvider, .hasPriority]
        if let reason = owner.reason, resumed.contains(reason) { return .heldForResume }
        return owner.outgoing ? .heldForStart : .heldForAnswer
    }

    /// Why a call is ended so that this can be done to another.
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
