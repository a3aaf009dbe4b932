// SPDX-License-Identifier: MIT

/// The calls that ring, and the callers that do-not-disturb or another call quieted recently.
struct Alerts: Hashable, Sendable {
    /// The incoming calls without an accepted answer, each with its number in the order of arrival.
    private(set) var ringing: [CallID: UInt64] = [:]
    /// Those among them that must ring without a sound.
    private(set) var silenced: Set<CallID> = []
    /// The callers that may ring if they try again.
    private(set) var filtered: Set<Handle> = []
    /// What these callers cost.
    private(set) var filteredBytes = 0
    var lastArrival: UInt64 = 0
    /// The calls and callers that changed since they were taken.
    private var unwrittenCalls = Touched<CallID>()
    private var unwrittenCallers = Touched<Handle>()

    var isEmpty: Bool { ringing.isEmpty }
    var isSilent: Bool { silenced.count == ringing.count }

    /// The calls that ring; the one that has rung longest is first.
    var inOrder: [CallID] { ringing.sorted { $0.value < $1.value }.map(\.key) }

    func rings(_ id: CallID) -> Bool { ringing[id] != nil }

    mutating func start(_ id: CallID, silenced isSilenced: Bool) {
        lastArrival += 1
        ringing[id] = lastArrival
        unwrittenCalls.insert(id)
        if isSilenced { silenced.insert(id) }
    }

    /// Returns false if the call did not ring.
    mutating func stop(_ id: CallID) -> Bool {
        guard ringing.removeValue(forKey: id) != nil else { return false }
        silenced.remove(id)
        unwrittenCalls.insert(id)
        return true
    }

    /// A call that rings must not sound any more.
    mutating func silence(_ id: CallID) {
        silenced.insert(id)
        unwrittenCalls.insert(id)
    }

    /// Remembers a quieted caller, if there is space. Returns false if nothing was remembered.
    mutating func remember(_ caller: Handle, limit: Int) -> Bool {
        guard filtered.count < limit, filtered.insert(caller).inserted else { return false }
        filteredBytes += Cost.entry + caller.cost
        unwrittenCallers.insert(caller)
        return true
    }

    mutating func forget(_ caller: Handle) {
        if filtered.remove(caller) != nil { filteredBytes -= Cost.entry + caller.cost }
        unwrittenCallers.insert(caller)
    }

    // MARK: Across a restart

    mutating func takeUnwrittenCalls() -> [CallID] { unwrittenCalls.take() }
    mutating func takeUnwrittenCallers() -> [Handle] { unwrittenCallers.take() }

    mutating func restore(ringing arrival: UInt64, _ id: CallID, isSilenced: Bool) {
        ringing[id] = arrival
        if isSilenced { silenced.insert(id) }
    }

    mutating func restore(filtered caller: Handle) {
        if filtered.insert(caller).inserted { filteredBytes += Cost.entry + caller.cost }
    }
}

/// The user's directory, and the reported calls that wait for its answer. No client sees such a call.
package struct Screenings: Hashable, Sendable {
    /// The program that knows the user's contacts and lists.
    struct Directory: Hashable {
        let client: Client
        var deadline: UInt64 = 100_000
        var whenLate = Verdict.allow
    }

    /// A call that waits.
    struct Waiting: Hashable {
        var call: Call
        /// Its place among the calls that wait.
        let number: UInt64
        /// The number of its reports.
        var reports = 1

        var cost: Int { call.cost + reports * Cost.waitingReport }
    }

    /// nil = there is none, so no call waits.
    private(set) var directory: Directory?
    private(set) var waiting: [CallID: Waiting] = [:]
    /// The calls of each provider that wait, in the order of their reports.
    private(set) var ofProvider: [ProviderID: [CallID]] = [:]
    /// What the calls of each provider that wait cost.
    private(set) var costs = Tally<ProviderID>()
    var lastNumber: UInt64 = 0
    /// The calls that changed since `takeUnwritten`.
    private var unwritten = Touched<CallID>()

    subscript(id: CallID) -> Call? { waiting[id]?.call }

    package var hasDirectory: Bool { directory != nil }

    var isEmpty: Bool { directory == nil && waiting.isEmpty }

    /// The calls that wait, in the order of their reports.
    var inOrder: [Call] { waiting.values.sorted { $0.number < $1.number }.map(\.call) }

    /// The calls of a provider that wait, in the order of their reports.
    func calls(of provider: ProviderID) -> [Call] { ofProvider[provider, default: []].compactMap { self[$0] } }

    mutating func register(_ client: Client) { directory = Directory(client: client) }

    mutating func loseDirectory() { directory = nil }

    mutating func apply(_ update: DirectoryUpdate) {
        if let deadline = update.deadline { directory?.deadline = deadline }
        if let verdict = update.whenLate { directory?.whenLate = verdict }
    }

    mutating func insert(_ call: Call) {
        lastNumber += 1
        let waiting = Waiting(call: call, number: lastNumber)
        costs.add(waiting.cost, to: call.provider)
        self.waiting[call.id] = waiting
        ofProvider[call.provider, default: []].append(call.id)
        unwritten.insert(call.id)
    }

    mutating func update(_ id: CallID, _ change: (inout Call) -> Void) {
        guard let place = waiting.index(forKey: id) else { return }
        let cost = waiting.values[place].cost
        change(&waiting.values[place].call)
        costs.add(waiting.values[place].cost - cost, to: waiting.values[place].call.provider)
        unwritten.insert(id)
    }

    /// Counts one report more. Returns false if that is too many.
    mutating func noteReport(of id: CallID, limit: Int) -> Bool {
        guard let place = waiting.index(forKey: id), waiting.values[place].reports < limit else { return false }
        waiting.values[place].reports += 1
        costs.add(Cost.waitingReport, to: waiting.values[place].call.provider)
        unwritten.insert(id)
        return true
    }

    mutating func remove(_ id: CallID) -> Call? {
        guard let removed = waiting.removeValue(forKey: id) else { return nil }
        let call = removed.call
        costs.add(-removed.cost, to: call.provider)
        ofProvider[call.provider]?.removeAll { $0 == id }
        if ofProvider[call.provider]?.isEmpty == true { ofProvider[call.provider] = nil }
        unwritten.insert(id)
        return call
    }

    // MARK: Across a restart

    mutating func takeUnwritten() -> [CallID] { unwritten.take() }

    mutating func restore(_ calls: [Waiting]) {
        for waiting in calls.sorted(by: { $0.number < $1.number }) {
            self.waiting[waiting.call.id] = waiting
            costs.add(waiting.cost, to: waiting.call.provider)
            ofProvider[waiting.call.provider, default: []].append(waiting.call.id)
        }
    }

    mutating func restore(_ directory: Directory?) { self.directory = directory }
}

extension Screenings.Directory: Kept {
    package func write(to writer: inout StateWriter) {
        writer.write(client)
        writer.write(deadline)
        writer.write(whenLate)
    }

    package init(from reader: inout StateReader) throws(UnreadableState) {
        client = try reader.read()
        deadline = try reader.read()
        whenLate = try reader.read()
    }
}

extension Screenings.Waiting: Kept {
    package func write(to writer: inout StateWriter) {
        writer.write(call)
        writer.write(number)
        writer.write(reports)
    }

    package init(from reader: inout StateReader) throws(UnreadableState) {
        call = try reader.read()
        number = try reader.read()
        reports = try reader.read()
    }
}
