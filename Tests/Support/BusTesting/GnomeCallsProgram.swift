// SPDX-License-Identifier: MIT

import Foundation

/// The real GNOME Calls with one of its backends, on a virtual screen. Its D-Bus interface does what its window does.
package final class GnomeCallsProgram {
    package static let name = "org.gnome.Calls"
    package static let root = "/org/gnome/Calls"
    package static let interface = "org.gnome.Calls.Call"
    /// The number that its dummy backend calls from.
    package static let caller = "0987654321"

    /// A connection of the program's own window, as it were.
    package let client: BusClient
    private let bus: BusDaemon
    private let home: TemporaryDirectory
    private let screen: ChildProcess
    private let display: String
    private let backend: Backend
    private let isAccessible: Bool
    package private(set) var process: ChildProcess

    package enum Backend {
        case dummy
        /// ModemManager on that bus.
        case modemManager(BusDaemon)

        var options: [String] {
            switch self {
            case .dummy: ["-p", "dummy"]
            case .modemManager: ["-p", "mm"]
            }
        }

        var environment: [String: String] {
            switch self {
            case .dummy: [:]
            case .modemManager(let bus): ["DBUS_SYSTEM_BUS_ADDRESS": bus.address]
            }
        }
    }

    /// `isAccessible`: it tells screen readers what its window shows. Start the accessibility bus before.
    package init(on bus: BusDaemon, _ backend: Backend = .dummy, isAccessible: Bool = false) throws {
        (self.bus, self.backend, self.isAccessible) = (bus, backend, isAccessible)
        client = try BusClient(address: bus.address)
        home = try TemporaryDirectory()
        screen = try ChildProcess(["Xvfb", "-displayfd", "1", "-screen", "0", "800x600x8", "-nolisten", "tcp"])
        display = ":" + (try screen.waitForLine())
        process = try Self.start(bus, home, display, backend, isAccessible)
        try client.addMatch("type='signal',path_namespace='\(Self.root)'")
        try waitUntilReady()
    }

    private static func start(
        _ bus: BusDaemon, _ home: TemporaryDirectory, _ display: String, _ backend: Backend, _ isAccessible: Bool
    ) throws -> ChildProcess {
        try ChildProcess(
            ["gnome-calls"] + backend.options + ["--daemon"],
            environment: [
                "DISPLAY": display, "DBUS_SESSION_BUS_ADDRESS": bus.address, "HOME": home.url.path,
                "XDG_RUNTIME_DIR": home.url.path, "XDG_CONFIG_HOME": home.url.path, "XDG_CACHE_HOME": home.url.path,
                // Without a history: the thread of its database sometimes crashes it (44~alpha, in libsqlite3).
                "XDG_DATA_HOME": "/dev/null/data", "GSETTINGS_BACKEND": "memory", "GIO_USE_VFS": "local",
                "NO_AT_BRIDGE": isAccessible ? "0" : "1", "GDK_BACKEND": "x11", "LC_ALL": "C.UTF-8",
            ].merging(backend.environment) { $1 })
    }

    /// Its backend is loaded when it can dial.
    private func waitUntilReady() throws {
        try client.waitForName(Self.name)
        let deadline = Deadline()
        while try client.call(Self.name, Self.root, "org.gtk.Actions", "Describe", "dial-tel").first?[0] != true {
            guard !deadline.hasPassed else { throw SupportError("GNOME Calls cannot dial") }
        }
    }

    /// Lets somebody call. Returns the object of the call.
    package func ring() throws -> String {
        client.forgetSignals()
        letRing()
        return try waitForCall()
    }

    /// Lets somebody call, and does not wait.
    package func letRing() { process.send(signal: SIGUSR1) }

    /// Waits for a new call. Returns its object.
    package func waitForCall() throws -> String {
        try client.waitForSignal("InterfacesAdded") { $0.arguments[1][Self.interface] != nil }.arguments[0].string ?? ""
    }

    /// Presses a button of its window.
    package func press(_ button: String, _ call: String) throws {
        try client.call(Self.name, call, Self.interface, button)
    }

    /// Dials in its window.
    package func dial(_ number: String) throws -> String {
        client.forgetSignals()
        try client.call(
            Self.name, Self.root, "org.freedesktop.Application", "Open", .array(of: "s", [.string("tel:\(number)")]),
            .options([:]))
        return try waitForCall()
    }

    package func state(of call: String) throws -> Int? {
        try client.object(Self.name, call, Self.interface).get("State").int
    }

    /// Waits until the program shows that state.
    package func waitForState(_ state: Int, of call: String) throws {
        while try self.state(of: call) != state { _ = try client.waitForSignal("PropertiesChanged") }
    }

    /// The object of the call with that number.
    package func call(of number: String) throws -> String? {
        let objects = try client.call(Self.name, Self.root, CallName.objectManager, "GetManagedObjects").first
        return objects?.entries?.first { $0.value.entries?[Self.interface]?.entries?["Id"]?.string == number }?.key
    }

    /// Waits until its calls fit: the state of each by number, in the words of modems. Ended ones are left out.
    package func wait(until fit: ([String: String]) -> Bool) throws {
        let words = [1: "active", 2: "held", 3: "dialing", 4: "alerting", 5: "incoming", 6: "waiting"]
        while true {
            client.forgetSignals()
            let objects = try client.call(Self.name, Self.root, CallName.objectManager, "GetManagedObjects").first
            let calls = (objects?.entries ?? [:]).values.compactMap { $0.entries?[Self.interface]?.entries }
            let states = calls.compactMap { call in
                words[call["State"]?.int ?? 0].map { (call["Id"]?.string ?? "", $0) }
            }
            if fit(Dictionary(states) { $0 + " and " + $1 }) { return }
            do { _ = try client.nextSignal() } catch { throw SupportError("GNOME Calls has \(states): \(error)") }
        }
    }

    package func crash() throws {
        try process.kill9()
        try client.waitForName(Self.name, owned: false)
    }

    package func restart() throws {
        process = try Self.start(bus, home, display, backend, isAccessible)
        try waitUntilReady()
    }
}
