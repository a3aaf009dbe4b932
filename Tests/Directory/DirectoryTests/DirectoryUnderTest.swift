// SPDX-License-Identifier: MIT

import BusTesting
import Foundation
import Testing

/// The real directory with real files: on the bus of a stage for calls, and on a bus of its own for the user's
/// programs.
final class DirectoryUnderTest {
    static let name = DirectoryOfUser.name
    static let path = DirectoryOfUser.path

    let stage: Stage
    let session: BusDaemon
    /// The home of the user: the address book and the database.
    let home: TemporaryDirectory
    /// The user's address book in Evolution; nil = Evolution is not installed.
    let evolution: EvolutionServer?
    private(set) var process: ChildProcess
    let client: BusClient
    private let extensionTimeout: Int

    var data: URL { home.url.appendingPathComponent("monkeycall") }
    var book: URL { home.url.appendingPathComponent("kpeoplevcard") }

    /// The bus starts the services in this folder.
    var services: URL { evolution?.services.url ?? home.url.appendingPathComponent("services") }

    /// A directory that answers.
    ///
    /// - Parameters:
    ///   - home: the home of a user of another machine, who is this user; nil = a new one
    ///   - extensionTimeout: how many seconds an extension may be silent
    init(
        _ stage: Stage, home: TemporaryDirectory? = nil, extensionTimeout: Int = 60, withEvolution: Bool = false,
        allowsFloods: Bool = false
    ) throws {
        self.extensionTimeout = extensionTimeout
        let home = try home ?? TemporaryDirectory()
        (self.stage, self.home) = (stage, home)
        evolution = withEvolution ? try EvolutionServer(home: home, data: home.url) : nil
        session =
            try evolution?.bus
            ?? BusDaemon.session(
                serviceDirectories: [home.url.appendingPathComponent("services")], allowsFloods: allowsFloods)
        for folder in ["services", "applications"] {
            try FileManager.default.createDirectory(
                at: home.url.appendingPathComponent(folder), withIntermediateDirectories: true)
        }
        try FileManager.default.createDirectory(
            at: home.url.appendingPathComponent("kpeoplevcard"), withIntermediateDirectories: true)
        client = try BusClient(address: session.address)
        process = try Self.start(stage, session, home, extensionTimeout)
        try waitUntilItAnswers()
    }

    /// Another directory takes the place of the previous one, which has ended.
    func start(with trouble: DiskTrouble? = nil) throws {
        try startWithoutAnswer(with: trouble)
        try waitUntilItAnswers()
    }

    /// The same for a directory that cannot register with the service.
    func startWithoutAnswer(with trouble: DiskTrouble?) throws {
        process = try Self.start(stage, session, home, extensionTimeout, with: trouble)
    }

    func crash() throws {
        try process.kill9()
        try client.waitForName(Self.name, owned: false)
    }

    /// Ends it with SIGTERM.
    func stop() throws -> ChildProcess.Status {
        process.terminate()
        return try process.waitForExit()
    }

    private static func start(
        _ stage: Stage, _ session: BusDaemon, _ home: TemporaryDirectory, _ extensionTimeout: Int,
        with trouble: DiskTrouble? = nil
    ) throws -> ChildProcess {
        try ChildProcess(
            (trouble?.command ?? []) + command(stage, session, extensionTimeout)
                + (trouble?.isEndless == true ? [] : patience), environment: environment(home))
    }

    /// A busy machine needs longer than the default to read the address books.
    private static let patience = ["--patience=20000"]

    private static func command(_ stage: Stage, _ session: BusDaemon, _ extensionTimeout: Int) throws -> [String] {
        [
            try Product.path("monkeycall-directory"), "--address=\(stage.bus.address)",
            "--session-address=\(session.address)", "--extension-timeout=\(extensionTimeout)",
            // A busy machine needs longer than the default, and the tests are about decisions, not about time.
            "--deadline=3000",
        ]
    }

    private static func environment(_ home: TemporaryDirectory) -> [String: String] {
        [
            "HOME": home.url.path, "XDG_CONFIG_HOME": home.url.appendingPathComponent("config").path,
            "XDG_DATA_HOME": home.url.path, "XDG_DATA_DIRS": "/nonexistent", "LC_TELEPHONE": "de_DE.UTF-8",
        ]
    }

