// SPDX-License-Identifier: MIT

/// What is to be done.
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
    /// Join the group of another call; nil = leave the own group.
    case setGroup(with: CallID?)
    /// Play tones.
    case playDTMF(digits: String, DTMFType)
}

/// What a new call is to be.
public struct StartAction: Hashable, Sendable {
    /// The identifier of the provider that shall place it.
    public var provider: String
    /// Whom to call.
    public var handle: Handle
    /// With pictures or not.
    public var video = false
    /// The contact it was chosen from; empty = none.
    public var contactIdentifier = ""
    /// A call for help. Of cellular providers only.
    public var emergency = false

    /// A call without pictures.
    public init(provider: String, handle: Handle) {
        self.provider = provider
        self.handle = handle
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
