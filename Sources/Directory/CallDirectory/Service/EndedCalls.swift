// SPDX-License-Identifier: MIT

import AddressBooks
import CallClient
import CallContract
import CallInterface
import DirectoryDatabase
import DiskWork
import PhoneNumbers
import SDBus

/// Takes the calls that have ended from the service, and records them. The database keeps the number of the last one in
/// the same transaction, so no call is lost or recorded twice, whichever process is killed.
final class EndedCalls {
    private let client: CallClient
    private let store: DirectoryStore
    private let callers: Callers
    /// Whether the callers have the names of their contacts. Until then the service keeps the calls.
    private var isReady = false
    private var isTaking = false
    /// Whether the service has said meanwhile that more calls have ended.
    private var isStale = false

    init(_ client: CallClient, _ store: DirectoryStore, _ callers: Callers) {
        (self.client, self.store, self.callers) = (client, store, callers)
    }

    func begin() throws(BusError) {
        try client.listen(to: CallManagerName.manager) { [unowned self] signal in
            if signal.member == SignalName.callsEnded.rawValue { take() }
        }
    }

    /// The contacts are known, or have had their time.
    func nameCallers() {
        isReady = true
        take()
    }

    /// Takes the calls after the last recorded one. Does nothing while the database cannot be used: the service keeps
    /// them.
    func take() {
        guard isReady, client.owner != nil else { return }
        guard !isTaking else { return isStale = true }
        (isTaking, isStale) = (true, false)
        store.read(for: .own) { (database) throws(DirectoryProblem) in
            try database.history.position
        } then: { [unowned self] result in
            guard case .success(let position) = result else { return finish() }
            client.call(.takeEndedCalls, position?.instance ?? "", position?.after ?? 0) { [unowned self] reply in
                guard let (instance, lines) = try? reply.get().read(String.self, [[String: Variant]].self),
                    let last = lines.last?.time(.number)
                else { return finish() }
                record(lines, History.Position(instance: instance, after: last))
            }
        }
    }

    private func record(_ lines: [[String: Variant]], _ position: History.Position) {
        let calls = lines.compactMap(pastCall)
        store.writeHistory(for: .own) { (history) throws(DirectoryProblem) in
            try history.record(calls, position: position)
        } then: { [unowned self] _ in
            finish()
        }
    }

    private func finish() {
        isTaking = false
        if isStale { take() }
    }

    /// nil for a line that is not valid.
    private func pastCall(_ line: [String: Variant]) -> PastCall? {
        let call = CallRecord(ended: line)
        guard let uuid = CallID(call.uuid) else { return nil }
        let reason = call.endedReason.word ?? .failed
        var past = PastCall(
            uuid, provider: call.provider, startedAt: call.startedAt,
            endedAt: call.properties.time(.endedAt), endedReason: reason,
            outcome: CallOutcome(
                outgoing: call.isOutgoing, hasConnected: call.connectedAt != 0, endedReason: reason,
                filteredBy: call.filteredBy.word))
        past.providerName = call.text(.providerName)
        past.app = call.text(.appID)
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

/// Writes the history into files of the user's programs, on a thread of its own: a program that does not read delays
/// only itself.
final class HistoryWriter {
    private let store: DirectoryStore
    private let files: FileThreads
    private var isExporting = false

    init(_ store: DirectoryStore, _ files: FileThreads) { (self.store, self.files) = (store, files) }

    /// Replies when the whole history is in the file.
    func export(as format: HistoryExport.Format, to file: BusFile, _ reply: PendingReply<>) {
        guard !isExporting else {
            return reply.fail(
                BusError(
                    name: StandardErrorName.limitsExceeded,
                    message: "Another export is not finished; wait for its end, or end the program that reads it."))
        }
        isExporting = true
        store.read { (database) throws(DirectoryProblem) in
            database.history
        } then: { [unowned self] result in
            guard case .success(let history) = result else { return finish(result.map { _ in }, reply) }
            let isAccepted = files.perform(at: "history") {
                Result { () throws(DirectoryProblem) in
                    var export = HistoryExport(history, as: format)
                    try export.write(to: file.descriptor)
                }
            } then: { [unowned self] in
                finish($0, reply)
            }
            if !isAccepted { finish(.failure(.tooManyRequests), reply) }
        }
    }

    private func finish(_ result: Result<Void, DirectoryProblem>, _ reply: PendingReply<>) {
        isExporting = false
        result.complete(reply)
    }
}
