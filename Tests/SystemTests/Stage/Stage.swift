// SPDX-License-Identifier: MIT

import BusTesting
import Testing

/// A bus, the daemon on it, and the actors of a scenario. Everything that the daemon sends to any of them is written
/// down in the order in which it was *sent*, which the daemon's serials tell across connections.
final class Stage {
    let bus: BusDaemon
    let daemon: DaemonUnderTest
    private var actors: [Actor] = []
    private var lines: [(serial: UInt32, text: String)] = []

    /// A stage on a bus of its own, where the administrator has written this.
    init(arguments: [String] = [], configuration: String? = nil) throws {
        let bus = try BusDaemon.session()
        let file = try configuration.map { try bus.directory.write($0, to: "monkeycalld.conf") }
        self.bus = bus
        daemon = try DaemonUnderTest(on: bus, configuration: file, arguments: arguments)
    }

    /// A connection by that name in the story.
    func actor(_ name: String) throws -> Actor {
        let actor = Actor(name, try daemon.client(), self)
        actors.append(actor)
        return actor
    }

    /// One that hears of every change.
    func subscriber(_ name: String = "watcher") throws -> Actor {
        let actor = try actor(name)
        try actor.call("Subscribe")
        _ = try story()
        return actor
    }

    /// One that has registered a provider, `org.example.<Name>`.
    func app(_ name: String, _ configuration: [String: DBusValue] = [:]) throws -> App {
        let app = App(try actor(name.lowercased()), "org.example.\(name)")
        try app.register(configuration)
        _ = try story()
        return app
    }

    /// One that has registered as a shell.
    func shell(_ name: String = "shell", _ state: [String: DBusValue] = [:]) throws -> Actor {
        let actor = try actor(name)
        try actor.call("RegisterShell", "", .options(state))
        _ = try story()
        return actor
    }

    /// What the daemon has sent since this was asked last, to whom, in order. Waits for nothing but answered pings:
    /// what is not in it was not sent.
    func story() throws -> [String] {
        for actor in actors where actor.client.isConnected { try actor.catchUp() }
        defer { lines = [] }
        return lines.sorted { $0.serial < $1.serial }.map(\.text)
    }

    /// The same without the lines of what is of no interest to a test.
    func story(of names: String...) throws -> [String] {
        try story().filter { line in names.contains { line.hasPrefix($0 + ":") } }
    }

    /// Takes the story since the last time, and expects it to be this, to these actors (or else to all).
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
