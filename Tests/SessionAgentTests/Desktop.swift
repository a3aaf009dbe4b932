// SPDX-License-Identifier: MIT

import BusTesting
import Foundation

/// A user's desktop: a bus with the service on it, an app that carries calls, and the agent.
final class Desktop {
    let bus: BusDaemon
    private(set) var daemon: DaemonUnderTest
    private(set) var agent: ChildProcess?
    private let shell: BusClient

    init() throws {
        bus = try BusDaemon.session()
        daemon = try DaemonUnderTest(on: bus)
        shell = try BusClient(address: bus.address)
    }

    /// Starts the agent, and returns when it is the primary shell.
    func startAgent(_ options: [String] = [], environment: [String: String] = [:]) throws {
        agent = try ChildProcess(
            [Product.path("monkeycall-agent"), "--call-bus", bus.address] + options,
            environment: [
                "DBUS_SESSION_BUS_ADDRESS": bus.address, "DBUS_SYSTEM_BUS_ADDRESS": bus.address,
                "XDG_RUNTIME_DIR": bus.directory.url.path, "LC_ALL": "C.UTF-8",
            ].merging(environment) { $1 })
        try waitForShell(true)
    }

    /// The agent crashes.
    func killAgent() throws {
        try agent?.kill9()
        try waitForShell(false)
    }

    private func waitForShell(_ isThere: Bool) throws {
        let audio = daemon.object(shell, DaemonUnderTest.managerPath, DaemonUnderTest.busName + ".Audio")
        // Asking subscribes to what comes then.
        while try audio.getAll()["HasShell"] != .bool(isThere) {
            _ = try shell.waitForSignal("PropertiesChanged")
        }
    }

    /// Starts an app, and returns when the service knows it. Before it, a shell's `command` in the same process, whose
    /// children are the app's then.
    func app(
        _ name: String = "Phone", doing command: String = "", environment: [String: String] = [:]
    ) throws -> App {
        let program = [
            try Product.path("MonkeyCall"), "--name", name, "--identifier", "org.example.\(name)",
            "--connecting", "0", "--connected", "0",
        ]
        let app = App(
            process: try ChildProcess(
                command.isEmpty ? program : ["sh", "-c", command + #"exec "$@""#, "sh"] + program,
                environment: environment.merging(["MONKEYCALL_BUS": bus.address]) { $1 }))
        try app.expect("registered org.example.\(name)")
        return app
    }
}

/// An app that runs: what its user types, and what it prints.
struct App {
    let process: ChildProcess

    func type(_ line: String) throws { try process.writeLine(line) }

    /// Waits for a line that begins with those words, and returns the rest of it.
    @discardableResult
    func expect(_ words: String) throws -> String {
        let line = try process.waitForLine { $0 == words || $0.hasPrefix(words + " ") }
        return String(line.dropFirst(words.count + 1))
    }
}
