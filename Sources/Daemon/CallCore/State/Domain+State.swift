// SPDX-License-Identifier: MIT

/// The state as records, so that the next service continues where this one stopped. A restart is no event: the restored
/// domain decides as this one would.
extension Domain {
    /// Writes what an event changed: the records, and when its timers fire. `elapsed` is the time of the timers.
    package mutating func writeChanges(
        by event: Event, _ effects: [Effect], of uid: UInt32, elapsed: Time, to writer: inout StateWriter
    ) {
        for key in takeChangedKeys() { writer.record(.domain(uid, key)) { write(key, to: &$0) } }
        if case .timerFired(let key) = event { writer.removal(of: .timer(uid, key)) }
        writer.writeTimers(of: effects, uid, elapsed: elapsed)
    }

    /// Writes the whole state, and calls `pause` after each record.
    package func writeAll(
        of uid: UInt32, to writer: inout StateWriter, _ pause: (inout StateWriter) -> Void
    ) {
        for key in recordKeys {
            writer.record(.domain(uid, key)) { write(key, to: &$0) }
            pause(&writer)
        }
    }

    /// The keys whose records changed since the last call of this function.
    package mutating func takeChangedKeys() -> [RecordKey] {
        var keys: [RecordKey] = []
        keys.reserveCapacity(16)
        keys.append(.smallParts)
        if shells.takeChange() { keys.append(.shells) }
        if switchedOff.takeChange() { keys.append(.switchedOff) }
        for id in providers.takeUnwritten() { keys.append(.provider(id)) }
        var touched = Touched<CallID>()
        touched.formUnion(calls.takeUnwritten())
        touched.formUnion(alerts.takeUnwrittenCalls())
        touched.formUnion(stories.takeUnwritten())
        for id in touched.take() { keys.append(.call(id)) }
        for id in transactions.takeUnwritten() { keys.append(.transaction(id)) }
        for caller in alerts.takeUnwrittenCallers() { keys.append(.filtered(caller)) }
        for id in screenings.takeUnwritten() { keys.append(.screened(id)) }
        for place in calls.takeUsedChanges() { keys.append(.usedCall(place)) }
        for place in transactions.takeCompletedActionChanges() { keys.append(.completedAction(place)) }
        for place in transactions.takeCompletedChanges() { keys.append(.completedTransaction(place)) }
        for place in stories.takeEndedChanges() { keys.append(.endedCall(place)) }
        for place in providers.takeDesktopEntryChanges() { keys.append(.desktopEntry(place)) }
        return keys
    }

    /// The keys of the whole state.
    package var recordKeys: [RecordKey] {
        var keys = [RecordKey.smallParts, .shells, .switchedOff]
        keys += providers.keys.map { .provider($0) }
        keys += calls.keys.map { .call($0) }
        keys += transactions.values.map { .transaction($0.id) }
        keys += alerts.filtered.map { .filtered($0) }
        keys += screenings.waiting.keys.map { .screened($0) }
        keys += calls.used.places.map { .usedCall($0) }
        keys += transactions.completedActions.places.map { .completedAction($0) }
        keys += transactions.completed.places.map { .completedTransaction($0) }
        keys += stories.ended.places.map { .endedCall($0) }
        keys += providers.desktopEntries.places.map { .desktopEntry($0) }
        return keys
    }

    /// Writes the value of a key. Returns false, and writes nothing, if the key has no value any more.
    package func write(_ key: RecordKey, to writer: inout StateWriter) -> Bool {
        switch key {
        case .smallParts:
            SmallParts.write(of: self, to: &writer)
            return true
        case .shells: return writer.write(value: shells)
        case .switchedOff: return writer.write(value: switchedOff.names.isEmpty ? nil : switchedOff)
        case .provider(let id): return writer.write(value: providers[id])
        case .call(let id): return KeptCall.write(of: id, in: self, to: &writer)
        case .transaction(let id): return writer.write(value: transactions[id])
        case .filtered(let caller): return alerts.filtered.contains(caller)
        case .usedCall(let place): return writer.write(value: calls.used.entry(at: place))
        case .completedAction(let place): return writer.write(value: transactions.completedActions.entry(at: place))
        case .completedTransaction(let place): return writer.write(value: transactions.completed.entry(at: place))
        case .endedCall(let place): return writer.write(value: stories.ended.entry(at: place))
        case .desktopEntry(let place): return writer.write(value: providers.desktopEntries.entry(at: place))
        case .screened(let id): return writer.write(value: screenings.waiting[id])
        }
    }
}

