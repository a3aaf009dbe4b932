// SPDX-License-Identifier: MIT

/// One call, as clients see it. The service keeps its own notes about it elsewhere (`Calls`, `Occupancy`), so that a
/// change of a note announces nothing.
package struct Call: Hashable, Sendable {
    /// Chosen by the app, or by the client that requested the call.
    package let id: CallID
    package let provider: ProviderID
    /// True when this side placed the call.
    package let outgoing: Bool
    /// The provider's name for people. It follows the configuration.
    package internal(set) var providerName: String
    /// The other side; nil for an anonymous caller.
    package internal(set) var remoteHandle: Handle?
    /// The app's name for the other side; empty = none.
    package internal(set) var localizedCallerName = ""
    /// The facts of the user's directory about the other side.
    package internal(set) var identity = CallerIdentity()
    /// The contact that the start request named; empty = none.
    package internal(set) var contactIdentifier = ""
    package internal(set) var hasVideo = false
    /// An emergency call comes before all others, and none displaces it. Cellular providers only.
    package internal(set) var emergency = false
    package internal(set) var supports = Capabilities()
    /// Whether its app refused to hold it. Until a hold succeeds, or its app reports one or that it can hold, it makes
    /// way by ending.
    package internal(set) var holdRefused = false
    /// True for a call that its provider can only show: it could neither be held nor ended when it was reported. It
    /// stays outside of the arbiter until it ends, whatever its provider reports later.
    package internal(set) var isObserved = false
    /// Whether the primary shell mutes the streams of calls that their providers cannot mute.
    package internal(set) var shellMutesStreams = false
    /// Whether its provider works as a modem, while it is registered. It is not kept: the provider knows it.
    package private(set) var isOfModem = false
    /// Whether it belongs in the list of recent calls, as its app reported; nil = as its provider says for all its
    /// calls.
    package internal(set) var includesInRecents: Bool?
    /// What its provider says for all its calls, while it is registered. It is not kept: the provider knows it.
    private var isProviderInRecents = true
    /// The process whose streams at the sound server belong to it; 0 = those of its provider.
    package internal(set) var streamProcess: UInt32 = 0
    package internal(set) var state: CallState {
        didSet { if state != .ending { onHold = state == .held } }
    }
    /// True while on hold, also while a held call is ending.
    package private(set) var onHold: Bool
    package internal(set) var muted = false
    /// Whether the other side holds it, as far as its provider knows.
    package internal(set) var remoteOnHold = false
    /// Whether its sound is encrypted on the whole way, as far as its provider knows.
    package internal(set) var encrypted = false
    /// Its name in its protocol, such as a SIP Call-ID; empty = none.
    package internal(set) var externalID = ""
    package internal(set) var members = CallMembers()
    /// The tones that its requester gave with it, which the user may play while it is connected; empty = none. It is
    /// not kept, because the code of a meeting belongs in no file.
    package internal(set) var postDial = ""
    /// True when it must ring without a sound.
    package internal(set) var silenced = false
    /// A single call is a group of its own id.
    package internal(set) var group: GroupID
    /// True while its provider owns the audio session for it.
    package internal(set) var hasAudio = false
    /// When the start was fulfilled or the incoming call was reported; 0 = not yet.
    package internal(set) var startedAt: Time = 0
    /// When the provider began to connect; 0 = not yet.
    package internal(set) var connectingAt: Time = 0
    /// When both ends could talk; 0 = not yet.
    package internal(set) var connectedAt: Time = 0
    /// When it ended; 0 = not yet.
    package internal(set) var endedAt: Time = 0
    /// nil before its end.
    package internal(set) var endedReason: EndedReason?
    /// nil for an accepted call.
    package internal(set) var filteredBy: CallFilter?
    /// The reason of its last move; nil = it has not moved yet.
    package internal(set) var reason: Reason?
    /// The other call that `reason` refers to.
    package internal(set) var reasonCall: CallID?
    /// The call that it is held for. It may resume when that call ends.
    package internal(set) var heldFor: CallID?
    /// The accepted actions that are not completed, oldest first.
    package internal(set) var pending: [PendingAction] = []

    /// The action that is with its provider; if there is none, the one that was accepted first.
    package var currentAction: ActionKind? { (pending.first(where: \.isDelivered) ?? pending.first)?.kind }
    /// True while an accepted answer is not completed.
    package var isAnswered: Bool { pending.contains { $0.kind == .answer } }
    package var hasConnected: Bool { connectedAt != 0 }
    package var hasEnded: Bool { state == .ended }
    /// Whether it belongs in the list of recent calls.
    package var isInRecents: Bool { includesInRecents ?? isProviderInRecents }
    /// True while the user talks in a call that the arbiter leaves alone.
    var isObservedTalk: Bool {
        switch state {
        case .dialing, .connecting, .active: isObserved
        case .incoming, .held, .ending, .ended: false
        }
    }

    /// An end on this side has one word for an incoming call that had not connected, and another one for every other
    /// call, whichever of them the provider reports.
    func endedReason(reportedAs reason: EndedReason) -> EndedReason {
        guard reason.isLocal else { return reason }
        return outgoing || hasConnected ? .localEnded : .declined
    }

    /// Notes why it moved, and the other call that this reason refers to.
    mutating func noteMove(because why: Reason, for other: CallID? = nil) { (reason, reasonCall) = (why, other) }

    /// Takes over what its provider says for all its calls; nil = it is not registered.
    mutating func follow(_ provider: Provider?) {
        isOfModem = provider?.worksAsModem ?? false
        isProviderInRecents = provider?.configuration.includesCallsInRecents ?? true
        if let provider { providerName = provider.configuration.localizedName }
    }

    init(_ id: CallID, of provider: Provider, outgoing: Bool, state: CallState) {
        self.id = id
        self.provider = provider.id
        self.providerName = provider.configuration.localizedName
        self.outgoing = outgoing
        self.state = state
        onHold = state == .held
        self.group = GroupID(id)
    }
}

