// SPDX-License-Identifier: MIT

package import BusTesting
import Foundation

/// The real oFono on a private system bus, with simulated modems.
package final class OfonoDaemon {
    package static let name = "org.ofono"
    package static let program = "/usr/sbin/ofonod"

    private let bus: BusDaemon
    private let client: BusClient
    private let folder = try? TemporaryDirectory()
    private var process: ChildProcess?

    /// The daemon knows its modems from its start: the first is `/phonesim`, the next ones `/phonesim1` and so on.
    package init(on bus: BusDaemon, _ modems: [SimulatedModem]) throws {
        self.bus = bus
        client = try BusClient(address: bus.address)
        try client.addMatch("type='signal',sender='\(Self.name)'")
        let sections = try modems.enumerated().map { index, modem in
            guard case .tcp(let port) = modem.port else { throw SupportError("this modem is for ModemManager") }
            return "[phonesim\(index == 0 ? "" : "\(index)")]\nAddress=127.0.0.1\nPort=\(port)\n"
        }
        _ = try folder?.write(sections.joined(), to: "phonesim.conf")
        try start()
    }

    deinit { process?.terminate() }

    package func start() throws {
        guard let folder else { throw SupportError("there is no folder for the configuration of oFono") }
        process = try ChildProcess(
            [Self.program, "-n", "-p", "phonesim"],
            environment: [
                "DBUS_SYSTEM_BUS_ADDRESS": bus.address,
                "OFONO_PHONESIM_CONFIG": folder.url.appendingPathComponent("phonesim.conf").path,
            ])
        try client.waitForName(Self.name)
    }

    /// The daemon crashes.
    package func crash() throws {
        try process?.kill9()
        try client.waitForName(Self.name, owned: false)
    }

    /// Switches a modem on, as a connection manager does, and waits until it can call.
    package func switchOn(_ path: String = "/phonesim") throws {
        let modem = client.object(Self.name, path, "org.ofono.Modem")
        try modem.call("SetProperty", "Powered", .variant(true))
        try modem.call("SetProperty", "Online", .variant(true))
        while true {
            let properties = try modem.call("GetProperties").first?.entries ?? [:]
            if properties["Interfaces"]?.strings?.contains("org.ofono.VoiceCallManager") == true { return }
            _ = try client.waitForSignal("PropertyChanged") { $0.path == path }
        }
    }
}
