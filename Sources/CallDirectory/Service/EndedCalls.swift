// SPDX-License-Identifier: MIT

import CallClient
import CallInterface
import CallModel
import Contacts
import DirectoryHistory
import PhoneNumbers
import SDBus

/// Records the calls that the service lists as ended. The history has each call once, so a list may come again.
final class EndedCalls {
    private let client: CallClient
    private let store: DirectoryStore
    private let callers: Callers
    /// The providers of calls that may have ended since the last list, by identifier.
    private var providers: [String: ProviderRecord] = [:]
    private var goneProviders: Set<String> = []
    private var isAsking = false
    /// Whether a call has ended since the service was asked.
    private var isStale = false
    /// The last list that was recorded.
    private var recorded: Set<[String: Variant]> = []

    init(_ client: CallClient, _ store: DirectoryStore, _ callers: Callers) {
        (self.client, self.store, self.callers) = (client, store, callers)
    }

    func follow(_ provider: ProviderRecord) {
        providers[provider.identifier] = provider
        goneProviders.remove(provider.identifier)
    }

    /// Its last calls are not in a list yet.
    func forget(_ provider: ProviderRecord) {
        goneProviders.insert(provider.identifier)
        update()
    }

    /// Asks for the calls that have ended, and records those that are new. The service starts no more for it: only a service
    /// that runs knows ended calls.
    func update() {
        guard client.owner != nil else { return }
        guard !isAsking else { return isStale = true }
        (isAsking, isStale) = (true, false)
        let gone = goneProviders
        takeEndedCalls { [unowned self] lines in
            isAsking = false
            if let lines { record(lines) }
            for provider in gone where goneProviders.contains(provider) {
                goneProviders.remove(provider)
                providers[provider] = nil
            }
            if isStale { update() }
        }
    }

    /// The only question to the service about ended calls; nil if it does not answer.
    private func takeEndedCalls(_ completion: @escaping ([[String: Variant]]?) -> Void) {
        client.call(.listEndedCalls) { completion(try? $0.get().read([[String: Variant]].self)) }
    }

    private func record(_ lines: [[String: Variant]]) {
        let new = lines.filter { !recorded.contains($0) }
        let calls = new.compactMap(pastCall)
        guard !new.isEmpty else { return }
        let now = SystemClock.realtime
        store.write { (database) throws(DirectoryProblem) in
            try database.history.record(calls)
            while try database.history.removeExpired(now: now) {}
        } then: { [unowned self] result in
            if case .success = result { recorded = Set(lines) }
        }
    }

    /// nil for a call that does not belong into the history.
    private func pastCall(_ line: [String: Variant]) -> PastCall? {
        let call = CallRecord(ended: line)
        guard let uuid = CallID(call.uuid) else { return nil }
        let provider = providers[call.provider]
        guard provider?.properties[.includesCallsInRecents]?.bool != false else { return nil }
        let reason = call.endedReason.word ?? .failed
        var past = PastCall(
            uuid, line: CallLine(provider: call.provider), startedAt: call.startedAt,
            endedAt: call.properties.time(.endedAt), endedReason: reason,
            outcome: CallOutcome(
                outgoing: call.isOutgoing, hasConnected: call.connectedAt != 0, endedReason: reason,
                filteredBy: call.filteredBy.word))
        past.providerName = call.text(.providerName)
        past.app = provider?.appID ?? ""
        past.connectedAt = call.connectedAt
        past.isOutgoing = call.isOutgoing
        past.hasVideo = call.flag(.hasVideo)
        past.isProviderLost = call.reason == .providerLost
        let caller = callers.caller(call.handle.handle)
        past.handle = call.handle.handle
        past.callerKey = caller.key.text
        past.name = call.callerName.isEmpty ? caller.contact?.name ?? caller.favourite?.name ?? "" : call.callerName
        return past
    }
}
