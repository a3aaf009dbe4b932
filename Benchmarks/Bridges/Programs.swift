// SPDX-License-Identifier: MIT

import BusTesting
import Foundation

/// The programs that are measured.
struct Programs {
    /// The path of `monkeycalld`.
    let service: String
    /// The path of `monkeycall-bridge`.
    let bridge: String
    /// The path of `monkeycall-browser`.
    let browserHost: String

    /// For the bridge of the system, whose calls belong to this user.
    static let systemOptions = ["--system", "--user=\(getuid())"]

    /// Starts a bridge for the service on that bus, without the settings of this machine. `environment` names its sound
    /// server; nil = there is none.
    func startBridge(
        for bus: BusDaemon, _ options: [String], environment: [String: String]? = nil
    ) throws -> ChildProcess {
        let settings = bus.directory.url.appendingPathComponent("bridge.conf").path
        return try ChildProcess(
            [bridge, "--address=\(bus.address)", "--settings=\(settings)"] + options,
            environment: environment ?? bus.withoutSound)
    }
}
