// SPDX-License-Identifier: MIT

import Foundation
package import Testing

/// A bus, the daemon on it, and connections that play the apps and shells of a scenario. The stage records each message
/// of the daemon to an actor in the order in which the daemon *sent* it. The daemon's serials tell this order across
/// connections.
package final class Stage {
    package let bus: BusDaemon
    package private(set) var daemon: DaemonUnderTest
    /// Programs that run as long as the stage.
    package var programs: [ChildProcess] = []
    private let arguments: [String]
    private let configuration: URL?
    private let state: URL?
    private let service: TestUser?
    private let user: TestUser?
    private var actors: [Actor] = []
    private var lines: [(serial: UInt32, text: String)] = []

    /// A stage on a bus of its own. `configuration` is the text of the administrator's file; nil for no file. With
    /// `keepsState` each daemon continues where the last one stopped.
    package convenience init(
        arguments: [String] = [], configuration: String? = nil, keepsState: Bool = false
    ) throws {
        try self.init(on: .session(), arguments: arguments, configuration: configuration, keepsState: keepsState)
    }

    /// A stage on that bus, where the daemon runs as `service`, and the actors are connections of `user`; nil = of the
    /// tests.
    package init(
        on bus: BusDaemon, service: TestUser? = nil, actorsOf user: TestUser? = nil, arguments: [String] = [],
        configuration: String? = nil, keepsState: Bool = false
    ) throws {
        let file = try configuration.map { try bus.directory.write($0, to: "monkeycalld.conf") }
        let state = keepsState ? bus.directory.url.appendingPathComponent("daemon") : nil
        if let state { try Self.makeFolder(state, of: service) }
        (self.service, self.user) = (service, user)
        (self.bus, self.arguments, self.configuration, self.state) = (bus, arguments, file, state)
        daemon = try DaemonUnderTest(on: bus, user: service, configuration: file, state: state, arguments: arguments)
    }

    // MARK: The daemon

    /// Kills the daemon. Returns when the bus has announced that its name has no owner.
    package func crash() throws {
        try daemon.kill9()
        try daemon.client().waitForName(DaemonUnderTest.busName, owned: false)
    }

    /// Another daemon takes the place of the previous one.
    package func startService() throws {
        daemon = try DaemonUnderTest(
            on: bus, user: service, configuration: configuration, state: state, arguments: arguments)
    }

    /// The daemon crashes, and another daemon takes its place.
    package func restart() throws {
        try crash()
        try startService()
    }

    /// The next daemon finds no state of an earlier one.
    package func dropState() throws {
        guard let state else { return }
        try FileManager.default.removeItem(at: state)
        try Self.makeFolder(state, of: service)
    }

    private static func makeFolder(_ folder: URL, of service: TestUser?) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        if let service { chown(folder.path, service.uid, service.gid) }
    }

    /// The same; the next daemon knows nothing of before.
    package func restartWithoutState() throws {
        try crash()
        try dropState()
        try startService()
    }

    /// Stops the daemon with SIGTERM, as an update of its package does, and starts another one.
    package func upgrade() throws {
        try daemon.stop()
        try startService()
    }

    /// Suspends the daemon, so that it does not reply.
    package func freeze() { daemon.process.send(signal: SIGSTOP) }

    package func thaw() { daemon.process.send(signal: SIGCONT) }

    // MARK: The actors

    /// A connection with this name in the story.
    package func actor(_ name: String) throws -> Actor { try actor(name, of: user) }

    /// A connection of that user; nil = of the tests.
    package func actor(_ name: String, of user: TestUser?) throws -> Actor {
        let actor = Actor(name, try daemon.client(uid: user?.uid), self)
        actors.append(actor)
        return actor
    }

    /// An actor that subscribes to every change.
    package func subscriber(_ name: String = "watcher") throws -> Actor {
        let actor = try actor(name)
        try actor.call("Subscribe")
        _ = try story()
        return actor
    }

    /// An actor that has registered a provider, `org.example.<Name>`.
    package func app(_ name: String, _ configuration: [String: DBusValue] = [:]) throws -> Provider {
        let app = Provider(try actor(name.lowercased()), "org.example.\(name)")
        try app.register(configuration)
        _ = try story()
        return app
    }

    /// An actor that has registered as a shell.
    package func shell(_ name: String = "shell", _ state: [String: DBusValue] = [:]) throws -> Actor {
        let actor = try actor(name)
        try actor.call("RegisterShell", "", .options(state))
        _ = try story()
        return actor
    }

    // MARK: The story

    /// The messages of the daemon since the last story, with their receivers, in order. Waits only for answered pings:
    /// a message that is not in the story was not sent.
    package func story() throws -> [String] {
        for actor in actors where actor.client.isConnected { try actor.catchUp() }
        defer { lines = [] }
        return lines.sorted { $0.serial < $1.serial }.map(\.text)
    }

    /// The same with the lines of these actors only.
    package func story(of names: String...) throws -> [String] {
        try story().filter { line in names.contains { line.hasPrefix($0 + ":") } }
    }

    /// Takes the story since the last time and expects these lines, for these actors; no names mean all actors.
    package func expect(_ lines: [String], of names: String..., sourceLocation: SourceLocation = #_sourceLocation)
        throws
    {
        let story = try story().filter { line in
            names.isEmpty || names.contains { line.hasPrefix($0 + ":") }
        }
        #expect(story == lines, sourceLocation: sourceLocation)
    }

    func note(_ message: BusMessage, _ text: String) {
        guard message.sender == daemon.uniqueName else { return }
        lines.append((message.serial, text))
    }
}

