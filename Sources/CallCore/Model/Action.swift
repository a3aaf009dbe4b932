// SPDX-License-Identifier: MIT

/// One thing to be done to one call by its provider.
public struct Action: Hashable, Sendable {
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
    public let kind: ActionKind
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

extension ActionKind {
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
