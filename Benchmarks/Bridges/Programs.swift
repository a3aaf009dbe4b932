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

    /// Starts a bridge for the service on that bus, without the settings and the sound server of this machine.
    func startBridge(for bus: BusDaemon, _ options: [String]) throws -> ChildProcess {
        let settings = bus.directory.url.appendingPathComponent("bridge.conf").path
        return try ChildProcess(
            [bridge, "--address=\(bus.address)", "--settings=\(settings)"] + options, environment: Self.noSound(bus))
    }

    /// There is no sound server, even if this machine has one.
    static func noSound(_ bus: BusDaemon) -> [String: String] {
        ["PULSE_SERVER": "unix:" + bus.directory.url.appendingPathComponent("no-sound").path]
    }
}
