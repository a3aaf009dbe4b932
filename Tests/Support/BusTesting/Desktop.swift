// SPDX-License-Identifier: MIT

public import Foundation

/// A user's desktop: a bus, the service, and the agent. A test adds apps.
public final class Desktop {
    /// The bus of all of them.
    public let bus: BusDaemon
    /// The service.
    public private(set) var daemon: DaemonUnderTest
    /// The agent's process; nil until it was started.
    public private(set) var agent: ChildProcess?
    private let shell: BusClient

    /// Starts the bus and the service, without an agent.
    public init() throws {
        bus = try BusDaemon.session()
        daemon = try DaemonUnderTest(on: bus)
        shell = try BusClient(address: bus.address)
    }

    /// Starts the agent and waits until it is the primary shell; with `isShell: false` (no service) it does not wait.
    public func startAgent(
        _ options: [String] = [], environment: [String: String] = [:], isShell: Bool = true
    ) throws {
        agent = try agentProcess(options, environment)
        if isShell { try waitForShell(true) }
    }

    /// Starts another agent.
    public func secondAgent() throws -> ChildProcess { try agentProcess([], [:]) }

    private func agentProcess(_ options: [String], _ environment: [String: String]) throws -> ChildProcess {
        // The sound server of a test has its own folder for settings.
        let settings = environment["XDG_CONFIG_HOME"] == nil ? [] : ["--settings", settings.path]
        return try ChildProcess(
            [Product.path("monkeycall-agent"), "--call-bus", bus.address] + settings + options,
            environment: [
                "DBUS_SESSION_BUS_ADDRESS": bus.address, "DBUS_SYSTEM_BUS_ADDRESS": bus.address,
                "XDG_RUNTIME_DIR": bus.directory.url.path, "XDG_CONFIG_HOME": configuration.path,
                "XDG_STATE_HOME": state.path, "LC_ALL": "C.UTF-8",
            ].merging(environment) { $1 })
    }

    private var configuration: URL { bus.directory.url.appendingPathComponent("config") }
    private var state: URL { bus.directory.url.appendingPathComponent("state") }
    /// The files that an agent keeps across logins.
    private var memory: URL { state.appendingPathComponent("monkeycall") }

    /// Writes a file that the next agent finds, like a file of an agent at an earlier login.
    public func remember(_ text: String, as name: String) throws {
        try FileManager.default.createDirectory(at: memory, withIntermediateDirectories: true)
        try text.write(to: memory.appendingPathComponent(name), atomically: true, encoding: .utf8)
    }

    /// Whether an agent at a later login finds a file of that name.
    public func remembers(_ name: String) -> Bool {
        FileManager.default.fileExists(atPath: memory.appendingPathComponent(name).path)
    }

    /// Removes the agent's files from the user's runtime folder, as logind does at logout.
    public func logOut() throws {
        try FileManager.default.removeItem(at: bus.directory.url.appendingPathComponent("monkeycall"))
    }

    /// The user's configuration file of the agent. It may be missing.
    public var settings: URL { configuration.appendingPathComponent("monkeycall/agent.conf") }

    /// Writes the user's settings.
    public func set(_ text: String) throws {
        try FileManager.default.createDirectory(
            at: settings.deletingLastPathComponent(), withIntermediateDirectories: true)
        try text.write(to: settings, atomically: true, encoding: .utf8)
    }

    /// Kills the service, and starts another one.
    public func restartService() throws {
        try daemon.kill9()
        daemon = try DaemonUnderTest(on: bus)
    }

    /// Kills the agent, and waits until the service has no shell.
    public func killAgent() throws {
        try agent?.kill9()
        try waitForShell(false)
    }

    private func waitForShell(_ isThere: Bool) throws {
        let audio = daemon.object(shell, DaemonUnderTest.managerPath, DaemonUnderTest.busName + ".Audio")
        // The client subscribes by calling GetAll.
        while try audio.getAll()["HasShell"] != .bool(isThere) {
            _ = try shell.waitForSignal("PropertiesChanged")
        }
    }

    /// Starts an app, and waits until it is registered. The shell runs `command` first, in the same process, so the
    /// children of `command` become children of the app.
    public func app(
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

/// A running app: its input and its output.
public struct App {
    /// The process of the app.
    public let process: ChildProcess

    /// Sends a line to the app's standard input, as its user would type it.
    public func type(_ line: String) throws { try process.writeLine(line) }

    /// Reports an incoming call, which the app's user answers.
    public func talk() throws {
        try type("incoming ada Ada")
        try type("answer")
        try expect("answered")
    }

    /// The app's user ends the call.
    public func hangUp() throws {
        try type("end")
        try expect("ended")
    }

    /// Waits for a line that begins with those words, and returns the rest of it.
    @discardableResult
    public func expect(_ words: String) throws -> String {
        let line = try process.waitForLine { $0 == words || $0.hasPrefix(words + " ") }
        return String(line.dropFirst(words.count + 1))
    }
}
