// SPDX-License-Identifier: MIT

/// The one table of state × action: the requests that a call accepts, and the buttons that a shell may offer.
extension Call {
    /// The actions that may be requested now.
    package var allowedActions: [ActionWord] {
        ActionWord.allCases.filter { allows($0, in: state) && !($0 == .answerCall && isAnswered) }
    }

    /// Whether an action of this kind is legal in this state.
    func allows(_ word: ActionWord, in state: CallState) -> Bool {
        switch (state, word) {
        case (.incoming, .answerCall): supports.answering
        case (.incoming, .setHeld), (.incoming, .setMuted), (.incoming, .setGroup), (.incoming, .playDTMF): false
        case (.dialing, .setMuted), (.connecting, .setMuted), (.active, .setMuted), (.held, .setMuted):
            supports.muting || isMutedByShell
        case (.dialing, .answerCall), (.connecting, .answerCall), (.active, .answerCall), (.held, .answerCall): false
        case (.dialing, .setHeld), (.connecting, .setHeld): false
        case (.active, .setHeld): supports.holding && !emergency
        case (.held, .setHeld): supports.resuming
        case (.dialing, .setGroup), (.connecting, .setGroup): false
        case (.active, .setGroup), (.held, .setGroup): (supports.grouping || supports.ungrouping) && mayBeGrouped
        case (.connecting, .playDTMF), (.active, .playDTMF): supports.dtmf
        case (.dialing, .playDTMF), (.held, .playDTMF): false
        case (.incoming, .endCall), (.dialing, .endCall), (.connecting, .endCall), (.active, .endCall),
            (.held, .endCall):
            supports.ending
        case (.ending, .answerCall), (.ending, .endCall), (.ending, .setHeld), (.ending, .setMuted),
            (.ending, .setGroup), (.ending, .playDTMF):
            false
        case (.ended, .answerCall), (.ended, .endCall), (.ended, .setHeld), (.ended, .setMuted), (.ended, .setGroup),
            (.ended, .playDTMF):
            false
        case (.incoming, .startCall), (.dialing, .startCall), (.connecting, .startCall), (.active, .startCall),
            (.held, .startCall), (.ending, .startCall), (.ended, .startCall):
            false
        }
    }
}

extension Call {
    /// Whether the service performs this action itself, and the shell enforces it.
    func isPerformedByShell(_ kind: ActionKind) -> Bool {
        kind.word == .setMuted && isMutedByShell
    }

    /// Whether the shell mutes the call in place of its provider. Its provider must have named the process, or else the
    /// shell may find no stream, and the other side could hear a call that counts as muted. The call of a modem has no
    /// process: the shell mutes the microphone itself.
    var isMutedByShell: Bool { !supports.muting && shellMutesStreams && (streamProcess != 0 || isOfModem) }

    /// Whether it may join and leave groups.
    var mayBeGrouped: Bool { !emergency && !isObserved }
}

extension ActionKind {
    /// The state of its call after its fulfilment, for the next actions of a transaction.
    func plannedState(from state: CallState) -> CallState {
        switch self {
        case .start: .dialing
        case .answer, .setHeld(false), .setGroup(with: nil): .active
        case .end: .ended
        case .setHeld(true): .held
        case .setMuted, .setGroup, .playDTMF: state
        }
    }
}

extension Call {
    mutating func apply(_ update: CallUpdate) {
        if let handle = update.remoteHandle { remoteHandle = handle }
        if let name = update.localizedCallerName { localizedCallerName = name }
        if let contact = update.contactIdentifier { contactIdentifier = contact }
        if let video = update.hasVideo { hasVideo = video }
        if let muted = update.muted { self.muted = muted }
        if let remoteOnHold = update.remoteOnHold { self.remoteOnHold = remoteOnHold }
        if let encrypted = update.encrypted { self.encrypted = encrypted }
        if let externalID = update.externalID { self.externalID = externalID }
        if let local = update.localMember { members.local = local }
        if let all = update.members { members.all = all }
        if let active = update.activeMembers { members.active = active }
        if let holding = update.supportsHolding { supports.holding = holding }
        if update.supportsHolding != nil || update.onHold != nil { holdRefused = false }
        if let grouping = update.supportsGrouping { supports.grouping = grouping }
        if let ungrouping = update.supportsUngrouping { supports.ungrouping = ungrouping }
        if let dtmf = update.supportsDTMF { supports.dtmf = dtmf }
        if let resuming = update.supportsResuming { supports.resuming = resuming }
        if let answering = update.supportsAnswering { supports.answering = answering }
        if let ending = update.supportsEnding { supports.ending = ending }
        if let muting = update.supportsMuting { supports.muting = muting }
        if let process = update.streamProcess { streamProcess = process }
        if let emergency = update.emergency { self.emergency = emergency }
        if let includes = update.includesInRecents { includesInRecents = includes }
    }

    /// Applies the facts of the report that a new call begins with.
    mutating func begin(with update: CallUpdate) {
        apply(update)
        isObserved = !supports.ending && !supports.holding && !emergency
    }
}

extension ExistingCall {
    /// Whether a reported call can be in this state: an incoming call rings, and a connecting call was placed here.
    var isPossible: Bool {
        switch state {
        case .incoming: !outgoing
        case .dialing, .connecting: outgoing
        case .active, .held: true
        case .ending, .ended: false
        }
    }

    /// Whether both ends could talk.
    var isConnected: Bool { state == .active || state == .held }
}
