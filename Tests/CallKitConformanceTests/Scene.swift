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

    /// A scene where the administrator has written this.
    init(configuration: String? = nil) throws {
        let bus = try BusDaemon.session()
        let file = try configuration.map { try bus.directory.write($0, to: "monkeycalld.conf") }
        (self.bus, self.configuration) = (bus, file)
        daemon = try DaemonUnderTest(on: bus, configuration: file)
    }

    /// A process that has done nothing yet.
    func player(_ name: String, _ identifier: String? = nil) throws -> Player {
        let player = try Player(name, identifier, at: bus.address)
        players.append(player)
        return player
    }

    /// An app with a provider that has begun, and of which that was the story so far.
    func app(_ name: String, _ options: String = "") throws -> Player {
        let app = try player(name)
        try app.does("provider \(options)", "delegate full")
        let begun = try story()
        guard begun == [name: ["begin"]] else { throw SupportError("\(name) does not begin: \(begun)") }
        return app
    }

    /// An app that only looks.
    func observer(_ name: String = "Observer") throws -> Player {
        let player = try player(name)
        try player.does("observe", "calls")
        _ = try story()
        return player
    }

    /// Somebody who controls calls from outside of the apps.
    func shell() throws -> Shell { Shell(try daemon.client()) }

    /// The daemon crashes, and another one takes its place.
    func restart() throws {
        try crash()
        try start()
    }

    /// Returns when the bus has told everybody that the daemon has gone.
    func crash() throws {
        try daemon.kill9()
        try daemon.client().waitForName(DaemonUnderTest.busName, owned: false)
    }

    /// Another daemon takes the place of the one that crashed.
    func start() throws { daemon = try DaemonUnderTest(on: bus, configuration: configuration) }

    /// The daemon is told to end, as by an update of it, and another one takes its place.
    func upgrade() throws {
        try daemon.stop()
        try start()
    }

    /// All that was said since this was asked last, by those who said anything, once nothing more comes.
    ///
    /// A round asks everybody to answer after what the service had sent by then. Somebody's doing may be another one's
    /// news in the next round; after a few without any there is nothing under way.
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

    /// Expects that this is the story since the last time: of each one all, and nothing of anybody else.
    func expect(_ expected: [String: [String]], sourceLocation: SourceLocation = #_sourceLocation) throws {
        let said = try story()
        #expect(said == expected, sourceLocation: sourceLocation)
    }

    /// Expects these calls, and that they stand so: `A active, B held`.
    func expect(calls expected: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let calls = try shell().calls()
        #expect(calls == expected, sourceLocation: sourceLocation)
    }

    /// Lets things happen that are of no interest to the test.
    func settle() throws { _ = try story() }

    /// Waits for a line that only time brings.
    func wait(for player: Player, _ line: String) throws { try player.wait(for: line) }
}
