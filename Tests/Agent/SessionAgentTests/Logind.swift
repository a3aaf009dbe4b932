// SPDX-License-Identifier: MIT

import BusTesting
import Testing

/// logind from python-dbusmock, because the real one needs a booted system.
final class Logind {
    private let process: ChildProcess
    private let manager: BusObject

    init(on bus: BusDaemon) throws {
        process = try ChildProcess(
            ["/usr/bin/python3", "-m", "dbusmock", "--system", "--template", "logind"],
            environment: ["DBUS_SYSTEM_BUS_ADDRESS": bus.address])
        let client = try BusClient(address: bus.address)
        _ = try client.waitForName("org.freedesktop.login1")
        manager = client.object(
            "org.freedesktop.login1", "/org/freedesktop/login1", "org.freedesktop.login1.Manager")
    }

    deinit { process.terminate() }

    /// Waits until MonkeyCall has exactly these `block` inhibitors.
    func expectInhibitors(_ expected: [String]) throws {
        let deadline = Deadline()
        var whats: [String] = []
        repeat {
            let inhibitors = try manager.call("ListInhibitors").first?.elements ?? []
            whats = inhibitors.compactMap { inhibitor in
                guard inhibitor[1]?.string == "MonkeyCall", inhibitor[3]?.string == "block" else { return nil }
                return inhibitor[0]?.string
            }
        } while whats != expected && !deadline.hasPassed
        #expect(whats == expected)
    }
}
