// SPDX-License-Identifier: MIT

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
        if let answering = update.supportsAnswering { supports.answering = answering }
        if let ending = update.supportsEnding { supports.ending = ending }
        if let muting = update.supportsMuting { supports.muting = muting }
        if let process = update.streamProcess { streamProcess = process }
        if let emergency = update.emergency { self.emergency = emergency }
        if let includes = update.includesInRecents { includesInRecents = includes }
    }
}

extension Call {
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
