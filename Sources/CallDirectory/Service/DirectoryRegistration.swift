// SPDX-License-Identifier: MIT

import CallClient
import CallInterface
import CallModel
import SDBus

/// The registration of this connection as the user's directory. A service that comes back with its state still has it.
final class DirectoryRegistration {
    private let client: CallClient
    private let log: (String) -> Void
    /// The state of the service that this directory is registered in, see ``CallClient/generation``; nil = none.
    private var generation: Int?
    /// Whether another program is the user's directory.
    private var isRefused = false
    /// Called when the service has this connection as the user's directory.
    var registered: () -> Void = {}

    init(_ client: CallClient, log: @escaping (String) -> Void) {
        (self.client, self.log) = (client, log)
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
        client.report(.registerDirectory, DirectoryUpdate().wire) { [unowned self] error in
            guard generation == new else { return }
            guard let error else { return registered() }
            isRefused = true
            log("Calls are not screened: \(error.message)")
        }
    }
}
