// SPDX-License-Identifier: MIT

import BusTesting
import Foundation
import Testing

/// The tools that everybody has: what the README shows is what they do.
@Suite(.daemonLogs)
struct BusctlTests {
    @Test func `every busctl line of the README does what it says there`() throws {
        let commands = try ConsoleCommand.all(in: Repository.file("README.md"))
        #expect(commands.count > 10)
        let stage = try Stage()
        let phone = try stage.app(
            "Phone", ["LocalizedName": "Example Phone", "SupportedHandleTypes": .strings(["phone-number"])])
        try phone.actor.call(
            "ReportNewIncomingCall", .string(phone.identifier), "6ba7b810-9dad-11d1-80b4-00c04fd430c8",
            ["RemoteHandle": .tuple("phone-number", "+4930123456"), "LocalizedCallerName": "Ada"])
        for command in commands {
            let result = try ChildProcess.run(
                ["sh", "-c", command.line], environment: ["DBUS_SYSTEM_BUS_ADDRESS": stage.bus.address])
            #expect(result.succeeded && result.errors.isEmpty, "\(command.line)\n\(result)")
            #expect(command.explains(result.output), "\(command.line)\nshows:\n\(result.output)")
            try phone.doEverything()
        }
    }

    @Test func `busctl speaks JSON, and gdbus what it always speaks`() throws {
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

    @Test(.needsRoot) func `root reads the signals at busctl monitor`() throws {
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

/// A `$ busctl` line of a console block, and what is shown below it.
private struct ConsoleCommand {
    let line: String
    let shown: [Substring]

    /// Whether this is what is shown, where `…` stands for anything; true if nothing is.
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
            } else if isInside, line.hasPrefix("$ busctl ") {
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
