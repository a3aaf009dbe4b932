// SPDX-License-Identifier: MIT

package import BusTesting
package import Foundation

/// The real program that drives simulated modems.
package protocol ModemDaemon: AnyObject {
    /// Lets all modems call, as a network manager does after it has started.
    func switchOn() throws
    /// The program crashes. The calls of its modems go on.
    func crash() throws
    /// Starts it again.
    func start() throws
    /// Another program of the machine dials at the first modem.
    func dial(_ number: String) throws
    /// Another program of the machine holds the active call of the first modem, or resumes the held one.
    func swap() throws
    /// Another program of the machine ends all calls of the first modem.
    func hangUp() throws
    /// How many calls it lists for the first modem, also ended ones.
    func callCount() throws -> Int
}

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

/// The real oFono on a private system bus, with simulated modems.
package final class OfonoDaemon: ModemDaemon {
    package static let name = "org.ofono"
    package static let program =
        roots.map { $0 + "/usr/sbin/ofonod" }.first(where: FileManager.default.fileExists) ?? ""

    /// Where the files of its package are. Debian 13 does not install it beside ModemManager, so
    /// scripts/install-dependencies unpacks it.
    static let roots = ["", "/usr/local/lib/monkeycall-tests/ofono"]

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

/// The real polkitd on a private system bus. Its rules are the files of the repository that a package installs, in
/// place of those that an administrator wrote on this machine.
package final class PolicyKit {
    package static let program = "/usr/lib/polkit-1/polkitd"
    private let process: ChildProcess
    private let rules = try? TemporaryDirectory()

    package init(on bus: BusDaemon, rules files: [URL]) throws {
        guard let rules else { throw SupportError("there is no folder for the rules of polkit") }
        for file in files {
            try rules.write(String(contentsOf: file, encoding: .utf8), to: file.lastPathComponent)
        }
        let script = "mount --bind \"$1\" /etc/polkit-1/rules.d && exec \"$2\" --no-debug"
        process = try ChildProcess(
            ["unshare", "--mount", "--propagation=private", "sh", "-c", script, "sh", rules.url.path, Self.program],
            environment: ["DBUS_SYSTEM_BUS_ADDRESS": bus.address])
        try BusClient(address: bus.address).waitForName("org.freedesktop.PolicyKit1")
    }

    deinit { process.terminate() }
}
