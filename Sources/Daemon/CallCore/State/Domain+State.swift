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
        keys.append(.rest)
        if shells.takeChange() { keys.append(.shells) }
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
        var keys = [RecordKey.rest, .shells]
        keys += providers.keys.map { .provider($0) }
        keys += calls.keys.map { .call($0) }
        keys += transactions.values.map { .transaction($0.id) }
        keys += alerts.filtered.map { .filtered($0) }
        keys += screenings.waiting.keys.map { .screened($0) }
        keys += calls.usedPlaces.map { .usedCall($0) }
        keys += transactions.completedActionPlaces.map { .completedAction($0) }
        keys += transactions.completedPlaces.map { .completedTransaction($0) }
        keys += stories.endedPlaces.map { .endedCall($0) }
        keys += providers.desktopEntryPlaces.map { .desktopEntry($0) }
        return keys
    }

    /// Writes the value of a key. Returns false, and writes nothing, if the key has no value any more.
    package func write(_ key: RecordKey, to writer: inout StateWriter) -> Bool {
        switch key {
        case .rest:
            Rest.write(of: self, to: &writer)
            return true
        case .shells: return writer.write(value: shells)
        case .provider(let id): return writer.write(value: providers[id])
        case .call(let id): return CallRecord.write(of: id, in: self, to: &writer)
        case .transaction(let id): return writer.write(value: transactions[id])
        case .filtered(let caller): return alerts.filtered.contains(caller)
        case .usedCall(let place): return writer.write(value: calls.used(at: place))
        case .completedAction(let place): return writer.write(value: transactions.completedAction(at: place))
        case .completedTransaction(let place): return writer.write(value: transactions.completed(at: place))
        case .endedCall(let place): return writer.write(value: stories.ended(at: place))
        case .desktopEntry(let place): return writer.write(value: providers.desktopEntry(at: place))
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
            case .tell, .shellIsPrimary, .providerAdded, .providerChanged, .providerRemoved, .callAdded, .callChanged,
                .callRemoved, .audioChanged, .providerRestated, .callRestated, .audioRestated, .screen, .screened,
                .directoryChanged, .callsEnded, .transactionCompleted:
                break
            }
        }
    }

    package mutating func writeTimer(_ key: TimerKey, _ uid: UInt32, end: Time) {
        record(.timer(uid, key)) { writer in
            writer.write(end)
            return true
        }
    }

    /// Returns false if there is no value.
    fileprivate mutating func write(value: (some Kept)?) -> Bool {
        guard let value else { return false }
        write(value)
        return true
    }
}
