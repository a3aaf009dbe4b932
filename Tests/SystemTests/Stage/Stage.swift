// SPDX-License-Identifier: MIT

import BusTesting
import Testing

/// A bus, the daemon on it, and the actors of a scenario. The stage records each message of the daemon to an actor in
/// the order in which the daemon *sent* it. The daemon's serials tell this order across connections.
final class Stage {
    let bus: BusDaemon
    let daemon: DaemonUnderTest
    private var actors: [Actor] = []
    private var lines: [(serial: UInt32, text: String)] = []

    /// A stage on a bus of its own. `configuration` is the text of the administrator's file; nil for no file.
    init(arguments: [String] = [], configuration: String? = nil) throws {
        let bus = try BusDaemon.session()
        let file = try configuration.map { try bus.directory.write($0, to: "monkeycalld.conf") }
        self.bus = bus
        daemon = try DaemonUnderTest(on: bus, configuration: file, arguments: arguments)
    }

    /// A connection with this name in the story.
    func actor(_ name: String) throws -> Actor {
        let actor = Actor(name, try daemon.client(), self)
        actors.append(actor)
        return actor
    }

    /// An actor that subscribes to every change.
    func subscriber(_ name: String = "watcher") throws -> Actor {
        let actor = try actor(name)
        try actor.call("Subscribe")
        _ = try story()
        return actor
    }

    /// An actor that has registered a provider, `org.example.<Name>`.
    func app(_ name: String, _ configuration: [String: DBusValue] = [:]) throws -> App {
        let app = App(try actor(name.lowercased()), "org.example.\(name)")
        try app.register(configuration)
        _ = try story()
        return app
    }

    /// An actor that has registered as a shell.
    func shell(_ name: String = "shell", _ state: [String: DBusValue] = [:]) throws -> Actor {
        let actor = try actor(name)
        try actor.call("RegisterShell", "", .options(state))
        _ = try story()
        return actor
    }

    /// The messages of the daemon since the last story, with their receivers, in order. Waits only for answered pings:
    /// a message that is not in the story was not sent.
    func story() throws -> [String] {
        for actor in actors where actor.client.isConnected { try actor.catchUp() }
        defer { lines = [] }
        return lines.sorted { $0.serial < $1.serial }.map(\.text)
    }

    /// The same with the lines of these actors only.
    func story(of names: String...) throws -> [String] {
        try story().filter { line in names.contains { line.hasPrefix($0 + ":") } }
    }

    /// Takes the story since the last time and expects these lines, for these actors; no names mean all actors.
    func expect(_ lines: [String], of names: String..., sourceLocation: SourceLocation = #_sourceLocation) throws {
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
