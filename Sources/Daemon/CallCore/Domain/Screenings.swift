// SPDX-License-Identifier: MIT

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