/// A connection in a ``Stage``, such as that of an app or a shell.
package final class Actor {
    package let name: String
    package let client: BusClient
    /// The actions that were delivered here and not completed, oldest first.
    package var actions: [BusMessage] = []
    private unowned let stage: Stage
    private var calls: [UInt32: String] = [:]

    init(_ name: String, _ client: BusClient, _ stage: Stage) {
        self.name = name
        self.client = client
        self.stage = stage
        client.onMessage = { [unowned self] in hear($0) }
    }

    /// Reads everything that the daemon has sent to this connection.
    package func catchUp() throws {
        let serial = try client.send(DaemonUnderTest.busName, "/", "org.freedesktop.DBus.Peer", "Ping")
        _ = try client.reply(to: serial)
    }

    /// Calls a method of the manager.
    @discardableResult
    package func call(_ member: String, _ arguments: DBusValue...) throws -> [DBusValue] {
        try call(DaemonUnderTest.managerPath, DaemonUnderTest.busName, member, arguments)
    }

    /// Calls a method of the manager's Audio interface.
    package func audio(_ member: String, _ arguments: DBusValue...) throws {
        _ = try call(DaemonUnderTest.managerPath, CallName.audio, member, arguments)
    }

    /// Requests an action by a method of the call's object: `ask("Answer", "A")`. Returns the transaction's id.
    @discardableResult
    package func ask(_ member: String, _ call: String, _ arguments: DBusValue...) throws -> String {
        let reply = try self.call(UUIDs.path(call), CallName.call, member, arguments)
        return reply.first?.string ?? ""
    }

    /// Requests a transaction of several actions. Returns its id.
    @discardableResult
    package func request(_ actions: [[String: DBusValue]], _ options: [String: DBusValue] = [:]) throws -> String {
        try call("RequestTransaction", .dictionaries(actions), .options(options)).first?.string ?? ""
    }

    /// The short name of a call's error; `no error` if the call succeeds.
    package func refusal(_ call: (Actor) throws -> some Any) -> String {
        do {
            _ = try call(self)
            return "no error"
        } catch let error as BusError {
            return error.shortName
        } catch {
            return "\(error)"
        }
    }

    package func property(_ name: String, of call: String) throws -> DBusValue {
        try client.call(UUIDs.text(call)).get(name)
    }

    package func audioProperty(_ name: String) throws -> DBusValue { try client.audio().get(name) }

    /// The state of each call.
    package func states() throws -> [String: String] {
        let rows = try call("ListCalls").first?.elements ?? []
        return Dictionary(uniqueKeysWithValues: rows.map { (UUIDs.name($0[0]?.string), $0[4]?.string ?? "") })
    }

    /// Calls a method of any interface of any object of the daemon.
    @discardableResult
    package func call(
        _ path: String, _ interface: String, _ member: String, _ arguments: [DBusValue] = []
    ) throws -> [DBusValue] {
        let serial = try client.send(DaemonUnderTest.busName, path, interface, member, arguments)
        calls[serial] = member
        return try client.reply(to: serial)
    }

    private func hear(_ message: BusMessage) {
        switch message.kind {
        case .methodReturn, .error:
            guard let member = calls.removeValue(forKey: message.replySerial) else { return }
            stage.note(message, "\(name): \(member) " + (message.error?.shortName ?? "accepted"))
        case .signal:
            if message.member?.hasPrefix("Perform") == true { actions.append(message) }
            stage.note(message, "\(name): " + Story.line(message))
        default: break
        }
    }
}
