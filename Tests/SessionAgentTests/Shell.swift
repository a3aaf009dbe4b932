// SPDX-License-Identifier: MIT

import BusTesting

/// A shell of another program in the same session.
struct Shell {
    let client: BusClient

    /// Registers, and waits until it is the primary shell.
    init(on desktop: Desktop) throws {
        client = try desktop.daemon.client()
        let manager = desktop.daemon.object(client, DaemonUnderTest.managerPath, DaemonUnderTest.busName)
        try manager.call("RegisterShell", "", [:])
        _ = try client.waitForSignal("ShellIsPrimary") { $0.arguments.first == true }
    }

    func leave() { client.close() }
}
