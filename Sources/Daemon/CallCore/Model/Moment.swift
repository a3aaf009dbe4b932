// SPDX-License-Identifier: MIT

/// One thing that happened to a call, as values and not as text. It is small, because each call keeps many.
package struct Moment: Hashable, Sendable {
    package let time: Time
    /// The other call involved.
    package internal(set) var call: CallID?
    package let what: MomentWord
    package internal(set) var action: ActionWord?
    /// True for an action that holds or mutes, false for one that resumes or unmutes.
    package internal(set) var isOn: Bool?
    package internal(set) var origin: Origin?
    package internal(set) var state: CallState?
    package internal(set) var endedReason: EndedReason?
    package internal(set) var reason: Reason?

    init(_ what: MomentWord, at time: Time) {
        self.what = what
        self.time = time
    }

    init(_ what: MomentWord, _ kind: ActionKind, at time: Time) {
        self.init(what, at: time)
        action = kind.word
        switch kind {
        case .setHeld(let value), .setMuted(let value): isOn = value
        case .setGroup(let other): call = other
        case .start, .answer, .end, .playDTMF: break
        }
    }

    init(_ what: MomentWord, _ call: Call, at time: Time) {
        self.init(what, at: time)
        state = call.state
        endedReason = call.endedReason
        reason = call.reason
        self.call = call.reasonCall
    }
}

/// The moments of a call, from the first one on.
package struct Story: Hashable, Sendable {
    package let provider: String
    /// The sandboxed app of the provider; nil outside a sandbox.
    package let app: String?
    /// Oldest first. If there are too many, those after the first few are dropped.
    package private(set) var moments: [Moment] = []
    /// The number of dropped moments.
    package private(set) var omitted = 0

    /// The number of first moments that are never dropped, because they tell how the call began.
    package static let kept = 8

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

    /// The call ended long ago. What is left names its provider and app.
    mutating func forgetMoments() { (moments, omitted) = ([], 0) }

    /// Adds what an event changed about a call.
    mutating func append(from before: Call, to after: Call, staysHeld: Bool, at time: Time, limit: Int) {
        if before.muted != after.muted { append(Moment(after.muted ? .muted : .unmuted, at: time), limit: limit) }
        if !before.silenced, after.silenced { append(Moment(.silenced, at: time), limit: limit) }
        let isMoved = before.reason != after.reason || before.reasonCall != after.reasonCall
        if after.hasEnded {
            append(Moment(.ended, after, at: time), limit: limit)
        } else if isMoved {
            append(Moment(.moved, after, at: time), limit: limit)
        } else if before.state != after.state {
            // The reason belongs to an earlier move.
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

extension Story: Kept {
    package func write(to writer: inout StateWriter) {
        writer.write(provider)
        writer.write(app)
        writer.write(moments)
        writer.write(omitted)
    }

    package init(from reader: inout StateReader) throws(UnreadableState) {
        provider = try reader.read()
        app = try reader.read()
        moments = try reader.read()
        omitted = try reader.read()
    }
}

/// An ended call, while it is remembered.
package struct EndedCall: Hashable, Sendable {
    package let call: Call
    package internal(set) var story: Story

    /// Without its members: no client can read those of an ended call, and a thousand lists of them are long.
    init(call: Call, story: Story) {
        var call = call
        call.follow(nil)
        call.members = CallMembers()
        (self.call, self.story) = (call, story)
    }
}
