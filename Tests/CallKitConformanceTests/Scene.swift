// SPDX-License-Identifier: MIT

import BusTesting
import Foundation
import Testing

/// A bus, the daemon on it, apps that are processes of their own, and a shell.
final class Scene {
    private let bus: BusDaemon
    private let configuration: URL?
    private(set) var daemon: DaemonUnderTest
    private var players: [Player] = []
    private var rounds = 0

    /// `configuration` is the text of the administrator's file; nil for no file.
    init(configuration: String? = nil) throws {
        let bus = try BusDaemon.session()
        let file = try configuration.map { try bus.directory.write($0, to: "monkeycalld.conf") }
        (self.bus, self.configuration) = (bus, file)
        daemon = try DaemonUnderTest(on: bus, configuration: file)
    }

    /// An app process that has no provider yet.
    func player(_ name: String, _ identifier: String? = nil) throws -> Player {
        let player = try Player(name, identifier, at: bus.address)
        players.append(player)
        return player
    }

    /// An app whose provider has begun. The story afterwards is empty.
    func app(_ name: String, _ options: String = "") throws -> Player {
        let app = try player(name)
        try app.does("provider \(options)", "delegate full")
        let begun = try story()
        guard begun == [name: ["begin"]] else { throw SupportError("\(name) does not begin: \(begun)") }
        return app
    }

    /// An app that only observes calls.
    func observer(_ name: String = "Observer") throws -> Player {
        let player = try player(name)
        try player.does("observe", "calls")
        _ = try story()
        return player
    }

    /// A client that controls calls from outside the apps.
    func shell() throws -> Shell { Shell(try daemon.client()) }

    /// The daemon crashes, and another daemon takes its place.
    func restart() throws {
        try crash()
        try start()
    }

    /// Kills the daemon. Returns when the bus has announced that its name has no owner.
    func crash() throws {
        try daemon.kill9()
        try daemon.client().waitForName(DaemonUnderTest.busName, owned: false)
    }

    /// Another daemon takes the place of the previous one.
    func start() throws { daemon = try DaemonUnderTest(on: bus, configuration: configuration) }

    /// Stops the daemon with SIGTERM, as an update of its package does, and starts another one.
    func upgrade() throws {
        try daemon.stop()
        try start()
    }

    /// The lines of each app since the last story, once no more lines come. Apps without lines are left out.
    ///
    /// In a round, each app answers after it has handled all messages that the service had sent by then. Its work may
    /// cause lines of another app in the next round. After four rounds without lines nothing is under way.
    func story() throws -> [String: [String]] {
        var quiet = 0
        while quiet < 4 {
            rounds += 1
            var news = false
            for player in players where player.isListening { news = try player.sync(rounds) || news }
            quiet = news ? 0 : quiet + 1
        }
        let said = players.map { ($0.name, $0.take()) }.filter { !$1.isEmpty }
        return Dictionary(said) { $0 + $1 }
    }

    /// Expects exactly these lines of each app since the last story, and no lines of other apps.
    func expect(_ expected: [String: [String]], sourceLocation: SourceLocation = #_sourceLocation) throws {
        let said = try story()
        #expect(said == expected, sourceLocation: sourceLocation)
    }

    /// Expects exactly these calls in these states: `A active, B held`.
    func expect(calls expected: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let calls = try shell().calls()
        #expect(calls == expected, sourceLocation: sourceLocation)
    }

    /// Waits until nothing is under way, and drops the story.
    func settle() throws { _ = try story() }

    /// Waits for a line that comes only after some time.
    func wait(for player: Player, _ line: String) throws { try player.wait(for: line) }
}
