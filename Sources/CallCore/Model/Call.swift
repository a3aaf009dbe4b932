// SPDX-License-Identifier: MIT

/// One call as the registry knows it: a value that needs nothing else to be shown.
public struct Call: Hashable, Sendable {
    /// The app's name for the call.
    public let id: CallID
    /// The provider that owns it.
    public let provider: ProviderID
    /// True when this side placed the call.
    public let outgoing: Bool
    /// The provider's name for people; follows its configuration.
    public internal(set) var providerName: String
    /// Whom the call is with; nil for an anonymous caller.
    public internal(set) var remoteHandle: Handle?
    /// The name the app shows for the caller; empty when it gave none.
    public internal(set) var localizedCallerName = ""
    /// The contact that the start request named; empty when it named none.
    public internal(set) var contactIdentifier = ""
    /// True for a call with pictures.
    public internal(set) var hasVideo = false
    /// True for a call for help: it comes before all others, and none displaces it. Cellular providers only.
    public internal(set) var emergency = false
    /// What the provider can do with the call.
    public internal(set) var supports = Capabilities()
    /// Where the call is in its life.
    public internal(set) var state: CallState {
        didSet { if state != .ending { onHold = state == .held } }
    }
    /// True while on hold, also while a held call is ending.
    public private(set) var onHold: Bool
    /// True while the microphone is muted for the far end.
    public internal(set) var muted = false
    /// True once a user asked not to hear it ring.
    public internal(set) var silenced = false
    /// The group it belongs to.
    public internal(set) var group: GroupID
    /// True while it is one of the calls for which its provider owns the audio session.
    public internal(set) var hasAudio = false
    /// When the start was fulfilled, or the incoming call was reported; 0 = not yet.
    public internal(set) var startedAt: Time = 0
    /// When the provider began to connect; 0 = not yet.
    public internal(set) var connectingAt: Time = 0
    /// When both ends could talk; 0 = not yet.
    public internal(set) var connectedAt: Time = 0
    /// When it ended; 0 = not yet.
    public internal(set) var endedAt: Time = 0
    /// Why it ended; nil before that.
    public internal(set) var endedReason: EndedReason?
    /// What refused it; nil for a call that was accepted.
    public internal(set) var filteredBy: CallFilter?
    /// Why it was last moved; nil when nothing has moved it yet.
    public internal(set) var reason: Reason?
    /// The other call that `reason` speaks of.
    public internal(set) var reasonCall: CallID?
    /// The call it was held for, and after whose end it may resume.
    public internal(set) var heldFor: CallID?
    /// The actions accepted for it and not completed, oldest first.
    public internal(set) var pending: [PendingAction] = []

    /// The accepted action that is with its provider, or else the one that was accepted first.
    public var currentAction: ActionKind? { (pending.first(where: \.isDelivered) ?? pending.first)?.kind }
    /// True while an answer of it is accepted and not completed.
    public var isAnswered: Bool { pending.contains { $0.kind == .answer } }
    /// True once both ends could talk.
    public var hasConnected: Bool { connectedAt != 0 }
    /// True once over.
    public var hasEnded: Bool { state == .ended }

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

/// What a provider can do with one call. All true unless the provider says otherwise.
public struct Capabilities: Hashable, Sendable {
    /// It can be put on hold and resumed.
    public var holding = true
    /// It can be merged with another call.
    public var grouping = true
    /// It can be taken out of its group.
    public var ungrouping = true
    /// It can play DTMF tones.
    public var dtmf = true

    /// Everything.
    public init() {}
}

/// An action that was accepted for a call and is not completed.
public struct PendingAction: Hashable, Sendable {
    /// The action.
    public let action: ActionID
    /// Its transaction.
    public let transaction: TransactionID
    /// What it is to do.
    public let kind: ActionKind
    /// True once the provider has it.
    public internal(set) var isDelivered = false
}