extension StateWriter {
    /// When the timers of effects fire.
    package mutating func writeTimers(of effects: [Effect], _ uid: UInt32, elapsed: Time) {
        for effect in effects {
            switch effect {
            case .startTimer(let key, let after): writeTimer(key, uid, end: elapsed + after)
            case .cancelTimer(let key): removal(of: .timer(uid, key))
            case .send, .shellIsPrimary, .providerAdded, .providerChanged, .providerRemoved, .callAdded, .callChanged,
                .callRemoved, .audioChanged, .providerRestated, .callRestated, .audioRestated, .screen, .screened,
                .directoryChanged, .callsEnded, .transactionCompleted:
                break
            }
        }
    }

    package mutating func writeTimer(_ key: TimerKey, _ uid: UInt32, end: Time) {
        record(.timer(uid, key)) { $0.write(value: end) }
    }

    /// Returns false if there is no value.
    package mutating func write(value: (some Kept)?) -> Bool {
        guard let value else { return false }
        write(value)
        return true
    }
}

extension Domain {
    /// The domain that wrote these records. The policy may be another one than before.
    package init(
        restoring records: some Sequence<(key: RecordKey, value: StateReader)>, policy: Policy
    ) throws(UnreadableState) {
        self.init(seed: 0, policy: policy)
        var recent = Recent()
        for (key, record) in records {
            var reader = record
            try restore(key, from: &reader, &recent)
            guard reader.isAtEnd else { throw UnreadableState(message: "A record is too long") }
        }
        calls.restore(used: recent.usedCalls)
        transactions.restore(actions: recent.actions, transactions: recent.transactions)
        stories.restore(recent.ended, lastNumber: stories.lastNumber)
        providers.restore(desktopEntries: recent.desktopEntries)
        screenings.restore(recent.screened)
        for provider in providers.values {
            for call in provider.calls { calls.restore(call, of: provider) }
        }
    }

    /// The entries whose order counts, in any order.
    private struct Recent {
        var usedCalls: [RecentValues<CallID, FormerCall>.Entry] = []
        var actions: [RecentValues<ActionID, ProviderID?>.Entry] = []
        var transactions: [RecentValues<TransactionID, NamedRequest?>.Entry] = []
        var ended: [RecentValues<EndedKey, EndedCall>.Entry] = []
        var desktopEntries: [RecentValues<String, String>.Entry] = []
        var screened: [Screenings.Waiting] = []
    }

    private mutating func restore(
        _ key: RecordKey, from reader: inout StateReader, _ recent: inout Recent
    ) throws(UnreadableState) {
        switch key {
        case .smallParts: try SmallParts(from: &reader).restore(in: &self)
        case .shells: shells = try reader.read()
        case .switchedOff: switchedOff = try reader.read()
        case .provider: providers.restore(try reader.read())
        case .call: restore(try KeptCall(from: &reader))
        case .transaction: transactions.restore(try reader.read(Transaction.self))
        case .filtered(let caller):
            alerts.restore(filtered: caller)
        case .usedCall: recent.usedCalls.append(try reader.read())
        case .completedAction: recent.actions.append(try reader.read())
        case .completedTransaction: recent.transactions.append(try reader.read())
        case .endedCall: recent.ended.append(try reader.read())
        case .desktopEntry: recent.desktopEntries.append(try reader.read())
        case .screened: recent.screened.append(try reader.read())
        }
    }

