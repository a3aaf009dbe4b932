// SPDX-License-Identifier: MIT

/// An action, with its details.
public enum ActionKind: Hashable, Sendable {
    /// Place the call.
    case start(StartAction)
    /// Pick up.
    case answer
    /// Hang up or decline.
    case end
    /// Put on hold, or resume.
    case setHeld(Bool)
    /// Mute or unmute the microphone.
    case setMuted(Bool)
    /// Join the group of another call; nil = leave the group.
    case setGroup(with: CallID?)
    /// Play tones.
    case playDTMF(digits: String, DTMFType)
}

/// The details of a start-call action.
public struct StartAction: Hashable, Sendable {
    /// The identifier of the provider that places the call.
    public var provider: String
    /// The remote party to call.
    public var handle: Handle
    /// All remote parties, if there are several or they have names; `handle` is the one to show. Empty = only `handle`.
    public var members: [CallMember] = []
    /// Whether it is a video call.
    public var video = false
    /// The identifier of the contact that the user chose; empty = none.
    public var contactIdentifier = ""
    /// Whether it is an emergency call. Only a cellular provider may place one.
    public var emergency = false
    /// Whether its provider has dialed it already, so that no other provider may place it.
    public var dialed = false

    /// An audio call that is not an emergency call.
    public init(provider: String, handle: Handle) {
        self.provider = provider
        self.handle = handle
    }
}

extension StartAction {
    /// The facts about the call that are known from its start.
    public var update: CallUpdate {
        var update = CallUpdate()
        update.remoteHandle = handle
        if !members.isEmpty { update.members = members }
        update.hasVideo = video
        update.contactIdentifier = contactIdentifier
        if emergency { update.emergency = true }
        return update
    }
}

extension ActionKind {
    /// The word of `RequestTransaction`.
    public var word: ActionWord {
        switch self {
        case .start: .startCall
        case .answer: .answerCall
        case .end: .endCall
        case .setHeld: .setHeld
        case .setMuted: .setMuted
        case .setGroup: .setGroup
        case .playDTMF: .playDTMF
        }
    }
}

/// The words of the contract for the kinds of action.
public enum ActionWord: String, Hashable, Sendable, CaseIterable {
    /// Place a call.
    case startCall = "start-call"
    /// Pick up.
    case answerCall = "answer-call"
    /// Hang up or decline.
    case endCall = "end-call"
    /// Hold or resume.
    case setHeld = "set-held"
    /// Mute or unmute.
    case setMuted = "set-muted"
    /// Join or leave a group.
    case setGroup = "set-group"
    /// Play tones.
    case playDTMF = "play-dtmf"
}

/// The kind of tones, as CXPlayDTMFCallAction.ActionType distinguishes them.
public enum DTMFType: String, Hashable, Sendable, CaseIterable {
    /// One key.
    case singleTone = "single-tone"
    /// The digits after a comma.
    case softPause = "soft-pause"
    /// The digits after a semicolon.
    case hardPause = "hard-pause"
}

/// A client's request for a transaction, before the service has accepted it.
public struct Request: Hashable, Sendable {
    /// A requested action.
    public struct Item: Hashable, Sendable {
        /// The call that it changes, or that it starts.
        public var call: CallID
        /// The action on the call.
        public var kind: ActionKind
        /// The requester's name for the action; nil = the service names it.
        public var identifier: ActionID?
        /// For an end: whether it declines, so it is refused when an answer of the call has been accepted.
        public var onlyIfRinging: Bool
        /// For a start: the tones that the user may play when the call is connected, as of `play-dtmf`; empty = none.
        /// They are no part of the action, so the provider does not get them.
        public var postDial: String

        /// An action on a call.
        public init(
            call: CallID, kind: ActionKind, identifier: ActionID? = nil, onlyIfRinging: Bool = false,
            postDial: String = ""
        ) {
            self.call = call
            self.kind = kind
            self.identifier = identifier
            self.onlyIfRinging = onlyIfRinging
            self.postDial = postDial
        }
    }

    /// The actions, in the order in which they are performed.
    public var items: [Item]
    /// True when a shell says that a headset's button was pressed.
    public var isFromHeadset = false
    /// The xdg-activation token for the app; empty = none.
    public var activationToken = ""
    /// Whether the service may end other calls to make room. It may always hold them.
    public var endsOthers = true
    /// The requester's name for the transaction; nil = the service names it.
    public var transaction: TransactionID?

    /// A request of these actions.
    public init(_ items: [Item]) { self.items = items }
}

/// The details that an app gets besides the handle when it is asked to start a call.
public struct StartCallDetails: Hashable, Sendable {
    /// Whether it should be a video call.
    public var video = false
    /// The identifier of the contact that the user chose; empty = none.
    public var contactIdentifier = ""
    /// The name by which the user knows the other side; empty = none. An app in a sandbox does not get it.
    public var displayName = ""
    /// Lets the app raise its window on Wayland; empty = none.
    public var activationToken = ""
    /// The tones that the user may play when the call is connected; empty = none. The app does not get them.
    public var postDial = ""

    /// An audio call.
    public init() {}
}

/// How long the digits of a DTMF action sound, in microseconds.
public enum ToneTime {
    /// The length that phones give to a comma.
    public static let pause: UInt64 = 2_000_000
    /// The most that a tone and the silence after it take at a modem.
    public static let tone: UInt64 = 500_000

    /// Whether the digit is a soft or a hard pause.
    public static func isPause(_ digit: Character) -> Bool { digit == "," || digit == ";" }

    /// The time of all digits, one after another.
    public static func of(_ digits: String) -> UInt64 { digits.reduce(0) { $0 + (isPause($1) ? pause : tone) } }
}
