// SPDX-License-Identifier: MIT

/// The facts about a call that its provider reports; nil = unchanged.
public struct CallUpdate: Hashable, Sendable {
    /// The remote party; `.some(nil)` = anonymous.
    public var remoteHandle: Handle??
    /// The name of the remote party, to show to people.
    public var localizedCallerName: String?
    /// The identifier of the contact; empty = none.
    public var contactIdentifier: String?
    /// Whether it is a video call.
    public var hasVideo: Bool?
    /// Whether the other side holds the call.
    public var remoteOnHold: Bool?
    /// Whether the sound is encrypted on its whole way, as far as the provider knows.
    public var encrypted: Bool?
    /// The name of the call in its protocol, such as a SIP Call-ID; empty = none.
    public var externalID: String?
    /// The user's own address in the call; `.some(nil)` = none.
    public var localMember: CallMember??
    /// The others that belong to the call.
    public var members: [CallMember]?
    /// Those of them that take part now.
    public var activeMembers: [CallMember]?
    /// Whether the microphone is muted.
    public var muted: Bool?
    /// The group that it belongs to now; `.some(nil)` = none, it is alone.
    public var group: GroupID??
    /// Whether the provider can hold and resume it.
    public var supportsHolding: Bool?
    /// Whether it can join a group.
    public var supportsGrouping: Bool?
    /// Whether it can leave its group.
    public var supportsUngrouping: Bool?
    /// Whether the provider can play tones in it.
    public var supportsDTMF: Bool?
    /// Whether the provider can resume it while it is held, unless the user does so on its device.
    public var supportsResuming: Bool?
    /// Whether the provider can answer it, unless the user does so in its app.
    public var supportsAnswering: Bool?
    /// Whether the provider can end or decline it.
    public var supportsEnding: Bool?
    /// Whether the provider can mute it.
    public var supportsMuting: Bool?
    /// The process whose streams at the sound server belong to it; 0 = those of its provider.
    public var streamProcess: UInt32?
    /// Whether it is an emergency call. Only a cellular provider may report true.
    public var emergency: Bool?
    /// Whether it belongs in the list of recent calls. Without a report its provider's configuration decides.
    public var includesInRecents: Bool?
    /// Whether it is on hold. Only a provider with `holdsImplicitly` may report this.
    public var onHold: Bool?

    /// An update that changes nothing.
    public init() {}
}

/// The facts of `reportExistingCall` about a call that goes on.
public struct ExistingCall: Hashable, Sendable {
    /// `incoming` if not `outgoing`; `dialing` or `connecting` if `outgoing`; `active`; or `held`.
    public var state: CallState = .active
    /// True when this side placed the call.
    public var outgoing = false
    /// Whether the microphone is muted; nil = unchanged if the service knows the call, else false.
    public var muted: Bool?
    /// The group that the call belongs to; nil = none.
    public var group: GroupID?
    /// The call that it was held for; nil = none. Ignored in every other state than `held`.
    public var heldFor: CallID?
    /// When it was started; 0 = unknown.
    public var startedAt: Time = 0
    /// When both ends could talk; 0 = unknown. Ignored in every other state than `active` and `held`.
    public var connectedAt: Time = 0
    /// The other facts about the call.
    public var update = CallUpdate()

    /// An active incoming call without any other known facts.
    public init() {}
}

/// The state of a call.
public enum CallState: String, Hashable, Sendable, CaseIterable {
    /// Reported and not answered; also while an accepted answer is not delivered. Exits: connecting, ending, ended.
    case incoming
    /// Start accepted, until the provider reports that it connects. Exits: connecting, active, ending, ended.
    case dialing
    /// Outgoing: until connected. Incoming: answer delivered, until fulfilled. Exits: active, ending, ended.
    case connecting
    /// Both ends can talk. Exits: held, ending, ended.
    case active
    /// Put on hold by this side. Exits: active, ending, ended.
    case held
    /// An end-call action is with the provider. Exits: ended, or the state before if the provider refuses.
    case ending
    /// Over. No exit: the service forgets the call at the end of the event.
    case ended
}

/// The names and abilities of a provider, as it reports them.
public struct ProviderConfiguration: Hashable, Sendable {
    /// The name for people; empty = the identifier.
    public var localizedName = ""
    /// The most groups at once; a single call is a group.
    public var maximumCallGroups = 2
    /// The most calls in one group.
    public var maximumCallsPerCallGroup = 5
    /// The kinds of handle that it can call; empty = all, but then it must be named unless it is the only provider.
    public var supportedHandleTypes: [Handle.Kind] = []
    /// Whether it can start video calls.
    public var supportsVideo = false
    /// Whether its calls belong in the list of recent calls.
    public var includesCallsInRecents = true
    /// Whether it holds and resumes its calls by itself and reports that; nil = unchanged if it has calls, else false.
    public var holdsImplicitly: Bool?
    /// The numbers that reach an emergency service over it, as people dial them. Only a cellular provider may have
    /// some.
    public var emergencyNumbers: [String] = []
    /// The id of the desktop file that starts it, without `.desktop`; empty = none.
    public var desktopEntry = ""
    /// The name of a themed icon; empty = none, or a file.
    public var icon = ""
    /// The name of a themed sound; empty = none, or a file.
    public var ringtone = ""

    /// The defaults of CXProviderConfiguration.
    public init() {}
}

/// The number of a provider in its domain; the last part of its object path.
public typealias ProviderID = Int

/// The kind of calls that a provider makes. An app cannot choose its class: the administrator's policy assigns it.
public enum ProviderClass: String, Hashable, Sendable, CaseIterable {
    /// Calls over the internet.
    case voip
    /// Calls over the telephone network. A VoIP call never ends one.
    case cellular

    /// Whether calls of such a provider use the desktop's microphone and are in no process: those of a modem, and those
    /// of a phone or modem that the user's own programs drive.
    public func worksAsModem(holdsImplicitly: Bool) -> Bool { self == .cellular || holdsImplicitly }
}
