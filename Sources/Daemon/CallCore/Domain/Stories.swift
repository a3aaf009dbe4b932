// SPDX-License-Identifier: MIT

/// The stories of the calls and of those that ended recently. No rule reads their moments.
struct Stories: Sendable {
    private(set) var live: [CallID: Story] = [:]
    private var ended: RecentValues<EndedKey, EndedCall>
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

    /// What the ended calls cost.
    var endedBytes: Int { ended.bytes }

    /// Forgets the call that ended first.
    mutating func forgetOldest() { ended.removeOldest() }

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

    var endedPlaces: Range<Int> { ended.places }

    func ended(at place: Int) -> RecentValues<EndedKey, EndedCall>.Entry? { ended.entry(at: place) }

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
