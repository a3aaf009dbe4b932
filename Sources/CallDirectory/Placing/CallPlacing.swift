// SPDX-License-Identifier: MIT

import CallClient
import CallInterface
import CallModel
import DirectoryHistory
import PhoneNumbers
import SDBus

/// Asks the service for calls that the user wants to make, each through the line that fits the other side.
final class CallPlacing {
    private let client: CallClient
    private let store: DirectoryStore
    private let callers: Callers
    /// More calls are not looked at for a redial.
    private static let redialLimit = 100

    init(_ client: CallClient, _ store: DirectoryStore, _ callers: Callers) {
        (self.client, self.store, self.callers) = (client, store, callers)
    }

    /// Calls a number, an address or a contact. `provider` is the user's choice; empty = the line that fits.
    func place(
        _ callee: Callee, by provider: String, _ details: StartCallDetails,
        then completion: @escaping (Result<String, BusError>) -> Void
    ) {
        let keys = callee.handles.map { callers.caller($0).key.text }
        store.read { (database) throws(DirectoryProblem) in
            try database.history.lastCall(withCallers: keys)
        } then: { [unowned self] result in
            // A call does not need the history.
            let last = (try? result.get()) ?? nil
            guard let index = last.flatMap({ keys.firstIndex(of: $0.callerKey) }) ?? keys.indices.first else { return }
            let handle = callee.handles[index]
            let caller = callers.caller(handle)
            var details = details
            if details.displayName.isEmpty { details.displayName = caller.name }
            let lines = callers.providers(of: caller, last: last?.provider) + [""]
            start(handle, by: provider.isEmpty ? lines[...] : [provider], details, then: completion)
        }
    }

    /// Calls the other side of the user's last outgoing call again, through the same line if it is there.
    func redial(_ reply: PendingReply<String>) {
        var filter = HistoryFilter()
        filter.isOutgoing = true
        let outgoing = filter
        store.read { (database) throws(DirectoryProblem) in
            try database.history.calls(outgoing, limit: Self.redialLimit).first { $0.call.handle != nil }?.call
        } then: { [unowned self] result in
            reply.complete(result) { [unowned self] reply, call in
                guard let call, let handle = call.handle else {
                    return reply.fail(
                        BusError(
                            name: DirectoryName.noCallError,
                            message: "The history has no outgoing call; make a call first."))
                }
                var details = StartCallDetails()
                details.video = call.hasVideo
                start(handle, by: [call.provider, ""], details) { $0.complete(reply) }
            }
        }
    }

    /// Asks the first of the providers that is registered; "" = the user's default.
    private func start(
        _ handle: Handle, by providers: ArraySlice<String>, _ details: StartCallDetails,
        then completion: @escaping (Result<String, BusError>) -> Void
    ) {
        guard let provider = providers.first else { return }
        client.call(.requestStartCall, provider, handle.wire, details.wire) { [weak self] answer in
            let result = Result { () throws(BusError) in try answer.get().read(String.self) }
            let rest = providers.dropFirst()
            guard let self, case .failure(let error) = result, error.code == .unknownProvider, !rest.isEmpty else {
                return completion(result)
            }
            start(handle, by: rest, details, then: completion)
        }
    }
}
