// SPDX-License-Identifier: MIT

/// One thing that a provider should do with one of its calls.
package struct Action: Hashable, Sendable {
    /// The state of an action.
    enum Progress: UInt8, Sendable {
        /// Accepted. Exits: delivered, completed.
        case waiting = 0
        /// Its provider has it, and its deadline runs. Exits: completed.
        case delivered = 1
        /// Fulfilled, failed, timed out or superseded. No exit.
        case completed = 2
    }

    package let id: ActionID
    package let call: CallID
    package let kind: ActionKind
    /// True when the registry inserted it to make room or to resume a held call.
    package let isInserted: Bool
    var progress = Progress.waiting
    /// The provider's outcome, if it came before the turn of the action.
    var early: Outcome?
    /// Why it will not be done, if that is known before its turn.
    var failure: Failure?
    /// When it times out; 0 before it is delivered.
    var deadline: Time = 0
    var restart = Restart.none

    /// What a restart of the service means for an action that its provider has. Its completion may have been lost.
    enum Restart: UInt8, Sendable {
        /// The service that delivered it still runs.
        case none = 0
        /// The service that delivered it was killed.
        case survived = 1
        /// Its provider was told a second time.
        case repeated = 2
    }

    /// Why an action is not done, and what happens to the calls that were held for it.
    struct Failure: Hashable, Sendable {
        let reason: Reason
        let call: CallID?
        /// False when the other side ended the call, so that the user is not overheard.
        var mayResume = true
    }
}

/// How a provider completed an action, or failed to.
package enum Outcome: Hashable, Sendable {
    /// Done at this time; 0 = now.
    case fulfilled(at: Time)
    /// Refused, or tried without success.
    case failed
    /// Not completed before its deadline.
    case timedOut
}

extension ActionKind {
    /// Whether it passes the lane, in which one transaction at a time has its turn.
    var usesLane: Bool {
        switch self {
        case .start, .answer, .setHeld, .setGroup: true
        case .end, .setMuted, .playDTMF: false
        }
    }

    /// Whether the call occupies the audio from the delivery on.
    var takesAudio: Bool {
        switch self {
        case .start, .answer, .setHeld(false): true
        case .end, .setHeld(true), .setMuted, .setGroup, .playDTMF: false
        }
    }

    /// Whether the registry makes room for it.
    var needsRoom: Bool {
        switch self {
        case .start, .answer, .setHeld(false), .setGroup: true
        case .end, .setHeld(true), .setMuted, .playDTMF: false
        }
    }

    /// Whether the end of its call has the intended effect too.
    var isSatisfiedByEnd: Bool {
        switch self {
        case .end, .setHeld(true): true
        case .start, .answer, .setHeld(false), .setMuted, .setGroup, .playDTMF: false
        }
    }
}
