// SPDX-License-Identifier: MIT

/// The stories of the calls and of those that ended recently. No rule reads them.
struct Stories: Sendable {
    private(set) var live: [CallID: Story] = [:]
    private var ended: RecentValues<CallID, EndedCall>
    /// The notes of the event: changes that the calls do not show.
    private var notes: [(call: CallID, moment: Moment)] = []
    /// The calls whose stories changed since `takeUnwritten`.
    private var unwritten = Touched<CallID>()

    init(limits: Limits) { ended = RecentValues(capacity: limits.endedStories) }

    /// An ended call that is still remembered.
    func endedCall(_ id: CallID) -> EndedCall? { ended[id] }

    /// The calls that ended recently; the last one is last.
    var recentlyEnded: [EndedCall] { ended.inOrder }

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

    /// Moves the story of an ended call to those that are remembered for a while.
    mutating func close(_ call: Call) {
        if let story = live.removeValue(forKey: call.id) { remember(EndedCall(call: call, story: story)) }
    }

    mutating func remember(_ call: EndedCall) { ended.insert(call.call.id, call) }

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

    func ended(at place: Int) -> RecentValues<CallID, EndedCall>.Entry? { ended.entry(at: place) }

    mutating func restore(_ entries: [RecentValues<CallID, EndedCall>.Entry]) { ended.restore(entries) }
}
