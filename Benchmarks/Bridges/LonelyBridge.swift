// SPDX-License-Identifier: MIT

import BusTesting

/// The bridge of a user who has none of the programs that it bridges.
final class LonelyBridge {
    let process: ChildProcess
    private let registry: Registry

    /// Returns when the bridge is ready.
    init(_ programs: Programs) throws {
        let bus = try BusDaemon.session()
        registry = try Registry(programs.service, on: bus)
        process = try programs.startBridge(for: bus, ["--session-address=\(bus.address)"])
        try BusClient(address: bus.address).waitForName("org.monkeycall.Bridge")
    }
}
