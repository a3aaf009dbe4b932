// SPDX-License-Identifier: MIT

package import BusTesting
package import Testing

/// What becomes of the state of a daemon that crashes: the next one has it, or not.
package enum ServiceState: CaseIterable, Sendable {
    case kept, lost
}

/// A stage with apps that are processes of their own, and shells.
package final class Scene {
    package let stage: Stage
    private let keepsState: Bool
    private var players: [AppPlayer] = []
    private var rounds = 0

    /// `configuration` is the text of the administrator's file; nil for no file. With `keepsState` each daemon
    /// continues where the last one stopped.
    package init(configuration: String? = nil, keepsState: Bool = false) throws {
        self.keepsState = keepsState
        stage = try Stage(configuration: configuration, keepsState: keepsState)
    }

    /// With a short deadline for the action that is to time out: `Start`, `Answer` or `Other`. A busy machine may need
    /// longer for the others.
    package convenience init(hurrying action: String) throws {
        try self.init(configuration: "[Deadlines]\n\(action)=100ms\n")
    }

    /// An app process that has no provider yet.
    package func player(_ name: String, _ identifier: String? = nil) throws -> AppPlayer {
        let player = try AppPlayer(name, identifier, at: stage.bus.address)
        players.append(player)
        return player
    }

    /// An app whose provider has begun. The story afterwards is empty.
    package func app(_ name: String, _ options: String = "") throws -> AppPlayer {
        try begun(name, "provider \(options)", "delegate full")
    }

    /// An app process that has begun after these commands. The story afterwards is empty.
    package func begun(_ name: String, _ commands: String...) throws -> AppPlayer {
        let app = try player(name)
        for command in commands { try app.does(command) }
        let begun = try story()
        guard begun == [name: ["begin"]] else { throw SupportError("\(name) does not begin: \(begun)") }
        return app
    }

    /// An app that only observes calls.
    package func observer(_ name: String = "Observer") throws -> AppPlayer {
        let player = try player(name)
        try player.does("observe", "calls")
        _ = try story()
        return player
    }

    /// The daemon crashes, and another one comes. These apps register again if it does not know them. Nothing else
    /// happens.
    package func restart(_ apps: String..., sourceLocation: SourceLocation = #_sourceLocation) throws {
        try stage.restart()
        try expectBegin(apps, sourceLocation)
    }

    /// The same for a daemon that ends by SIGTERM.
    package func upgrade(_ apps: String..., sourceLocation: SourceLocation = #_sourceLocation) throws {
        try stage.upgrade()
        try expectBegin(apps, sourceLocation)
    }

    private func expectBegin(_ apps: [String], _ sourceLocation: SourceLocation) throws {
        let expected = keepsState ? [:] : Dictionary(uniqueKeysWithValues: apps.map { ($0, ["begin"]) })
        try expect(expected, sourceLocation: sourceLocation)
    }

    /// A client that controls calls from outside the apps. It is not registered as a shell.
    package func shell() throws -> Actor { try stage.actor("shell") }

    /// A player does something, and the scene waits until nothing is under way.
    package func does(_ player: AppPlayer, _ commands: String...) throws {
        for command in commands { try player.does(command) }
        try settle()
    }

    /// The lines of each app since the last story, once no more lines come. Apps without lines are left out.
    ///
    /// In a round, each app answers after it has handled all messages that the service had sent by then. Its work may
    /// cause lines of another app in the next round. After four rounds without lines nothing is under way.
    package func story() throws -> [String: [String]] {
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
    package func expect(_ expected: [String: [String]], sourceLocation: SourceLocation = #_sourceLocation) throws {
        let said = try story()
        #expect(said == expected, sourceLocation: sourceLocation)
    }

    /// Expects exactly these calls in these states: `A active, B held`.
    package func expect(calls expected: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let calls = try shell().states().map { "\($0) \($1)" }.sorted().joined(separator: ", ")
        #expect(calls == expected, sourceLocation: sourceLocation)
    }

    /// Waits until nothing is under way, and drops the story.
    package func settle() throws { _ = try story() }

    /// Waits for a line that comes only after some time.
    package func wait(for player: AppPlayer, _ line: String) throws { try player.wait(for: line) }
}
