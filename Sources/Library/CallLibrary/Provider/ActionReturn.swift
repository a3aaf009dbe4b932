// SPDX-License-Identifier: MIT

import CallClient

/// Returns the outcome of an action to the service, through the provider that performed it.
struct ActionReturn: Sendable {
    private let record: ActionRecord
    private let provider: ProviderName

    init(_ record: ActionRecord, to provider: ProviderName) {
        self.record = record
        self.provider = provider
    }

    func complete(_ outcome: ActionOutcome) {
        let (record, provider) = (record, provider)
        ServiceThread.perform { thread in
            thread.providers[provider.current]?.complete(record, outcome, in: thread.providers)
        }
    }
}
