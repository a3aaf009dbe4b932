// SPDX-License-Identifier: MIT

/// The stories of the calls and of those that ended recently. No rule reads their moments.
struct Stories: Sendable {
    private(set) var live: [CallID: Story] = [:]
    private(set) var ended: RecentValues<EndedKey, EndedCall>
    /// How many ended calls keep their moments.
    let explained: Int
    /// The notes of the event: changes that the calls do not show.
    private var notes: [(call: CallID, moment: Moment)] = []
    /// The calls whose stories changed since `takeUnwritten`.
    private var unwritten = Touched<CallID>()

    init(limits: Limits) {
        ended = RecentValues(capacity: limits.endedCalls) { $1.cost }
        explained = limits.endedStories
    }

    /// Forgets the call that ended first. Returns false if there is none.
    mutating func forgetOldest() -> Bool { ended.removeOldest() }

    /// An ended call that is still remembered; the last one with this id.
    func endedCall(_ id: CallID) -> EndedCall? { ended.last { $0.call == id }?.value }

    /// The ended calls that keep their moments; the last one is last.
    var recentlyEnded: [EndedCall] {
        ended.entries(from: ended.total - explained).map(\.value).filter { !$0.story.moments.isEmpty }
    }

    /// The number of the call that ended last. The first one has the number 1.
    var lastNumber: Int { ended.total }

    /// The ended calls with a number above this one, oldest first.
    func ended(after number: Int) -> [(number: Int, ended: EndedCall)] {
        ended.entries(from: number).map { ($0.number + 1, $0.value) }
    }

    mutating func begin(_ story: Story, of id: CallID) {
        live[id] = story
        unwritten.insert(id)
    }

    mutating func append(_ moment: Moment, to id: CallID, limit: Int) {
        live[id]?.append(moment, limit: limit)
        unwritten.insert(id)
    }

    /// Adds what an event changed about a call.
    mutating func append(
        from before: Call, to after: Call, staysHeld: Bool, at time: Time, limit: Int
    ) {
        live[after.id]?.append(from: before, to: after, staysHeld: staysHeld, at: time, limit: limit)
        unwritten.insert(after.id)
    }

    /// Moves the story of an ended call to those that are remembered for a while, unless the call is not to be
    /// remembered.
    mutating func close(_ call: Call, isRemembered: Bool) {
        guard let story = live.removeValue(forKey: call.id), isRemembered else { return }
        remember(EndedCall(call: call, story: story))
    }

    /// The call comes last, also if an earlier end of it is known. The call that ended `explained` calls ago keeps only
    /// its facts.
    mutating func remember(_ call: EndedCall) {
        let key = EndedKey(call: call.call.id, startedAt: call.call.startedAt)
        ended.remove(key)
        ended.insert(key, call)
        ended.update(number: lastNumber - 1 - explained) { $0.story.forgetMoments() }
    }

    /// The call goes on. Its number stays empty.
    mutating func forgetEnded(_ id: CallID) {
        if let key = ended.last(where: { $0.call == id })?.key { ended.remove(key) }
    }

    mutating func note(_ moment: Moment, of call: CallID) { notes.append((call, moment)) }

    /// The notes since the last call of this function.
    mutating func takeNotes() -> [(call: CallID, moment: Moment)] {
        defer { notes = [] }
        return notes
    }

    // MARK: Across a restart

    mutating func takeUnwritten() -> [CallID] { unwritten.take() }

    mutating func takeEndedChanges() -> [Int] { ended.takeChanges() }

    mutating func restore(_ entries: [RecentValues<EndedKey, EndedCall>.Entry], lastNumber: Int) {
        ended.restore(entries, total: lastNumber)
    }
}

/// An ended call. Calls that follow each other may have the same id.
struct EndedKey: Hashable {
    let call: CallID
    let startedAt: Time
}

extension EndedKey: Kept {
    package func write(to writer: inout StateWriter) {
        writer.write(call)
        writer.write(startedAt)
    }

    package init(from reader: inout StateReader) throws(UnreadableState) {
        call = try reader.read()
        startedAt = reader.format >= 3 ? try reader.read() : 0
    }
}

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

    init(_ what: MomentWord, at time: Time, state: CallState? = nil, call: CallID? = nil) {
        (self.what, self.time) = (what, time)
        (self.state, self.call) = (state, call)
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
            append(Moment(.moved, at: time, state: after.state), limit: limit)
        }
        if staysHeld { append(Moment(.staysHeld, at: time, call: before.heldFor), limit: limit) }
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
