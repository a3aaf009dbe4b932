// SPDX-License-Identifier: MIT

import BusTesting
import Foundation

/// A stand-in for GNOME Calls, with the same objects, beside the real bridge.
final class StandIn {
    let bridge: BridgeUnderTest

    /// Without GNOME Calls and the stand-in.
    init() throws {
        bridge = try BridgeUnderTest(keepsState: true)
        try bridge.calls.crash()
        try bridge.waitForProviders([])
    }

    /// Starts the stand-in, and waits until it has the name.
    func start(_ program: String = "/usr/bin/python3", _ arguments: String...) throws -> ChildProcess {
        let script = try Repository.file("Tests/Daemon/OnSystemd/gnome_calls.py").path
        let process = try ChildProcess(
            [program, script] + arguments, environment: ["DBUS_SESSION_BUS_ADDRESS": bridge.session.address])
        try bridge.calls.client.waitForName(GnomeCallsProgram.name)
        return process
    }

    /// Starts it with a SIP call of Ada.
    func startSIP() throws -> ChildProcess { try start("/usr/bin/python3", "sip", "sip:ada@example.org") }
}
