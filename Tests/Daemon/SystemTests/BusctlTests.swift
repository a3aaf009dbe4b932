// SPDX-License-Identifier: MIT

import BusTesting
import Foundation
import Testing

/// The common tools `busctl` and `gdbus` do what docs/BUSCTL.md shows.
@Suite(.daemonLogs)
struct BusctlTests {
    @Test func `Every line of the walk with busctl works beside the apps of make run`() throws {
        let commands = try ConsoleCommand.all(in: Repository.file("docs/BUSCTL.md"))
        #expect(commands.count > 10)
        let desktop = try Desktop()
        let alpha = try desktop.app("Alpha")
        let beta = try desktop.app("Beta")
        try alpha.type("incoming +4930123456 Ada")
        try alpha.expect("incoming")
        let shell = try BusClient(address: desktop.bus.address)
        let call = try #require(try calls(shell).first?["UUID"]?.string)
        var variables = ["DBUS_SYSTEM_BUS_ADDRESS": desktop.bus.address, "CALL": call]
        for command in commands {
            if let variable = command.variable {
                variables[variable.name] = variable.value
                continue
            }
            let result = try ChildProcess.run(["bash", "-c", command.line], environment: variables)
            #expect(result.succeeded && result.errors.isEmpty, "\(command.line)\n\(result)")
            #expect(command.explains(result.output), "\(command.line)\nshows:\n\(result.output)")
            try waitUntilPerformed(shell)
        }
        withExtendedLifetime((alpha, beta)) {}
    }

    @Test(.needs("gdbus")) func `busctl prints the calls as JSON, and gdbus prints them as GVariant text`() throws {
        let stage = try Stage()
        let phone = try stage.app("Phone")
        try phone.ring("A", ["LocalizedCallerName": "Ada"])
        let (bus, name, path) = (stage.bus.address, DaemonUnderTest.busName, DaemonUnderTest.managerPath)
        let json = try ChildProcess.run(
            ["busctl", "--address=\(bus)", "--json=short", "call", name, path, name, "ListCalls"])
        let line =
            #"{"type":"a(sosss)","data":[[["\#(UUIDs.text("A"))","\#(UUIDs.path("A"))","org.example.Phone","","incoming"]]]}"#
        #expect(json.output == line + "\n")
        let tree = try ChildProcess.run(["busctl", "--address=\(bus)", "tree", "--list", name])
        #expect(tree.output.contains(UUIDs.path("A") + "\n") && tree.output.contains(path + "/providers/1\n"))
        let answer = try ChildProcess.run([
            "gdbus", "call", "--address", bus, "--dest", name, "--object-path", UUIDs.path("A"), "--method",
            name + ".Call.Answer",
        ])
        #expect(answer.output.hasPrefix("('") && answer.output.hasSuffix("',)\n"), "\(answer)")
        #expect(try phone.action().member == "PerformAnswerCallAction")
        let managed = try ChildProcess.run([
            "gdbus", "call", "--address", bus, "--dest", name, "--object-path", path, "--method",
            "org.freedesktop.DBus.ObjectManager.GetManagedObjects",
        ])
        #expect(managed.output.contains("'LocalizedCallerName': <'Ada'>"), "\(managed)")
        let wrong = try ChildProcess.run([
            "gdbus", "call", "--address", bus, "--dest", name, "--object-path", UUIDs.path("A"), "--method",
            name + ".Call.Answer",
        ])
        #expect(wrong.succeeded || wrong.errors.contains("org.monkeycall.CallManager.Error.RequestTransaction"))
    }

    @Test(.needsRoot) func `Root reads the signals with busctl monitor`() throws {
        let stage = try Stage()
        let phone = try stage.app("Phone")
        let monitor = try ChildProcess([
            "busctl", "--address=\(stage.bus.address)", "monitor", DaemonUnderTest.busName,
        ])
        _ = try monitor.waitForLine(of: .error) { $0.contains("Monitoring bus message stream") }
        try phone.activeCall("A")
        _ = try monitor.waitForLine { $0.contains("Member=DidActivateAudioSession") }
        _ = try monitor.waitForLine { $0.contains("STRING \"\(UUIDs.text("A"))\"") }
        let text = monitor.text()
        #expect(text.contains("Destination=\(phone.actor.client.uniqueName)"))
        #expect(text.contains("Member=PerformAnswerCallAction") && text.contains("STRING \"Deadline\""))
    }
}

/// The properties of every call.
private func calls(_ client: BusClient) throws -> [DBusValue] {
    try client.managedObjects().values.compactMap { $0[CallName.call] }
}

/// Waits until the apps have performed every action: a person types more slowly than they perform.
private func waitUntilPerformed(_ client: BusClient) throws {
    let deadline = Deadline()
    while try calls(client).contains(where: isUnderWay) {
        guard !deadline.hasPassed else { throw SupportError("an app does not perform an action") }
    }
}

private func isUnderWay(_ call: DBusValue) -> Bool {
    call["PendingAction"]?.string != "" || !["active", "held", "incoming"].contains(call["State"]?.string)
}

/// A `$` line of a console block, and the output that is shown below it.
private struct ConsoleCommand {
    let line: String
    let shown: [Substring]

    /// The variable that a line like `NAME=value` sets; nil for another line.
    var variable: (name: String, value: String)? {
        let parts = line.split(separator: "=", maxSplits: 1)
        guard parts.count == 2, let name = parts.first, name.allSatisfy({ $0.isUppercase }) else { return nil }
        return (String(name), String(parts[1]))
    }

    /// Whether the output is as shown, where `…` stands for any text; true if no output is shown.
    func explains(_ output: String) -> Bool {
        let lines = output.split(separator: "\n")
        return shown.isEmpty
            || lines.count == shown.count && zip(lines, shown).allSatisfy { line, pattern in Self.fits(line, pattern) }
    }

    /// The commands of all blocks that are marked as `console`, in order.
    static func all(in file: URL) throws -> [ConsoleCommand] {
        var commands: [ConsoleCommand] = []
        var isInside = false
        for line in try String(contentsOf: file, encoding: .utf8).split(
            separator: "\n", omittingEmptySubsequences: false)
        {
            if line.hasPrefix("```") {
                isInside = line == "```console"
            } else if isInside, line.hasPrefix("$ ") {
                commands.append(ConsoleCommand(line: String(line.dropFirst(2)), shown: []))
            } else if isInside, let last = commands.popLast() {
                commands.append(ConsoleCommand(line: last.line, shown: last.shown + [line]))
            }
        }
        return commands
    }

    private static func fits(_ line: Substring, _ pattern: Substring) -> Bool {
        let parts = pattern.split(separator: "…", omittingEmptySubsequences: false)
        guard parts.count > 1, let first = parts.first, let last = parts.last else { return line == pattern }
        return line.count >= first.count + last.count && line.hasPrefix(first) && line.hasSuffix(last)
    }
}
