// SPDX-License-Identifier: MIT

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
        case .rest: try Rest(from: &reader).restore(in: &self)
        case .shells: shells = try reader.read()
        case .provider: providers.restore(try reader.read())
        case .call: restore(try CallRecord(from: &reader))
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

    private mutating func restore(_ record: CallRecord) {
        let id = record.call.id
        calls.restore(record.call, record.notes)
        if let story = record.story { stories.begin(story, of: id) }
        if let arrival = record.arrival { alerts.restore(ringing: arrival, id, isSilenced: record.isSilenced) }
    }
}
