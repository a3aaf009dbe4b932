// SPDX-License-Identifier: MIT

package import BusTesting
import Foundation
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

/// A process of an app that uses CallKit or LiveCommunicationKit, see CallKitActor.
package final class AppPlayer {
    package let name: String
    private let process: ChildProcess
    private var lines: [String] = []
    /// False while the main queue of the app is blocked, and after the process was killed.
    package private(set) var isListening = true

    package init(_ name: String, _ identifier: String? = nil, at address: String) throws {
        self.name = name
        process = try ChildProcess(
            [Product.path("CallKitActor"), identifier ?? "org.example.\(name)"],
            environment: ["MONKEYCALL_BUS": address])
    }

    /// Sends commands one after another, and waits until the service has answered all of them.
    package func does(_ commands: String...) throws {
        for command in commands { try begins(command) }
        try process.writeLine("done")
        try read(to: "done")
    }

    /// Sends a command and does not wait.
    package func begins(_ command: String) throws {
        try process.writeLine(command)
        if command == "block" { isListening = false }
        if command == "unblock" { isListening = true }
    }

    package func kill9() throws {
        try process.kill9()
        isListening = false
    }

    /// Reads the app's lines until it has handled all messages so far. Returns false if there were no lines.
    package func sync(_ number: Int) throws -> Bool {
        try process.writeLine("sync \(number)")
        let before = lines.count
        try read(to: "sync \(number)")
        return lines.count > before
    }

    private func read(to last: String) throws {
        while true {
            let line = try process.waitForLine()
            if line == last { return }
            lines.append(line)
        }
    }

    package func wait(for line: String, timeout: Double? = nil) throws {
        while !lines.contains(line) { lines.append(try process.waitForLine(timeout: timeout)) }
    }

    /// Waits until the library has logged this text, after what was waited for before. Returns how often it has so far.
    package func waitForLog(_ text: String) throws -> Int {
        _ = try process.waitForLine(of: .error) { $0.contains(text) }
        return process.text(of: .error).split(separator: "\n").count { $0.contains(text) }
    }

    /// The lines of the app since the last time.
    package func take() -> [String] {
        defer { lines = [] }
        return lines
    }
}

/// What the desktop's call controls do. They belong to no app and control the calls of all apps.
extension Actor {
    /// Dials a number, as a list of recent calls does; `name` is that of the contact.
    package func dial(_ number: String, named name: String? = nil, with provider: String) throws {
        try call(
            "RequestStartCall", .string(provider), .tuple("phone-number", .string(number)),
            .options(name.map { ["DisplayName": .string($0)] } ?? [:]))
    }

    /// The desktop file that starts the app of a provider; nil if the provider is not registered.
    package func desktopEntry(of provider: String) throws -> String? {
        guard let path = try providers().first(where: { $0.identifier == provider })?.path else { return nil }
        return try client.provider(at: path).get("DesktopEntry").string
    }

    /// Waits for the signal that a call was added or removed.
    package func wait(for member: String, of call: String) throws {
        _ = try client.waitForSignal(member) { $0.arguments.first?.string == UUIDs.path(call) }
    }

    /// Waits until the call exists.
    package func wait(forCall call: String) throws {
        try client.subscribe()
        if try states()[call] == nil { try wait(for: "InterfacesAdded", of: call) }
    }

    /// Waits until a transaction of this client has succeeded or failed.
    package func waitForCompletion() throws { _ = try client.waitForSignal("TransactionCompleted") }

    /// Pretends to be the service: sends the first provider an action that ends this call.
    package func forgeAnEnd(of call: String) throws {
        let (identifier, path) = try providers()[0]
        try client.emit(
            DaemonUnderTest.managerPath, DaemonUnderTest.busName, "PerformEndCallAction",
            [
                .string(identifier), UUIDs.value("F"), UUIDs.value(call),
                .options(["Transaction": UUIDs.value("E"), "Deadline": .uint64(0)]),
            ], to: client.provider(at: path).get("BusName").string)
    }

    /// The properties of a call that changed when it ended.
    package func end(of call: String) throws -> DBusValue? {
        try client.waitForSignal("PropertiesChanged") {
            $0.path == UUIDs.path(call) && $0.arguments[1]["HasEnded"]?.bool == true
        }.arguments[1]
    }

    private func providers() throws -> [(identifier: String, path: String)] {
        let rows = try call("ListProviders").first?.elements ?? []
        return rows.map { ($0[0]?.string ?? "", $0[1]?.string ?? "") }
    }
}
