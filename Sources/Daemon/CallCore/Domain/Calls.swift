// SPDX-License-Identifier: MIT

/// The calls that have not ended, with the notes about them that no client sees. Every change of a call passes
/// `update`, which remembers how the call was before the event.
package struct Calls: Sendable {
    private(set) var known: [CallID: Call] = [:]
    /// The ids of the calls that were refused or ended last.
    private(set) var used: RecentValues<CallID, FormerCall>
    /// The state that a refused end-call action leads back to, of each call that is ending.
    private(set) var stateBeforeEnding: [CallID: CallState] = [:]
    /// The app's name of the group that a call was found in, for the members that are found later.
    private(set) var foundIn: [CallID: GroupID] = [:]
    /// What providers reported about calls whose start-call actions wait for their turn.
    private var earlyReports: [CallID: EarlyReports] = [:]
    /// What the calls of each provider cost.
    private(set) var costs = Tally<ProviderID>()
    /// The outgoing calls whose time to connect runs.
    private var connecting: Set<CallID> = []

    /// The calls that the event touched, in that order, as they were before; nil = new.
    private var changes: [Change] = []
    private var touched: Set<CallID> = []
    /// The calls that changed since `takeUnwritten`, with their notes.
    private var unwritten = Touched<CallID>()

    /// A call that an event touched.
    struct Change: Sendable {
        let id: CallID
        let before: Call?
    }

    init(limits: Limits) { used = RecentValues(capacity: limits.endedCalls) { $1.cost } }

    mutating func forgetOldestFormer() -> Bool { used.removeOldest() }

    package subscript(id: CallID) -> Call? { known[id] }

    package var values: some Collection<Call> { known.values }
    package var keys: some Collection<CallID> { known.keys }
    package var count: Int { known.count }
    package var isEmpty: Bool { known.isEmpty }

    /// Whether the id is in use, or was a short while ago.
    func isKnown(_ id: CallID) -> Bool { known[id] != nil || used.contains(id) }

    /// A call that was refused or ended a short while ago.
    func former(_ id: CallID) -> FormerCall? { used[id] }

    /// The calls that were refused or ended last, at most this number.
    func lastFormer(_ count: Int) -> [FormerCall] { used.entries(from: used.total - count).map(\.value) }

    /// The id is in use again if it was the one of a former call.
    mutating func insert(_ call: Call, foundIn group: GroupID? = nil) {
        used.remove(call.id)
        touch(call.id, before: nil)
        costs.add(call.cost - (known[call.id]?.cost ?? 0), to: call.provider)
        known[call.id] = call
        if let group { foundIn[call.id] = group }
        unwritten.insert(call.id)
    }

    mutating func update(_ id: CallID, _ change: (inout Call) -> Void) {
        guard let place = known.index(forKey: id) else { return }
        if changes.last?.id != id { touch(id, before: known.values[place]) }
        let cost = known.values[place].cost
        change(&known.values[place])
        costs.add(known.values[place].cost - cost, to: known.values[place].provider)
        unwritten.insert(id)
    }

    /// A call was refused or has ended.
    mutating func markUsed(_ id: CallID, by former: FormerCall) { used.insert(id, former) }

    /// The id is in use again.
    mutating func forgetFormer(_ id: CallID) { used.remove(id) }

    /// A call joins or leaves a group here: the app's name of its group has no meaning any more.
    mutating func forgetFoundGroup(of id: CallID) {
        foundIn[id] = nil
        unwritten.insert(id)
    }

    // MARK: Reports before the start

    mutating func store(connectingAt time: Time, of id: CallID) {
        earlyReports[id, default: EarlyReports()].connectingAt = earlyReports[id]?.connectingAt ?? time
        unwritten.insert(id)
    }

    mutating func store(connectedAt time: Time, of id: CallID) {
        earlyReports[id, default: EarlyReports()].connectedAt = earlyReports[id]?.connectedAt ?? time
        unwritten.insert(id)
    }

    func earlyReports(of id: CallID) -> EarlyReports { earlyReports[id] ?? EarlyReports() }

    mutating func takeEarlyReports(of id: CallID) -> EarlyReports {
        guard let reports = earlyReports.removeValue(forKey: id) else { return EarlyReports() }
        unwritten.insert(id)
        return reports
    }

    // MARK: The end of a call

    /// The end-call action of a call is with its provider.
    mutating func beginEnding(_ id: CallID) {
        stateBeforeEnding[id] = known[id]?.state
        update(id) { $0.state = .ending }
    }

    /// The provider refused to end a call.
    mutating func returnFromEnding(_ id: CallID) {
        guard let state = stateBeforeEnding.removeValue(forKey: id) else { return }
        update(id) { $0.state = state }
    }

    /// A call connected while its end-call action is with the provider.
    mutating func connectWhileEnding(_ id: CallID) {
        stateBeforeEnding[id] = .active
        unwritten.insert(id)
    }

    /// A call has ended. It stays here until the event is announced.
    mutating func end(_ id: CallID, of provider: Provider?, at time: Time, _ change: (inout Call) -> Void) {
        update(id, change)
        if let call = known[id] { markUsed(id, by: FormerCall(call, of: provider, at: time)) }
    }

    /// Removes an ended call after its announcement.
    mutating func remove(_ id: CallID) {
        if let call = known.removeValue(forKey: id) { costs.add(-call.cost, to: call.provider) }
        stateBeforeEnding[id] = nil
        foundIn[id] = nil
        earlyReports[id] = nil
        unwritten.insert(id)
    }

    // MARK: The event

    /// Notes whether the time to connect runs. Returns false if this is not a change.
    mutating func setConnecting(_ id: CallID, _ connects: Bool) -> Bool {
        unwritten.insert(id)
        return connects ? connecting.insert(id).inserted : connecting.remove(id) != nil
    }

    /// The calls that were touched since the last call of this function.
    mutating func takeChanges() -> [Change] {
        defer {
            changes = []
            touched = []
        }
        return changes
    }

    private mutating func touch(_ id: CallID, before: Call?) {
        if touched.insert(id).inserted { changes.append(Change(id: id, before: before)) }
    }

    // MARK: Across a restart

    /// What the service notes about a call that no client sees.
    struct Notes: Hashable {
        var stateBeforeEnding: CallState?
        var foundIn: GroupID?
        var isConnecting = false
        var earlyReports = EarlyReports()
    }

    func notes(about id: CallID) -> Notes {
        Notes(
            stateBeforeEnding: stateBeforeEnding[id], foundIn: foundIn[id], isConnecting: connecting.contains(id),
            earlyReports: earlyReports(of: id))
    }

    mutating func takeUnwritten() -> [CallID] { unwritten.take() }

    mutating func takeUsedChanges() -> [Int] { used.takeChanges() }

    mutating func restore(_ call: Call, _ notes: Notes) {
        known[call.id] = call
        costs.add(call.cost, to: call.provider)
        stateBeforeEnding[call.id] = notes.stateBeforeEnding
        foundIn[call.id] = notes.foundIn
        if notes.isConnecting { connecting.insert(call.id) }
        if notes.earlyReports != EarlyReports() { earlyReports[call.id] = notes.earlyReports }
    }

    mutating func restore(_ id: CallID, of provider: Provider) {
        guard var call = known[id] else { return }
        let cost = call.cost
        call.follow(provider)
        costs.add(call.cost - cost, to: call.provider)
        known[id] = call
    }

    mutating func restore(used entries: [RecentValues<CallID, FormerCall>.Entry]) { used.restore(entries) }
}

/// The reports about an outgoing call that came before its start-call action was delivered; nil = none came.
struct EarlyReports: Hashable {
    var connectingAt: Time?
    var connectedAt: Time?
}

extension Calls.Notes: Kept {
    package func write(to writer: inout StateWriter) {
        writer.write(stateBeforeEnding)
        writer.write(foundIn)
        writer.write(isConnecting)
        writer.write(earlyReports.connectingAt)
        writer.write(earlyReports.connectedAt)
    }

    package init(from reader: inout StateReader) throws(UnreadableState) {
        stateBeforeEnding = try reader.read()
        foundIn = try reader.read()
        isConnecting = try reader.read()
        guard reader.format >= 3 else { return }
        earlyReports.connectingAt = try reader.read()
        earlyReports.connectedAt = try reader.read()
    }
}
