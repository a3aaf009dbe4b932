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
