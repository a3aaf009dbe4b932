// SPDX-License-Identifier: MIT

package import BusTesting
import Foundation

/// The real ModemManager on a private system bus, with simulated modems.
package final class ModemManagerDaemon: ModemDaemon {
    package static let name = "org.freedesktop.ModemManager1"
    package static let program = "/usr/sbin/ModemManager"
    private static let path = "/org/freedesktop/ModemManager1"
    /// `MM_MODEM_STATE_REGISTERED`
    private static let registered = 8

    private let bus: BusDaemon
    private let client: BusClient
    private let sockets: [String]
    private var process: ChildProcess?
    private var modems: [String] = []

    /// Starts the program, which knows no modem until ``switchOn()``.
    package init(on bus: BusDaemon, _ modems: [SimulatedModem]) throws {
        self.bus = bus
        sockets = try modems.map { modem in
            guard case .abstract(let socket) = modem.port else { throw SupportError("this modem is for oFono") }
            return socket
        }
        client = try BusClient(address: bus.address)
        try client.addMatch("type='signal',sender='\(Self.name)'")
        try start()
    }

    deinit { process?.terminate() }

    package func start() throws {
        process = try ChildProcess(
            [
                Self.program, "--no-auto-scan", "--test-enable", "--test-no-udev", "--test-no-qrtr",
                "--test-no-suspend-resume",
            ], environment: ["DBUS_SYSTEM_BUS_ADDRESS": bus.address])
        try client.waitForName(Self.name)
    }

    package func crash() throws {
        try process?.kill9()
        try client.waitForName(Self.name, owned: false)
    }

    package func switchOn() throws {
        modems = []
        for (index, socket) in sockets.enumerated() { modems.append(try plugIn(socket, as: "modem\(index)")) }
    }

    /// Plugs in a modem, which is disabled at first, and enables it.
    private func plugIn(_ socket: String, as profile: String) throws -> String {
        let test = client.object(Self.name, Self.path, Self.name + ".Test")
        try test.call("SetProfile", .string(profile), "generic", .strings([socket]))
        let added = try client.waitForSignal("InterfacesAdded") {
            $0.arguments.first?.string?.contains("/Modem/") == true
        }
        let path = added.arguments.first?.string ?? ""
        let modem = client.object(Self.name, path, Self.name + ".Modem")
        try modem.call("Enable", true)
        while try (modem.get("State").int ?? 0) < Self.registered {
            _ = try client.waitForSignal("StateChanged") { $0.path == path }
        }
        return path
    }

    private var voice: BusObject { client.object(Self.name, modems[0], Self.name + ".Modem.Voice") }

    package func dial(_ number: String) throws {
        let path = try voice.call("CreateCall", ["number": .string(number)]).first?.string ?? ""
        try client.object(Self.name, path, Self.name + ".Call").call("Start")
    }

    package func swap() throws { try voice.call("HoldAndAccept") }

    package func hangUp() throws { try voice.call("HangupAll") }

    package func callCount() throws -> Int { try voice.call("ListCalls").first?.elements?.count ?? 0 }
}
