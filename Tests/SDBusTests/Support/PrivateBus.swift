// SPDX-License-Identifier: MIT
import SDBus

import class BusTesting.BusDaemon
import class BusTesting.ChildProcess

/// A dbus-daemon of its own. Of the test support only the processes are used: its bus client has names in common with
/// what is tested here.
final class PrivateBus: Sendable {
    private let daemon: BusDaemon

    var address: String { daemon.address }

    init() throws { daemon = try .session() }

    func stop() { daemon.stop() }

    func connect(_ loop: EventLoop? = nil) throws -> BusConnection {
        try BusConnection(.address(address), description: "test", loop: loop)
    }

    /// What a tool prints that is told this bus' address, errors included.
    func output(of tool: String...) throws -> String {
        let place = tool[0] == "gdbus" ? [] : ["--address=\(address)"]
        let result = try ChildProcess.run(
            [tool[0]] + place + tool.dropFirst(), environment: ["DBUS_SESSION_BUS_ADDRESS": address])
        return result.output + result.errors
    }
}
