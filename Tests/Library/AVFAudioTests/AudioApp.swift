// SPDX-License-Identifier: MIT

import BusTesting
import Testing

/// An app with an audio session, on a stage with other apps and a shell.
final class AudioApp {
    let stage: Stage
    private let process: ActorProcess
    private var heard: [String] = []
    private var others: [String: Provider] = [:]
    private var shell: Actor?

    /// - Parameters:
    ///   - hasService: whether the daemon runs from the beginning
    ///   - sandbox: the sandbox of the app; nil for none
    init(hasService: Bool = true, sandbox: ControlGroup? = nil) throws {
        stage = try Stage()
        if !hasService { try stage.crash() }
        process = try ActorProcess(["MONKEYCALL_BUS": stage.bus.address], sandbox: sandbox)
    }

    var processID: Int32 { process.process.processID }

    /// Sends commands to the app. Returns the lines that it prints until all are done.
    @discardableResult
    func tell(_ commands: String...) throws -> [String] {
        let said = try commands.flatMap(process.tell)
        heard += said
        return said
    }

    /// Waits for as many lines, and expects exactly these since the last `expect`. Notifications on different threads
    /// have no order: if `inOrder` is false, `lines` must be sorted.
    func expect(
        _ lines: [String], inOrder: Bool = true, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        while heard.count < lines.count { heard.append(try process.waitForLine()) }
        try tell("settle")
        #expect((inOrder ? heard : heard.sorted()) == lines, sourceLocation: sourceLocation)
        heard = []
    }

    /// Sends a command, and expects that the app prints exactly this line; nil for no line.
    func expect(_ command: String, _ line: String? = nil, sourceLocation: SourceLocation = #_sourceLocation) throws {
        try tell(command)
        let said = heard
        heard = []
        #expect(said == (line.map { [$0] } ?? []), sourceLocation: sourceLocation)
    }

    /// Another app. It registers at its first use.
    func other(_ name: String) throws -> Provider {
        if let known = others[name] { return known }
        let other = try stage.app(name, ["LocalizedName": .string(name)])
        others[name] = other
        return other
    }

    /// A call of another app rings and is answered, and the app fulfils the answer when its turn comes.
    func ringAndAnswer(on name: String, _ call: String) throws {
        let other = try other(name)
        try other.ring(call)
        try other.actor.ask("Answer", call)
        try other.fulfill(after: "PerformAnswerCallAction")
    }

    /// The shell sets its routes, such as `earpiece* speaker car!`: * is in use, ! is not available.
    func shell(_ routes: String) throws {
        let words = routes.split(separator: " ")
        let list = words.map { word -> [String: DBusValue] in
            let kind = word.filter { !"*!".contains($0) }
            return [
                "Name": .string("the-\(kind)"), "LocalizedName": .string("The \(kind)"), "Kind": .string(kind),
                "Available": .bool(!word.contains("!")),
            ]
        }
        let route = words.first { $0.contains("*") }.map { "the-" + $0.filter { $0 != "*" } } ?? ""
        let state: [String: DBusValue] = ["Routes": .dictionaries(list), "Route": .string(route)]
        if let shell {
            try shell.call("SetShellState", .options(state))
        } else {
            shell = try stage.shell("shell", state)
        }
    }

    func endShell() {
        shell?.client.close()
        shell = nil
    }

    /// The route that the service asks the shell to use.
    func requestedRoute() throws -> String? { try shell?.audioProperty("RequestedRoute").string }
}
