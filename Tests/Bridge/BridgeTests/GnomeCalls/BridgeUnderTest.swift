// SPDX-License-Identifier: MIT

import BusTesting
import Foundation

/// The real service, the real bridge and the real GNOME Calls: the service on the bus of a stage, GNOME Calls on a bus
/// of its own.
final class BridgeUnderTest {
    let stage: Stage
    let session: BusDaemon
    let calls: GnomeCallsProgram
    let program: UserBridge
    /// A shell of the user, which sees everything and asks for everything.
    let shell: Actor
    private let watcher: BusClient

    /// `configuration` is the text of the administrator's file.
    init(configuration: String? = nil, keepsState: Bool = false) throws {
        stage = try Stage(configuration: configuration, keepsState: keepsState)
        session = try BusDaemon.session()
        shell = try stage.shell()
        try shell.call("Subscribe")
        watcher = try stage.daemon.client()
        try watcher.subscribe()
        calls = try GnomeCallsProgram(on: session)
        program = try UserBridge(stage, session)
        try waitForProviders(["org.gnome.Calls", "org.gnome.Calls.SIP"])
    }

    // MARK: The bridge

    static let name = "org.monkeycall.Bridge"

    /// Its object on the session bus.
    func object() throws -> BusObject {
        try BusClient(address: session.address).object(Self.name, "/org/monkeycall/Bridge", Self.name)
    }

    /// What it says of its first source, GNOME Calls.
    func sources() throws -> [String: DBusValue] { try object().call("ListSources").first?[0]?.entries ?? [:] }

    /// Runs the command line. The service's bus stands for the system bus, on which there is no bridge.
    func monkeycall(_ arguments: String...) throws -> CommandResult {
        try ChildProcess.run(
            [try Product.path("monkeycall")] + arguments,
            environment: [
                "DBUS_SESSION_BUS_ADDRESS": session.address, "DBUS_SYSTEM_BUS_ADDRESS": stage.bus.address,
            ])
    }

    func crash() throws {
        try program.process.kill9()
        try waitForProviders([])
    }

    /// Starts it while GNOME Calls is absent.
    func startWithoutSource() throws { try program.start() }

    func start() throws {
        try startWithoutSource()
        try waitForProviders(["org.gnome.Calls", "org.gnome.Calls.SIP"])
    }

    // MARK: The registry

    /// Waits until these bridged providers are registered, and no others.
    func waitForProviders(_ identifiers: Set<String>) throws {
        try wait(for: "the providers \(identifiers.sorted())") {
            let providers = try objects(with: "Identifier").compactMap { $0["Identifier"]?.string }
            return Set(providers.filter { $0.hasPrefix("org.gnome.") }) == identifiers
        }
    }

    /// The live calls.
    func list() throws -> [[String: DBusValue]] { try objects(with: "UUID") }

    /// Waits until exactly one call is listed, in that state, and returns its id.
    @discardableResult
    func waitForCall(_ state: String, where fits: ([String: DBusValue]) -> Bool = { _ in true }) throws -> String {
        var id = ""
        try wait(for: "one call that is \(state)") {
            let calls = try list()
            guard calls.count == 1, calls[0]["State"]?.string == state, fits(calls[0]) else { return false }
            id = calls[0]["UUID"]?.string ?? ""
            return true
        }
        return id
    }

    /// Waits until a call has that state.
    func waitForState(_ state: String, of call: String) throws {
        try wait(for: "the state \(state)") {
            try list().contains { $0["UUID"]?.string == UUIDs.text(call) && $0["State"]?.string == state }
        }
    }

    func waitUntilNoCall() throws { try wait(for: "no call") { try list().isEmpty } }

    /// Looks again after each signal of the service.
    func wait(for purpose: String, until isTrue: () throws -> Bool) throws {
        while try !isTrue() {
            do { _ = try watcher.nextSignal() } catch {
                throw SupportError("waited in vain for \(purpose): \(try list()); the bridge: \(log)")
            }
        }
    }

    var log: String { program.process.text(of: .error) }

    private func objects(with property: String) throws -> [[String: DBusValue]] {
        try watcher.managedObjects().values.compactMap { object in
            let interfaces = object.entries ?? [:]
            return interfaces.values.lazy.compactMap(\.entries).first { $0[property] != nil }
        }
    }
}