    private mutating func restore(_ record: KeptCall) {
        let id = record.call.id
        calls.restore(record.call, record.notes)
        if let story = record.story { stories.begin(story, of: id) }
        if let arrival = record.arrival { alerts.restore(ringing: arrival, id, isSilenced: record.isSilenced) }
    }
}

/// The small parts of a domain, written with every event.
struct SmallParts: Hashable {
    let audio: Audio
    let lane: Lane
    let occupancy: Occupancy
    let ids: IDSource
    let lastProvider: ProviderID
    let lastTransaction: UInt64
    let lastArrival: UInt64
    let lastScreening: UInt64
    let directory: Screenings.Directory?
    let hasEmergencyWindow: Bool
    let lastEnded: Int

    func restore(in domain: inout Domain) {
        (domain.audio, domain.lane, domain.occupancy, domain.ids) = (audio, lane, occupancy, ids)
        domain.providers.lastID = lastProvider
        domain.transactions.lastSerial = lastTransaction
        domain.alerts.lastArrival = lastArrival
        domain.screenings.lastNumber = lastScreening
        domain.screenings.restore(directory)
        domain.hasEmergencyWindow = hasEmergencyWindow
        domain.stories.restore([], lastNumber: lastEnded)
    }

    /// Writes them from the domain, without a copy of them.
    static func write(of domain: Domain, to writer: inout StateWriter) {
        writer.write(domain.audio)
        writer.write(domain.lane)
        writer.write(domain.occupancy)
        writer.write(domain.ids)
        writer.write(domain.providers.lastID)
        writer.write(domain.transactions.lastSerial)
        writer.write(domain.alerts.lastArrival)
        writer.write(domain.screenings.lastNumber)
        writer.write(domain.screenings.directory)
        writer.write(domain.hasEmergencyWindow)
        writer.write(domain.stories.lastNumber)
    }

    init(from reader: inout StateReader) throws(UnreadableState) {
        audio = try reader.read()
        lane = try reader.read()
        occupancy = try reader.read()
        ids = try reader.read()
        lastProvider = try reader.read()
        lastTransaction = try reader.read()
        lastArrival = try reader.read()
        lastScreening = reader.format >= 2 ? try reader.read() : 0
        directory = reader.format >= 2 ? try reader.read() : nil
        hasEmergencyWindow = reader.format >= 2 ? try reader.read() : false
        lastEnded = reader.format >= 2 ? try reader.ringNumber() : 0
    }
}

/// Everything that the parts of a domain know about one call.
struct KeptCall: Hashable {
    let call: Call
    let notes: Calls.Notes
    let story: Story?
    /// Its number among the calls that ring; nil = it does not ring.
    let arrival: UInt64?
    let isSilenced: Bool

    /// Writes it from the parts of the domain, without a copy of them. Returns false, and writes nothing, if there is
    /// no such call.
    static func write(of id: CallID, in domain: Domain, to writer: inout StateWriter) -> Bool {
        guard let call = domain.calls[id] else { return false }
        writer.write(call)
        writer.write(domain.calls.notes(about: id))
        writer.write(domain.stories.live[id])
        writer.write(domain.alerts.ringing[id])
        writer.write(domain.alerts.silenced.contains(id))
        return true
    }

    init(from reader: inout StateReader) throws(UnreadableState) {
        call = try reader.read()
        notes = try reader.read()
        story = try reader.read()
        arrival = try reader.read()
        isSilenced = try reader.read()
    }
}

extension Domain {
    /// The connections that the state names. Each must be reported when it leaves the bus.
    package var clients: Set<Client> {
        var clients = Set(providers.values.map(\.client))
        clients.formUnion(shells.all.map(\.client))
        if let directory = screenings.directory { clients.insert(directory.client) }
        for transaction in transactions.values {
            clients.formUnion(transaction.audience)
            if let requester = transaction.requester { clients.insert(requester.client) }
        }
        clients.formUnion(transactions.completedRequests.map(\.client))
        return clients
    }
}
