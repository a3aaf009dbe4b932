// SPDX-License-Identifier: MIT

package import BusTesting
import Foundation

/// The real oFono on a private system bus, with simulated modems.
package final class OfonoDaemon: ModemDaemon {
    package static let name = "org.ofono"
    package static let program = "/usr/sbin/ofonod"

    private let bus: BusDaemon
    private let client: BusClient
    private let folder: TemporaryDirectory
    private let modems: [String]
    private var process: ChildProcess?

    /// Starts the program, which knows the modems from its start.
    package init(on bus: BusDaemon, _ modems: [SimulatedModem]) throws {
        self.bus = bus
        folder = try TemporaryDirectory()
        self.modems = modems.indices.map { "phonesim\($0)" }
        client = try BusClient(address: bus.address)
        try client.addMatch("type='signal',sender='\(Self.name)'")
        let sections = try zip(self.modems, modems).map { name, modem in
            guard case .tcp(let port) = modem.port else { throw SupportError("this modem is for ModemManager") }
            return "[\(name)]\nAddress=127.0.0.1\nPort=\(port)\n"
        }
        try folder.write(sections.joined(), to: "phonesim.conf")
        try start()
    }

    deinit { process?.terminate() }

    package func start() throws {
        process = try ChildProcess(
            [Self.program, "--nodetach"],
            environment: [
                "DBUS_SYSTEM_BUS_ADDRESS": bus.address,
                "OFONO_PHONESIM_CONFIG": folder.url.appendingPathComponent("phonesim.conf").path,
            ])
        try client.waitForName(Self.name)
    }

    package func crash() throws {
        try process?.kill9()
        try client.waitForName(Self.name, owned: false)
    }

    package func switchOn() throws {
        for modem in modems { try switchOn("/" + modem) }
    }

    private func switchOn(_ path: String) throws {
        let modem = client.object(Self.name, path, Self.name + ".Modem")
        try modem.call("SetProperty", "Powered", .variant(true))
        try modem.call("SetProperty", "Online", .variant(true))
        while true {
            client.forgetSignals()
            let properties = try modem.call("GetProperties").first?.entries ?? [:]
            if properties["Interfaces"]?.strings?.contains("org.ofono.VoiceCallManager") == true { return }
            _ = try client.nextSignal()
        }
    }

    private var voice: BusObject { client.object(Self.name, "/" + modems[0], Self.name + ".VoiceCallManager") }

    package func dial(_ number: String) throws { try voice.call("Dial", .string(number), "") }

    package func swap() throws { try voice.call("SwapCalls") }

    package func hangUp() throws { try voice.call("HangupAll") }

    package func callCount() throws -> Int { try voice.call("GetCalls").first?.elements?.count ?? 0 }
}
