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
    /// True when the service inserted it to make room or to resume a held call.
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
    var usesLane: Bool { traits.usesLane }

    /// Whether the call occupies the audio from the delivery on.
    var takesAudio: Bool { traits.takesAudio }

    /// Whether the service makes room for it.
    var needsRoom: Bool { traits.needsRoom }

    /// Whether the end of its call has the intended effect too.
    var isSatisfiedByEnd: Bool { traits.isSatisfiedByEnd }

    private var traits: (usesLane: Bool, takesAudio: Bool, needsRoom: Bool, isSatisfiedByEnd: Bool) {
        switch self {
        case .start, .answer, .setHeld(false): (true, true, true, false)
        case .setHeld(true): (true, false, false, true)
        case .setGroup: (true, false, true, false)
        case .end: (false, false, false, true)
        case .setMuted, .playDTMF: (false, false, false, false)
        }
    }
}

/// An accepted request. Its actions are done one after another.
package struct Transaction: Hashable, Sendable {
    package let id: TransactionID
    /// nil for a transaction of the service's own.
    package let requester: Caller?
    package let origin: Origin
    /// Lets the app raise its window on Wayland; empty = none.
    package let activationToken: String
    /// Whether other calls may end to make room. They may always be held.
    package let endsOthers: Bool
    /// The requested actions and the inserted ones.
    package internal(set) var actions: [Action]
    /// The request, if the requester chose the id; nil if the service did.
    let named: NamedRequest?

    /// The place of the action whose turn it is.
    var next = 0
    /// Why the service began it; nil for a request.
    let cause: Reason?
    /// The call that `cause` refers to.
    let causeCall: CallID?
    /// The connections that are told how it ends: the requester, and others that requested the same meanwhile.
    var audience: [Client]
    /// Its place in the order of acceptance.
    let serial: UInt64
    /// How many of its actions each provider received. The first one announces all of the provider's actions.
    var delivered: [ProviderID: Int] = [:]

    /// True when it has failed and its audience knows, but a provider still works for it.
    var hasFailed: Bool { actions[next...].contains { $0.failure != nil } }

    var current: Action? { next < actions.count ? actions[next] : nil }

    /// The first call that will take the audio when its turn comes.
    var audioTaker: CallID? { actions[next...].first { $0.kind.takesAudio && $0.progress == .waiting }?.call }
}

/// A request whose requester chose the id of the transaction. It is kept to recognise a repetition.
struct NamedRequest: Hashable, Sendable {
    let client: Client
    let request: Request
    /// The transaction of this id, or the one that did the same already.
    let transaction: TransactionID
}

extension Reason {
    /// The reason of a transaction that fails with this action.
    static func of(_ kind: ActionKind, timedOut: Bool) -> Reason {
        switch kind {
        case .start: timedOut ? .startTimedOut : .startFailed
        case .answer: timedOut ? .answerTimedOut : .answerFailed
        case .end: timedOut ? .endTimedOut : .endFailed
        case .setHeld(true): timedOut ? .holdTimedOut : .holdFailed
        case .setHeld(false): timedOut ? .resumeTimedOut : .resumeFailed
        case .setMuted: timedOut ? .muteTimedOut : .muteFailed
        case .setGroup: timedOut ? .groupTimedOut : .groupFailed
        case .playDTMF: timedOut ? .dtmfTimedOut : .dtmfFailed
        }
    }

    /// The reason of a transaction that fails because a call ended for this reason.
    var asFailure: Reason {
        switch self {
        case .providerLost, .providerInvalidated, .registryReset, .superseded: self
        default: .callEnded
        }
    }

    /// The reason of a call that is held to make room for this action; nil = for none.
    static func held(for kind: ActionKind?) -> Reason { makingRoom(for: kind).held }

    /// The reason of a call that is ended for the same.
    static func ended(for kind: ActionKind?) -> Reason { makingRoom(for: kind).ended }

    private static func makingRoom(for kind: ActionKind?) -> (held: Reason, ended: Reason) {
        switch kind {
        case .start: (.heldForStart, .endedForStart)
        case .answer: (.heldForAnswer, .endedForAnswer)
        case .setHeld(false): (.heldForResume, .endedForResume)
        case .setGroup: (.heldForGroup, .endedForGroup)
        case nil, .end, .setHeld(true), .setMuted, .playDTMF: (.heldByRequest, .endedByRequest)
        }
    }

    /// The reason of a call that stays held for one that has the audio already. It depends on how that call got the
    /// audio.
    static func held(for owner: Call) -> Reason {
        let resumed: Set<Reason> = [.resumed, .resumedByRequest, .resumedForGroup, .resumedByProvider, .hasPriority]
        if let reason = owner.reason, resumed.contains(reason) { return .heldForResume }
        return owner.outgoing ? .heldForStart : .heldForAnswer
    }
}
