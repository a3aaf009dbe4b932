// SPDX-License-Identifier: MIT

import CallClient
import CallContract
import CallInterface
import SDBus

/// The registration of this connection as the user's directory. A service that comes back with its state still has it.
final class DirectoryRegistration {
    private let client: CallClient
    private let log: Log
    /// The state of the service that this directory is registered in, see ``CallClient/generation``; nil = none.
    private var generation: Int?
    /// Whether another program is the user's directory.
    private var isRefused = false
    /// How long the service waits for an answer about a call, in microseconds.
    private var deadline: UInt64
    /// How long this process may need for an answer of its own, in microseconds.
    private let ownTime: UInt64
    /// The service's default.
    static let defaultTime: UInt64 = 100_000
    /// Called when the service has this connection as the user's directory.
    var registered: () -> Void = {}

    init(_ client: CallClient, ownTime: UInt64, log: Log) {
        (self.client, self.log) = (client, log)
        (self.ownTime, deadline) = (ownTime, ownTime)
    }

    func begin() {
        client.onPropertiesChanged { [unowned self] change in
            guard change.interface == CallManagerName.manager, change.properties[.hasDirectory]?.bool == false,
                isRefused
            else { return }
            (isRefused, generation) = (false, nil)
            serviceRuns()
        }
    }

    /// Registers with the service, unless its state has the registration.
    func serviceRuns() {
        guard generation != client.generation else { return }
        let new = client.generation
        (generation, isRefused) = (new, false)
        client.report(.registerDirectory, update.wire) { [unowned self] error in
            guard generation == new else { return }
            guard let error else { return registered() }
            isRefused = true
            log("calls are not screened", error)
        }
    }

    /// The screeners may take so long in addition; nil = none is asked.
    func allow(_ screenersTime: UInt64?) {
        deadline = min(ownTime + (screenersTime ?? 0), UInt64(Limits().screeningDeadline))
        guard generation != nil, generation == client.generation, !isRefused else { return }
        client.report(.setDirectoryState, update.wire)
    }

    private var update: DirectoryUpdate {
        var update = DirectoryUpdate()
        update.deadline = deadline
        return update
    }
}
