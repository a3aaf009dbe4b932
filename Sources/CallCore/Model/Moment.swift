// SPDX-License-Identifier: MIT

/// One thing that happened to a call, without the words for it: small, because every call keeps many.
public struct Moment: Hashable, Sendable {
    /// When the registry saw it.
    public let time: Time
    /// The other call that it is about.
    public internal(set) var call: CallID?
    /// What happened.
    public let what: MomentWord
    /// The action that it is about.
    public internal(set) var action: ActionWord?
    /// Whether that action is to hold rather than to resume, to mute rather than to unmute.
    public internal(set) var isOn: Bool?
    /// Who wanted it.
    public internal(set) var origin: Origin?
    /// Where the call is then.
    public internal(set) var state: CallState?
    /// How it ended.
    public internal(set) var endedReason: EndedReason?
    /// Why.
    public internal(set) var reason: Reason?

    init(_ what: MomentWord, at time: Time) {
        self.what = what
        self.time = time
    }

    /// Something about an action.
    init(_ what: MomentWord, _ kind: ActionKind, at time: Time) {
        self.init(what, at: time)
        action = kind.word
        switch kind {
        case .setHeld(let value), .setMuted(let value): isOn = value
        case .setGroup(let other): call = other
        case .start, .answer, .end, .playDTMF: break
        }
    }

    /// Where the call is, and why.
    init(_ what: MomentWord, _ call: Call, at time: Time) {
        self.init(what, at: time)
        state = call.state
        endedReason = call.endedReason
        reason = call.reason
        self.call = call.reasonCall
    }
}

/// What happened to a call from its first moment on.
public struct Story: Sendable {
    /// The identifier of its provider.
    public let provider: String
    /// The sandboxed app of its provider; nil outside a sandbox.
    public let app: String?
    /// Oldest first. Where there are too many, those after the first few give way.
    public private(set) var moments: [Moment] = []
    /// How many have given way.
    public private(set) var omitted = 0

    /// How many of the first moments never give way: they tell how it began.
    public static let kept = 8

    init(of provider: Provider?) {
        self.provider = provider?.identifier ?? ""
        app = provider?.app
        moments.reserveCapacity(Self.kept)
    }

    mutating func append(_ moment: Moment, limit: Int) {
        if moments.count >= max(limit, Self.kept + 1) {
            moments.remove(at: Self.kept)
            omitted += 1
        }
        moments.append(moment)
    }

    /// What is otherwise about a call after an event.
    mutating func append(from before: Call, to after: Call, staysHeld: Bool, at time: Time, limit: Int) {
        if before.muted != after.muted { append(Moment(after.muted ? .muted : .unmuted, at: time), limit: limit) }
        if !before.silenced, after.silenced { append(Moment(.silenced, at: time), limit: limit) }
        let isMoved = before.reason != after.reason || before.reasonCall != after.reasonCall
        if after.hasEnded {
            append(Moment(.ended, after, at: time), limit: limit)
        } else if isMoved {
            append(Moment(.moved, after, at: time), limit: limit)
        } else if before.state != after.state {
            // What it says of the reason is about an earlier move.
            var moment = Moment(.moved, at: time)
            moment.state = after.state
            append(moment, limit: limit)
        }
        if staysHeld {
            var moment = Moment(.staysHeld, at: time)
            moment.call = before.heldFor
            append(moment, limit: limit)
        }
        if before.hasAudio != after.hasAudio, !after.hasEnded {
            append(Moment(after.hasAudio ? .audioGained : .audioLost, at: time), limit: limit)
        }
    }
}

/// A call that has ended, while it is remembered.
public struct EndedCall: Sendable {
    /// As it was in the end.
    public let call: Call
    /// What happened to it.
    public let story: Story
}
