// SPDX-License-Identifier: MIT

public import Foundation

/// A user's desktop: a ``Stage`` with the agent. A test adds apps.
public final class Desktop {
    /// The bus, the service, and the connections of the test.
    package let stage: Stage
    /// The agent's process; nil until it was started.
    public private(set) var agent: ChildProcess?
    private let program: String
    private let hasUnits: Bool
    private let internet: BusDaemon?
    private let watcher: BusClient

    /// The bus of the service, the agent and the apps.
    public var bus: BusDaemon { stage.bus }
    /// The service.
    public var daemon: DaemonUnderTest { stage.daemon }

    /// Starts the bus and the service, without an agent.
    ///
    /// - Parameters:
    ///   - program: the example app that ``app(_:_:doing:environment:)`` starts
    ///   - internet: a bus that carries the calls between the apps of several desktops
    ///   - deadlines: lines of the section `[Deadlines]` in the service's configuration
    ///   - configuration: other sections of it
    ///   - keepsState: whether each service continues where the last one stopped
    ///   - bus: the bus of everything; nil = one of its own
    ///   - hasUnits: whether the agent has the restrictions of its systemd unit
    public init(
        program: String = "MonkeyCall", on bus: BusDaemon? = nil, internet: BusDaemon? = nil, deadlines: String? = nil,
        configuration: String? = nil, keepsState: Bool = false, hasUnits: Bool = false
    ) throws {
        self.program = program
        self.hasUnits = hasUnits
        let sections = [deadlines.map { "[Deadlines]\n\($0)\n" }, configuration].compactMap { $0 }
        stage = try Stage(
            on: try bus ?? .session(), configuration: sections.isEmpty ? nil : sections.joined(), keepsState: keepsState
        )
        self.internet = internet
        watcher = try stage.daemon.client()
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
        let program = "monkeycall-agent"
        let command = try hasUnits ? Product.underUnit(program) : [Product.path(program)]
        return try ChildProcess(
            command + ["--call-bus", bus.address] + settings + options,
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

    /// Kills the agent, and waits until the service has no shell.
    public func killAgent() throws {
        try agent?.kill9()
        try waitForShell(false)
    }

    private func waitForShell(_ isThere: Bool) throws {
        // The client subscribes by calling GetAll.
        while try watcher.audio().getAll()["HasShell"] != .bool(isThere) {
            _ = try watcher.waitForSignal("PropertiesChanged")
        }
    }

    /// Starts an app, and waits until it is registered. The other side of its calls answers at once. See ``launch``.
    public func app(
        _ name: String = "Phone", _ options: String..., doing command: String = "", environment: [String: String] = [:]
    ) throws -> App {
        let options = ["--connecting", "0", "--connected", "0"] + options
        let app = try launch(name, options, doing: command, environment: environment)
        try app.expect("registered org.example.\(name)")
        return app
    }

    /// Starts an app. The shell runs `command` first, in the same process, so the children of `command` become children
    /// of the app.
    package func launch(
        _ name: String, _ options: [String], doing command: String = "", environment: [String: String] = [:]
    ) throws -> App {
        let program = [try Product.path(program), "--name", name, "--identifier", "org.example.\(name)"] + options
        var environment = environment.merging(["MONKEYCALL_BUS": bus.address]) { $1 }
        if let internet { environment["DBUS_SESSION_BUS_ADDRESS"] = internet.address }
        let process = try ChildProcess(
            command.isEmpty ? program : ["sh", "-c", command + #"exec "$@""#, "sh"] + program, environment: environment)
        return App(process: process, desktop: self)
    }
}

/// A running app: its input and its output.
public struct App {
    /// The process of the app.
    public let process: ChildProcess
    /// Exists as long as the app.
    fileprivate let desktop: Desktop

    /// Sends a line to the app's standard input, as its user would type it.
    public func type(_ line: String) throws { try process.writeLine(line) }

    /// Waits for a line that begins with those words, and returns the rest of it.
    @discardableResult
    public func expect(_ words: String, timeout: Double? = nil) throws -> String {
        let line = try process.waitForLine(timeout: timeout) { $0 == words || $0.hasPrefix(words + " ") }
        return String(line.dropFirst(words.count + 1))
    }

    /// Waits for a line with each of these beginnings, in any order.
    package func expectAll(_ beginnings: String...) throws {
        var missing = beginnings
        while !missing.isEmpty {
            let line = try process.waitForLine { line in missing.contains { line.hasPrefix($0) } }
            missing.removeAll { line.hasPrefix($0) }
        }
    }

    /// The next lines, without the ids of calls.
    package func next(_ count: Int) throws -> [String] {
        try (0..<count).map { _ in try process.waitForLine().replacing(#/ [0-9a-f]{8}\b/#, with: "") }
    }

    /// Reports an incoming call, which the app's user answers. Returns the call's short id.
    @discardableResult
    public func talk(to caller: String = "ada Ada") throws -> String {
        try type("incoming \(caller)")
        let call = String(try expect("incoming").prefix(8))
        try type("answer \(call)")
        try expect("audio started")
        return call
    }

    /// Makes an outgoing call, which the other side answers. Returns the call's short id.
    package func dial(_ name: String) throws -> String {
        try type("call \(name)")
        let call = String(try expect("started").prefix(8))
        // The system and the network work independently, so these lines have no order.
        try expectAll("connected", "audio started")
        return call
    }

    /// The app's user ends the call.
    public func hangUp() throws {
        try type("end")
        try expect("ended")
    }
}
