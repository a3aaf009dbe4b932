// SPDX-License-Identifier: MIT

import CallClient
import CallInterface
package import SDBus

/// Follows the user's calls, and requests actions on them. It registers as no shell, so that it takes neither the ringing nor the
/// routes from the agent.
@MainActor
package final class CallsFollower {
    let client = CallClient()
    private let connection: BusConnection
    private var mirror: RegistryMirror?
    private var observers: [() -> Void] = []
    private let log: (String) -> Void

    package init(_ connection: BusConnection, log: @escaping (String) -> Void) {
        (self.connection, self.log) = (connection, log)
    }

    var registry: Registry { mirror?.registry ?? Registry() }
    var audio: AudioRecord { mirror?.audio ?? AudioRecord() }
    /// Whether the service has answered.
    var isLoaded: Bool { mirror?.isLoaded ?? false }

    /// Calls `body` after each change.
    func observe(_ body: @escaping () -> Void) { observers.append(body) }

    /// Begins to follow. The bus starts the service if it can.
    package func begin() throws(BusError) {
        let mirror = RegistryMirror(client) { [unowned self] _ in tell() }
        self.mirror = mirror
        try client.follow(on: connection)
        try mirror.begin { [unowned self] error in
            if let error { log("The call service does not run yet: \(error.message)") }
            tell()
        }
    }

    private func tell() {
        for observer in observers { observer() }
    }
}
