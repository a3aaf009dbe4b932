// SPDX-License-Identifier: MIT

import BusTesting
import Testing

/// A stage with apps that are processes of their own, and shells.
final class Scene {
    let stage: Stage
    private let keepsState: Bool
    private var players: [Player] = []
    private var rounds = 0

    /// `configuration` is the text of the administrator's file; nil for no file. With `keepsState` each daemon continues where
    /// the last one stopped.
    init(configuration: String? = nil, keepsState: Bool = false) throws {
        self.keepsState = keepsState
        stage = try Stage(configuration: configuration, keepsState: keepsState)
    }

    /// With a short deadline for the action that is to time out: `Start`, `Answer` or `Other`. A busy machine may need longer for
    /// the others.
    convenience init(hurrying action: String) throws {
        try self.init(configuration: "[Deadlines]\n\(action)=100ms\n")
    }

    /// An app process that has no provider yet.
    func player(_ name: String, _ identifier: String? = nil) throws -> Player {
        let player = try Player(name, identifier, at: stage.bus.address)
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

    /// The daemon crashes, and another one comes. These apps register again if it does not know them. Nothing else happens.
    func restart(_ apps: String..., sourceLocation: SourceLocation = #_sourceLocation) throws {
        try stage.restart()
        try expectBegin(apps, sourceLocation)
    }

    /// The same for a daemon that ends by SIGTERM.
    func upgrade(_ apps: String..., sourceLocation: SourceLocation = #_sourceLocation) throws {
        try stage.upgrade()
        try expectBegin(apps, sourceLocation)
    }

    private func expectBegin(_ apps: [String], _ sourceLocation: SourceLocation) throws {
        let expected = keepsState ? [:] : Dictionary(uniqueKeysWithValues: apps.map { ($0, ["begin"]) })
        try expect(expected, sourceLocation: sourceLocation)
    }

    /// A client that controls calls from outside the apps. It is not registered as a shell.
    func shell() throws -> Actor { try stage.actor("shell") }

    /// A player does something, and the scene waits until nothing is under way.
    func does(_ player: Player, _ commands: String...) throws {
        for command in commands { try player.does(command) }
        try settle()
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
        let calls = try shell().states().map { "\($0) \($1)" }.sorted().joined(separator: ", ")
        #expect(calls == expected, sourceLocation: sourceLocation)
    }

    /// Waits until nothing is under way, and drops the story.
    func settle() throws { _ = try story() }

    /// Waits for a line that comes only after some time.
    func wait(for player: Player, _ line: String) throws { try player.wait(for: line) }
}
