// SPDX-License-Identifier: MIT

/// What a provider says about a call: a patch, in which nil leaves the value as it was.
public struct CallUpdate: Hashable, Sendable {
    /// Whom the call is with; `.some(nil)` makes the caller anonymous.
    public var remoteHandle: Handle??
    /// The name to show for the caller.
    public var localizedCallerName: String?
    /// The contact's identifier.
    public var contactIdentifier: String?
    /// With pictures or not.
    public var hasVideo: Bool?
    /// It can be put on hold.
    public var supportsHolding: Bool?
    /// It can be merged.
    public var supportsGrouping: Bool?
    /// It can go private.
    public var supportsUngrouping: Bool?
    /// It can play tones.
    public var supportsDTMF: Bool?
    /// A call for help. Of cellular providers only.
    public var emergency: Bool?
    /// It went on hold, or came back. From providers that hold by themselves only; others are told.
    public var onHold: Bool?

    /// The empty patch.
    public init() {}
}

extension Call {
    mutating func apply(_ update: CallUpdate) {
        if let handle = update.remoteHandle { remoteHandle = handle }
        if let name = update.localizedCallerName { localizedCallerName = name }
        if let contact = update.contactIdentifier { contactIdentifier = contact }
        if let video = update.hasVideo { hasVideo = video }
        if let holding = update.supportsHolding { supports.holding = holding }
        if let grouping = update.supportsGrouping { supports.grouping = grouping }
        if let ungrouping = update.supportsUngrouping { supports.ungrouping = ungrouping }
        if let dtmf = update.supportsDTMF { supports.dtmf = dtmf }
        if let emergency = update.emergency { self.emergency = emergency }
    }
}

/// How a call that goes on stands, for `reportExistingCall`.
public struct ExistingCall: Hashable, Sendable {
    /// A state that a call can be met in: any but `ending` and `ended`.
    public var state: Call.State = .active
    /// True when this side placed the call.
    public var outgoing = false
    /// Whether the microphone is muted.
    public var muted = false
    /// The group it belongs to; nil = alone.
    public var group: GroupID?
    /// The call that it was held for; nil = none. Without meaning unless it is held.
    public var heldFor: CallID?
    /// When it was started; 0 = unknown.
    public var startedAt: Time = 0
    /// When both ends could talk; 0 = unknown. Without meaning before it is active.
    public var connectedAt: Time = 0
    /// Everything that an update may say.
    public var update = CallUpdate()

    /// An active incoming call that nothing more is known of.
    public init() {}

    /// Whether a call can be met so. What is incoming rings; what connects was placed here.
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
