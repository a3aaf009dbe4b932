// SPDX-License-Identifier: MIT

/// One thing to be done to one call by its provider.
public struct Action: Hashable, Sendable {
    /// What is to be done.
    public enum Kind: Hashable, Sendable {
        /// Place the call.
        case start(Start)
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
        case playDTMF(digits: String, DTMF)
    }

    /// What a new call is to be.
    public struct Start: Hashable, Sendable {
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

    /// How tones are meant.
    public enum DTMF: String, Hashable, Sendable, CaseIterable {
        /// One key.
        case singleTone = "single-tone"
        /// The digits after a comma.
        case softPause = "soft-pause"
        /// The digits after a semicolon.
        case hardPause = "hard-pause"
    }

    /// Where an action is in its life.
    enum Progress: Hashable, Sendable {
        /// Accepted. Exits: delivered, completed.
        case waiting
        /// With its provider, its deadline running. Exits: completed.
        case delivered
        /// Fulfilled, failed, timed out or superseded. No exit.
        case completed
    }

    /// Its name.
    public let id: ActionID
    /// The call it is about.
    public let call: CallID
    /// What is to be done.
    public let kind: Kind
    /// True when the registry put it in to make room, or to resume a held call.
    public let isInserted: Bool
    /// Where it is in its life.
    var progress = Progress.waiting
    /// What the provider said before its turn came.
    var early: Outcome?
    /// Why it will not be done although its turn has not come.
    var failure: Failure?

    /// Why an action is not done, and what becomes of the calls that were held for it.
    struct Failure: Hashable, Sendable {
        let reason: Reason
        let call: CallID?
        /// False when the other side ended the call: then nobody may be overheard.
        var mayResume = true
    }
}

/// How a provider, or its silence, completed an action.
public enum Outcome: Hashable, Sendable {
    /// Done, at that time; 0 = now.
    case fulfilled(at: Time)
    /// Refused, or tried in vain.
    case failed
    /// Not completed before its deadline.
    case timedOut
}

extension Action.Kind {
    /// The word of `RequestTransaction`.
    public var word: Word {
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

    /// The kinds of action by name.
    public enum Word: String, Hashable, Sendable, CaseIterable {
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
        /// Merge or go private.
        case setGroup = "set-group"
        /// Play tones.
        case playDTMF = "play-dtmf"
    }

    /// Whether it passes the domain's lane, one at a time in order of acceptance.
    var usesLane: Bool {
        switch self {
        case .start, .answer, .setHeld, .setGroup: true
        case .end, .setMuted, .playDTMF: false
        }
    }

    /// Whether its call occupies the audio from its delivery on.
    var takesAudio: Bool {
        switch self {
        case .start, .answer, .setHeld(false): true
        case .end, .setHeld(true), .setMuted, .setGroup, .playDTMF: false
        }
    }

    /// Whether room is made for it.
    var needsRoom: Bool {
        switch self {
        case .start, .answer, .setHeld(false), .setGroup: true
        case .end, .setHeld(true), .setMuted, .playDTMF: false
        }
    }

    /// Whether the end of its call is what it wanted, or as good as that.
    var isSatisfiedByEnd: Bool {
        switch self {
        case .end, .setHeld(true): true
        case .start, .answer, .setHeld(false), .setMuted, .setGroup, .playDTMF: false
        }
    }
}
