// SPDX-License-Identifier: MIT

import BusTesting
import Foundation
import Testing

/// `list`, `providers` and `recents`, and how they print texts from apps.
@Suite(.daemonLogs)
struct CommandLineListTests {
    @Test func `status shows the problems of the configuration and of the state`() throws {
        let healthy = try Stage(keepsState: true)
        let words = try healthy.run("status").output
        #expect(
            words.contains("Good:           MonkeyCall runs.\n") && words.contains("Directory:      does not run\n"))
        #expect(try healthy.run("status", "--json").output.contains(#""ConfigurationProblems":[],"StateProblem":"""#))

        let stage = try Stage(
            arguments: ["--state=/dev/null/nowhere"], configuration: "[Deadlines]\nStart=never\n")
        let text = try stage.run("status").output
        #expect(
            text.contains("Problem:        Calls that go on may be lost when MonkeyCall is started again: ")
                && text.contains("monkeycalld.conf:2: Start=never"))
        let json = try stage.run("status", "--json").output
        #expect(json.contains(#"/monkeycalld.conf:2: Start=never"#) && !json.contains(#""StateProblem":"""#))
    }

    @Test func `Without a session bus status tells nothing of the programs on it`() throws {
        let stage = try Stage()
        let status = try ChildProcess.run(
            [Product.path("monkeycall"), "status", "--json"],
            environment: [
                "DBUS_SYSTEM_BUS_ADDRESS": stage.bus.address, "DBUS_SESSION_BUS_ADDRESS": "unix:path=/nowhere/bus",
            ])
        #expect(status.succeeded && status.output.contains(#""Kind":"service""#))
        for kind in ["ringing", "callers", "bridge"] { #expect(!status.output.contains(#""Kind":"\#(kind)""#)) }
    }

    @Test func `list shows each call with its state, app, other side and reason`() throws {
        let stage = try Stage()
        #expect(try stage.run("list").output == "No calls.\n")
        #expect(try stage.run("list", "--json").output == "[]\n")

        let alpha = try stage.provider("org.example.Alpha", "--auto", "--name", "Alpha")
        let first = try stage.ring(alpha)
        try stage.run("answer")
        let second = try stage.ring(alpha, "bob@example.org")
        try stage.run("answer")

        let list = try stage.run("list")
        #expect(list.succeeded)
        let lines = list.output.split(separator: "\n").map(String.init)
        #expect(lines.count == 3)
        #expect(lines[0].split(separator: " ") == ["ID", "STATE", "APP", "WITH", "TIME", "NOTES"])
        #expect(lines[1].hasPrefix(first.prefix(8) + "  held    Alpha  Ada  +4930123456  "))
        #expect(lines[1].hasSuffix("held-for-answer \(second.prefix(8))"))
        #expect(lines[2].hasPrefix(second.prefix(8) + "  active  Alpha  bob@example.org   "))
        #expect(lines[2].contains("has the audio"))
        #expect(!list.output.contains("\u{1B}"), "no colours for a pipe")
    }

    @Test func `list --json has the properties of the interface`() throws {
        let stage = try Stage()
        let alpha = try stage.provider()
        let call = try stage.ring(alpha)
        let properties = try #require(try stage.calls().first)
        #expect(properties["UUID"] as? String == call)
        #expect(properties["State"] as? String == "incoming")
        #expect(properties["RemoteHandle"] as? [String] == ["phone-number", "+4930123456"])
        #expect(properties["LocalizedCallerName"] as? String == "Ada")
        #expect(properties["Outgoing"] as? Bool == false)
        #expect(properties["StartedAt"] as? UInt64 != 0)

        let file = try Repository.file("dbus/org.monkeycall.CallManager.Call.xml")
        let contract = try Introspection(xml: String(contentsOf: file, encoding: .utf8))
        let names = try #require(contract.interfaces["org.monkeycall.CallManager.Call"]).properties.keys
        #expect(Set(properties.keys) == Set(names))
    }

    @Test func `providers shows the registered providers`() throws {
        let stage = try Stage()
        #expect(try stage.run("providers").output == "No providers.\n")
        let alpha = try stage.provider("org.example.Alpha", "--name", "Alpha Talk", "--groups", "7")
        _ = try stage.ring(alpha)
        let line = try #require(try stage.run("providers").output.split(separator: "\n").last)
        #expect(line.hasPrefix("org.example.Alpha  Alpha Talk  voip   1      \(alpha.processID)"))
        let json = try stage.run("providers", "--json").output
        #expect(json.contains(#""Identifier":"org.example.Alpha""#) && json.contains(#""MaximumCallGroups":7"#))
    }

    @Test func `Text from an app neither controls the terminal nor breaks a line`() throws {
        let stage = try Stage()
        let app = try BusClient(address: stage.bus.address)
        let manager = app.manager
        let evil = "Eve\u{1B}[2J\u{9B}1m\n\u{202E}\u{2028}\"\\"
        try manager.call("RegisterProvider", "org.example.Evil", ["LocalizedName": .string(evil)])
        let watch = try stage.start("watch")
        _ = try watch.waitForLine { $0.contains("org.example.Evil") }
        try manager.call(
            "ReportNewIncomingCall", "org.example.Evil", "11111111-2222-3333-4444-555555555555",
            ["LocalizedCallerName": .string(evil), "RemoteHandle": .tuple("generic", "\u{1B}]0;x\u{7}")])

        let line = try watch.waitForLine { $0.contains("incoming") }
        let list = try stage.run("list")
        let providers = try stage.run("providers").output
        let json = try stage.run("list", "--json").output
        #expect(line.contains(#"Eve\u{1b}[2J\u{9b}1m\u{a}"#))
        for text in [line, list.output, providers, json] {
            let outlaws = text.unicodeScalars.filter { scalar in
                scalar != "\n" && [.control, .format, .lineSeparator].contains(scalar.properties.generalCategory)
            }
            #expect(outlaws.isEmpty, "\(text.debugDescription)")
        }
        #expect(list.output.split(separator: "\n").count == 2)
        #expect(try stage.calls().first?["LocalizedCallerName"] as? String == evil)
    }

    @Test func `Columns are aligned after wide, combining and endless names`() throws {
        let stage = try Stage()
        let alpha = try stage.provider("org.example.Alpha", "--groups", "5")
        for name in ["李小龍", "Zoe\u{308}", "👩🏽", String(repeating: "x", count: 500)] {
            _ = try stage.ring(alpha, "+49 \(name)")
        }
        let lines = try stage.run("list").output.split(separator: "\n")
        #expect(lines.count == 5)
        #expect(lines.contains { $0.contains("x…") } && lines.allSatisfy { $0.count < 140 })
        // Three wide characters take six columns. The combining mark takes none.
        func column(_ name: String) throws -> Int {
            let line = try #require(lines.first { $0.contains(name) })
            let time = try #require(line.range(of: "00:0"))
            return line.distance(from: line.startIndex, to: time.lowerBound)
        }
        #expect(try column("李小龍") + 3 == column("Zoe\u{308}"))
    }

    @Test func `recents shows the ended calls, the last one first`() throws {
        let stage = try Stage()
        #expect(try stage.run("recents").output == "No calls have ended.\n")
        let alpha = try stage.provider("org.example.Alpha", "--auto", "--name", "Alpha")
        let first = try stage.ring(alpha)
        try stage.run("decline")
        let second = "abcdef00-1111-2222-3333-444444444444"
        try stage.dial([second])
        try stage.run("end")
        let living = try stage.ring(alpha)

        let lines = try stage.run("recents").output.split(separator: "\n").map(String.init)
        #expect(lines.count == 3 && !lines.contains { $0.hasPrefix(living.prefix(8)) })
        #expect(lines[0].split(separator: " ") == ["ID", "WAY", "APP", "WITH", "WHEN", "TIME", "ENDED"])
        #expect(lines[1].hasPrefix("abcdef00  outgoing  Alpha  +49 ") && lines[1].hasSuffix("  local-ended"))
        #expect(lines[2].hasPrefix("\(first.prefix(8))  incoming  Alpha  Ada  +4930123456  "))
        #expect(lines[2].hasSuffix("  declined"))
        let text = try stage.run("recents", "--json").output
        let calls = try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [[String: Any]])
        #expect(calls.map { $0["Call"] as? String } == [second, first])
        #expect(calls[0]["UUID"] == nil && calls[0]["EndedReason"] as? String == "local-ended")
    }

    /// The lines of a command in a terminal with 80 columns.
    private func linesOfTerminal(_ stage: Stage, _ command: String) throws -> [Substring] {
        let words = try stage.command([command]).map { "'\($0)'" }.joined(separator: " ")
        let terminal = try ChildProcess(
            ["script", "--quiet", "--return", "--command", "stty cols 80 && NO_COLOR=1 \(words)", "/dev/null"])
        #expect(try terminal.waitForExit() == .exited(0))
        return terminal.text().split(whereSeparator: \.isNewline)
    }

    @Test func `In a terminal of 80 columns each call is one line of list and of recents, with its name`() throws {
        let stage = try Stage()
        let alpha = try stage.provider("org.example.Alpha", "--auto", "--name", "Alpha of a long name", "--groups", "3")
        _ = try stage.ring(alpha, "+442079460123 Ada Lovelace")
        try stage.run("answer")
        _ = try stage.ring(alpha, "+442079460124 Grace Hopper")
        try stage.run("answer")
        for command in ["list", "recents"] {
            if command == "recents" {
                try stage.run("end")
                try stage.run("end")
            }
            let lines = try linesOfTerminal(stage, command)
            #expect(lines.count == 3 && lines.allSatisfy { $0.count <= 80 }, "\(lines)")
            #expect(lines.contains { $0.contains("Ada Lovelace") } && lines.contains { $0.contains("Grace Hopper") })
        }
    }

    @Test func `A long name does not hide the number`() throws {
        let stage = try Stage()
        let alpha = try stage.provider("org.example.Alpha", "--auto")
        _ = try stage.ring(alpha, "+4930123456 \(String(repeating: "Ada ", count: 60))")
        let line = try #require(try stage.run("list").output.split(separator: "\n").last)
        #expect(line.contains("Ada Ada") && line.contains("…  +4930123456  "))
    }

    @Test func `The name of an unknown user is wrong usage`() throws {
        let stage = try Stage()
        let result = try stage.run("list", "--user", "nobody-has-this-name")
        #expect(result.status == .exited(64) && result.errors.contains("nobody-has-this-name"))
        let own = try ChildProcess.run(["id", "-un"]).output.split(separator: "\n").joined()
        #expect(try stage.run("list", "--user", own).output == "No calls.\n")
    }

    @Test(.needsRoot) func `An ordinary user is told that only root sees other users`() throws {
        let stage = try Stage()
        let command = try stage.command(["list", "--user", "root"])
        let result = try ChildProcess.run(command, user: .alice)
        #expect(result.status == .exited(2))
        #expect(
            result.errors
                == "monkeycall: AccessDenied: Only root can see the calls of another user; omit --user, or use sudo\n"
        )
    }

    @Test(.needsRoot) func `Root sees the calls of another user`() throws {
        let stage = try Stage()
        let alice = TestUser.alice
        let app = try BusClient(address: stage.bus.address, uid: alice.uid)
        let manager = app.manager
        try manager.call("RegisterProvider", "org.example.Hers", [:])
        let call = "11111111-2222-3333-4444-555555555555"
        try manager.call("ReportNewIncomingCall", "org.example.Hers", .string(call), [:])

        #expect(try stage.run("list").output == "No calls.\n")
        #expect(try stage.run("list", "--user", "\(alice.uid)").output.contains("11111111  incoming"))
        let stranger = try stage.run("list", "--user", "61999")
        #expect(
            stranger.status == .exited(2)
                && stranger.errors.contains("User 61999 has no calling app, no call and no shell"))
        let decline = try stage.start("decline", "--user", "\(alice.uid)")
        let action = try app.waitForSignal("PerformEndCallAction").arguments[1]
        try manager.call("FulfillAction", action, [:])
        #expect(try decline.waitForExit() == .exited(0))
    }
}