extension Call: Kept {
    package func write(to writer: inout StateWriter) {
        writer.write(id)
        writer.write(provider)
        writer.write(outgoing)
        writer.write(providerName)
        writer.write(remoteHandle)
        writer.write(localizedCallerName)
        writer.write(contactIdentifier)
        writer.write(hasVideo)
        writer.write(emergency)
        writer.write(supports)
        writer.write(state)
        writer.write(onHold)
        writer.write(muted)
        writer.write(silenced)
        writer.write(group)
        writer.write(hasAudio)
        writer.write(startedAt)
        writer.write(connectingAt)
        writer.write(connectedAt)
        writer.write(endedAt)
        writer.write(endedReason)
        writer.write(filteredBy)
        writer.write(reason)
        writer.write(reasonCall)
        writer.write(heldFor)
        writer.write(pending)
        writer.write(identity)
        writer.write(remoteOnHold)
        writer.write(encrypted)
        writer.write(externalID)
        writer.write(isObserved)
        writer.write(shellMutesStreams)
        writer.write(streamProcess)
        writer.write(members.local)
        writer.write(members.all)
        writer.write(members.active)
        writer.write(includesInRecents)
        writer.write(holdRefused)
    }

    package init(from reader: inout StateReader) throws(UnreadableState) {
        id = try reader.read()
        provider = try reader.read()
        outgoing = try reader.read()
        providerName = try reader.read()
        remoteHandle = try reader.read()
        localizedCallerName = try reader.read()
        contactIdentifier = try reader.read()
        hasVideo = try reader.read()
        emergency = try reader.read()
        supports = try reader.read()
        state = try reader.read()
        onHold = try reader.read()
        muted = try reader.read()
        silenced = try reader.read()
        group = try reader.read()
        hasAudio = try reader.read()
        startedAt = try reader.read()
        connectingAt = try reader.read()
        connectedAt = try reader.read()
        endedAt = try reader.read()
        endedReason = try reader.read()
        filteredBy = try reader.read()
        reason = try reader.read()
        reasonCall = try reader.read()
        heldFor = try reader.read()
        pending = try reader.read()
        if reader.format >= 2 { identity = try reader.read() }
        guard reader.format >= 3 else { return }
        remoteOnHold = try reader.read()
        encrypted = try reader.read()
        externalID = try reader.read()
        isObserved = try reader.read()
        shellMutesStreams = try reader.read()
        streamProcess = try reader.read()
        members.local = try reader.read()
        members.all = try reader.read()
        members.active = try reader.read()
        includesInRecents = try reader.read()
        holdRefused = try reader.read()
    }
}

/// What a provider can do with one call. All are true unless the provider reports something else.
package struct Capabilities: Hashable, Sendable {
    package var holding = true
    package var grouping = true
    package var ungrouping = true
    package var dtmf = true
    package var answering = true
    package var ending = true
    package var muting = true
    package var resuming = true
}

/// The members of a call, as its provider reports them.
package struct CallMembers: Hashable, Sendable {
    /// The user's own address; nil = unknown.
    package internal(set) var local: CallMember?
    /// The others that belong to the call.
    package internal(set) var all: [CallMember] = []
    /// Those of them that take part now.
    package internal(set) var active: [CallMember] = []
}

/// An accepted action of a call that is not completed.
package struct PendingAction: Hashable, Sendable {
    package let action: ActionID
    package let transaction: TransactionID
    package let kind: ActionKind
    /// True when the provider has it.
    package internal(set) var isDelivered = false
}

/// The directory's facts about the other side of a call. Programs in a sandbox may not see them: an app could report
/// numbers to read the address book.
package struct CallerIdentity: Hashable, Sendable {
    /// The name to show; empty = none.
    package private(set) var displayName = ""
    /// The source of the name; empty = unknown.
    package private(set) var displayNameSource = ""
    /// A short text about the number; empty = none.
    package private(set) var label = ""
    /// The number as people write it in the user's country; empty = not known. It is not kept: the directory, which
    /// knows the country, tells it again after a restart.
    package private(set) var formatted = ""
    /// How the user knows the other side; nil = not at all.
    package private(set) var relation: Relation?

    package init() {}

    mutating func apply(_ update: Identification) {
        if let name = update.displayName { displayName = name }
        if let source = update.displayNameSource { displayNameSource = source }
        if let label = update.label { self.label = label }
        if let formatted = update.formatted { self.formatted = formatted }
        if let relation = update.relation { self.relation = relation }
    }
}

extension CallerIdentity: Kept {
    package func write(to writer: inout StateWriter) {
        writer.write(displayName)
        writer.write(displayNameSource)
        writer.write(label)
        writer.write(relation)
    }

    package init(from reader: inout StateReader) throws(UnreadableState) {
        displayName = try reader.read()
        displayNameSource = try reader.read()
        label = try reader.read()
        relation = try reader.read()
    }
}