    /// Lets the bus start the directory for a request.
    func installService() throws {
        let variables = Self.environment(home).map { "\($0)=\($1)" }
        let words =
            ["/usr/bin/env"] + variables + (try Self.command(stage, session, extensionTimeout)) + Self.patience
        let command = words.map { "\"\($0)\"" }.joined(separator: " ")
        let file = "[D-BUS Service]\nName=\(Self.name)\nExec=\(command)\n"
        try Data(file.utf8).write(to: services.appendingPathComponent("\(Self.name).service"), options: .atomic)
        try client.callBus("ReloadConfig")
    }

    /// A second directory of the same user.
    func second() throws -> ChildProcess { try Self.start(stage, session, home, extensionTimeout) }

    /// The service asks it about calls from then on.
    private func waitUntilItAnswers() throws { try DirectoryOfUser.waitUntilItAnswers(client, stage.daemon) }

    /// The program in Python in a section of the guide.
    static func example(_ section: String) throws -> String {
        let guide = try String(contentsOf: Repository.file("docs/DIRECTORY.md"), encoding: .utf8)
        let start = try #require(guide.range(of: "# \(section)\n")).upperBound
        return String(try #require(guide[start...].firstMatch(of: /```python\n((?:.*\n)*?)```/)).1)
    }

    // MARK: The process

    /// Waits until it has handled the messages of this client.
    func answerPing() throws { try client.call(Self.name, Self.path, "org.freedesktop.DBus.Peer", "Ping") }

    /// How often its threads for the database have waited for something: a few times for each access.
    func databaseWaits() throws -> Int {
        let threads = "/proc/\(process.processID)/task"
        return try FileManager.default.contentsOfDirectory(atPath: threads).reduce(0) { sum, thread in
            // Other threads may end meanwhile.
            let status = (try? String(contentsOfFile: "\(threads)/\(thread)/status", encoding: .utf8)) ?? ""
            let values = Dictionary(
                status.split(separator: "\n").map { $0.split(separator: ":\t", maxSplits: 1) }
                    .filter { $0.count == 2 }.map { ($0[0], $0[1]) }
            ) { first, _ in first }
            guard ["reader", "writer", "screening", "lists"].contains(values["Name"]) else { return sum }
            return sum + (values["voluntary_ctxt_switches"].flatMap { Int($0) } ?? 0)
        }
    }

    // MARK: The programs of the user

    /// The buses of a program of the user. That of the service stands for the system bus.
    var buses: [String: String] {
        ["DBUS_SYSTEM_BUS_ADDRESS": stage.bus.address, "DBUS_SESSION_BUS_ADDRESS": session.address]
    }

    /// Runs the command line.
    func monkeycall(_ words: String...) throws -> CommandResult { try monkeycall(words) }

    func monkeycall(_ words: [String]) throws -> CommandResult {
        try ChildProcess.run([try Product.path("monkeycall")] + words, environment: buses)
    }

    // MARK: The interfaces

    /// An interface by the last part of its name.
    func object(_ interface: String = "", client: BusClient? = nil) -> BusObject {
        DirectoryOfUser.object(interface, client ?? self.client)
    }

    /// Waits until a property has this value. Every change sends a signal.
    func expect(_ property: String, _ value: DBusValue, _ interface: String = "") throws {
        while try object(interface).get(property) != value {
            _ = try client.waitForSignal("PropertiesChanged") { $0.arguments[1][property] != nil }
        }
    }

    /// The calls in the history, the newest first.
    func history(_ filter: [String: DBusValue] = [:]) throws -> [DBusValue] {
        try object("History").call("List", .options(filter), .uint64(0), .uint32(100)).first?.elements ?? []
    }

    /// Waits until the history has that call.
    func waitForEntry(of call: String) throws {
        while try !history().contains(where: { $0["Call"] == UUIDs.value(call) }) { try answerPing() }
    }

    /// Writes a card, and waits until the directory has read it. `lines` are more lines of the card.
    func add(_ name: String, _ number: String, _ lines: String...) throws {
        try expect("Contacts", .uint32(DirectoryOfUser.writeCard(name, "TEL;TYPE=WORK:\(number)", lines, to: book)))
    }
}
