// SPDX-License-Identifier: MIT

/// The state as records, so that the next service continues where this one stopped. A restart is no event: the restored
/// domain decides as this one would.
extension Domain {
    /// The records of everything that changed since the last call of this function.
    package mutating func takeRecords() -> [StateRecord] {
        var records = [StateRecord(.rest, Rest(self))]
        if shells.takeChange() { records.append(StateRecord(.shells, shells)) }
        records += providers.takeUnwritten().map { StateRecord(.provider($0), providers[$0]) }
        let touched = calls.takeUnwritten().union(alerts.takeUnwrittenCalls()).union(stories.takeUnwritten())
        records += touched.map { StateRecord(.call($0), callRecord($0)) }
        records += transactions.takeUnwritten().map { StateRecord(.transaction($0), transactions[$0]) }
        for caller in alerts.takeUnwrittenCallers() {
            records.append(StateRecord(.filtered(caller), alerts.filtered.contains(caller) ? Nothing() : nil))
        }
        records += calls.takeUsedChanges().map { StateRecord(.usedCall($0), calls.used(at: $0)) }
        records += transactions.takeCompletedActionChanges().map {
            StateRecord(.completedAction($0), transactions.completedAction(at: $0))
        }
        records += transactions.takeCompletedChanges().map {
            StateRecord(.completedTransaction($0), transactions.completed(at: $0))
        }
        records += stories.takeEndedChanges().map { StateRecord(.endedCall($0), stories.ended(at: $0)) }
        records += providers.takeDesktopEntryChanges().map {
            StateRecord(.desktopEntry($0), providers.desktopEntry(at: $0))
        }
        return records
    }

    /// The records of the whole state.
    package var records: [StateRecord] {
        var records = [StateRecord(.rest, Rest(self)), StateRecord(.shells, shells)]
        records += providers.values.map { StateRecord(.provider($0.id), $0) }
        records += calls.keys.map { StateRecord(.call($0), callRecord($0)) }
        records += transactions.values.map { StateRecord(.transaction($0.id), $0) }
        records += alerts.filtered.map { StateRecord(.filtered($0), Nothing()) }
        records += calls.usedPlaces.map { StateRecord(.usedCall($0), calls.used(at: $0)) }
        records += transactions.completedActionPlaces.map {
            StateRecord(.completedAction($0), transactions.completedAction(at: $0))
        }
        records += transactions.completedPlaces.map {
            StateRecord(.completedTransaction($0), transactions.completed(at: $0))
        }
        records += stories.endedPlaces.map { StateRecord(.endedCall($0), stories.ended(at: $0)) }
        records += providers.desktopEntryPlaces.map { StateRecord(.desktopEntry($0), providers.desktopEntry(at: $0)) }
        return records
    }

    private func callRecord(_ id: CallID) -> CallRecord? {
        calls[id].map {
            CallRecord(
                call: $0, notes: calls.notes(about: id), story: stories.live[id], arrival: alerts.ringing[id],
                isSilenced: alerts.silenced.contains(id))
        }
    }
}
