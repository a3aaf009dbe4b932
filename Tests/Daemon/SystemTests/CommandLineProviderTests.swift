// SPDX-License-Identifier: MIT

import BusTesting
import Foundation
import Testing

/// `provider`: an app that is driven by lines of text.
@Suite(.daemonLogs)
struct CommandLineProviderTests {
    @Test func `provider prints its actions and performs typed commands`() throws {
        let stage = try Stage()
        let alpha = try stage.provider()
        let call = try stage.ring(alpha)
        func perform(_ name: String, _ command: String..., line: (String, String) -> String) throws {
            let tool = try ChildProcess(try stage.command(command))
            let event = try alpha.waitForLine { $0.hasPrefix("\(name) ") }
            let action = try word(1, of: event)
            #expect(event == line(action, call))
            try alpha.writeLine("fulfill \(action.prefix(8))")
            #expect(try tool.waitForExit() == .exited(0))
        }
        try perform("answer", "answer") { "answer \($0) \($1)" }
        _ = try alpha.waitForLine { $0 == "audio-activated \(call)" }
        try perform("mute", "mute") { "mute \($0) \($1)" }
        try perform("unmute", "unmute") { "unmute \($0) \($1)" }
        try perform("dtmf", "dtmf", "5#") { "dtmf \($0) \($1) 5#" }
        try perform("hold", "hold") { "hold \($0) \($1)" }
        _ = try alpha.waitForLine { $0 == "audio-deactivated \(call)" }
        try perform("resume", "resume") { "resume \($0) \($1)" }
        try perform("end", "end") { "end \($0) \($1)" }
        _ = try alpha.waitForLine { $0 == "audio-deactivated \(call)" }
    }

    @Test func `provider connects started calls and ends calls for the other side`() throws {
        let stage = try Stage()
        let alpha = try stage.provider()
        let call = "abcdef00-1111-2222-3333-444444444444"
        let dial = try stage.start("dial", "org.example.Alpha", "+49 30", "--id", call)
        let start = try alpha.waitForLine { $0.hasPrefix("start ") }
        #expect(start.hasSuffix(" \(call) +49 30"))
        try alpha.writeLine("fulfill \(word(1, of: start))")
        #expect(try dial.waitForExit() == .exited(0))
        let watch = try stage.start("watch")
        try alpha.writeLine("# nobody minds")
        try alpha.writeLine("connecting abcd")
        _ = try watch.waitForLine { $0.contains("connecting") }
        try alpha.writeLine("connected abcd")
        _ = try watch.waitForLine { $0.contains("→ active") }
        try alpha.writeLine("update abcd LocalizedCallerName Grace Hopper")
        _ = try watch.waitForLine { $0.contains("known as Grace Hopper") }
        try alpha.writeLine("update abcd HasVideo true")
        _ = try watch.waitForLine { $0.contains("  video") }
        try alpha.writeLine("ended abcd unanswered")
        #expect(try watch.waitForLine { $0.contains("→ ended") }.contains("unanswered"))
    }

    @Test func `provider prints conferences and start-call requests as events`() throws {
        let stage = try Stage()
        let alpha = try stage.provider("org.example.Alpha", "--auto")
        let first = try stage.ring(alpha)
        try stage.run("answer")
        let second = try stage.ring(alpha)
        try stage.run("answer")
        try stage.run("group", first, second)
        #expect(try alpha.waitForLine { $0.hasPrefix("group ") }.hasSuffix(" \(first) \(second)"))
        try stage.run("ungroup", first)
        #expect(try alpha.waitForLine { $0.hasPrefix("ungroup ") }.hasSuffix(" \(first)"))
        try stage.run("end", first)
        try stage.run("end", second)

        let client = try BusClient(address: stage.bus.address)
        try client.manager.call(
            "RequestStartCall", "org.example.Alpha", .tuple("phone-number", "+4940"), [:])
        _ = try alpha.waitForLine { $0 == "start-requested phone-number +4940" }
        #expect(try alpha.waitForLine { $0.hasPrefix("start ") }.hasSuffix(" +4940"))
    }

    @Test func `provider --auto performs every action and connects started calls`() throws {
        let stage = try Stage()
        let alpha = try stage.provider("org.example.Alpha", "--auto")
        alpha.closeInput()
        let watch = try stage.start("watch")
        _ = try watch.waitForLine { $0.contains("registered") }
        #expect(try stage.run("dial", "org.example.Alpha", "+49").succeeded)
        _ = try watch.waitForLine { $0.contains("connecting → active") }
        for command in ["mute", "unmute", "hold", "resume", "end"] { #expect(try stage.run(command).succeeded) }
        #expect(!alpha.text().contains("error"))
        alpha.terminate()
        #expect(try alpha.waitForExit() == .exited(0))
    }

    @Test func `provider --json prints each event as an object`() throws {
        let stage = try Stage()
        let alpha = try stage.provider("org.example.Alpha", "--json")
        try alpha.writeLine("incoming +49 Ada")
        let call = try #require(try object(alpha.waitForLine { $0.contains("ringing") })["Call"] as? String)
        _ = try stage.run("answer", "--no-wait")
        let answer = try object(try alpha.waitForLine { $0.contains("\"answer\"") })
        #expect(answer["Call"] as? String == call && (answer["Action"] as? String)?.count == 36)
        #expect((answer["Details"] as? [String: Any])?["Origin"] as? String == "other")
        try alpha.writeLine("fulfil it")
        let error = try object(try alpha.waitForLine { $0.contains("\"error\"") })
        #expect(error["Error"] as? String == "InvalidArgs" && error["Command"] as? String == "fulfil it")
    }

    @Test func `A refused command of provider is an error and changes nothing`() throws {
        let stage = try Stage()
        let alpha = try stage.provider("org.example.Alpha", "--groups", "1")
        _ = try stage.ring(alpha)
        for (command, error) in [
            ("incoming +49", "error IncomingCall.MaximumCallGroupsReached "),
            ("dance", "error InvalidArgs No such command: dance"),
            ("incoming", "error InvalidArgs Wrong arguments; use: incoming HANDLE [NAME...]"),
            ("fulfill", "error InvalidArgs Wrong arguments; use: fulfill ACTION"),
            ("fulfill abcd", "error InvalidArgs No action begins with abcd"), ("fail x", "error InvalidArgs "),
            ("fulfill 11111111-2222-3333-4444-555555555555", "error UnknownAction "),
            ("connected 11111111-2222-3333-4444-555555555555", "error UnknownCall "),
            ("update abcd Colour red", "error InvalidArgs No such key: Colour"),
        ] {
            try alpha.writeLine(command)
            let line = try alpha.waitForLine()
            #expect(line.hasPrefix(error))
        }
    }

    @Test func `provider accepts a short id only if it is unambiguous`() throws {
        let stage = try Stage()
        let alpha = try stage.provider("org.example.Alpha", "--auto", "--groups", "5")
        let ids = ["abcd1000", "abcd2000"].map { $0 + "-1111-2222-3333-444444444444" }
        try stage.dial(ids)
        try alpha.writeLine("ended abcd")
        let refusal = "error InvalidArgs Several calls begin with abcd: \(ids[0]) \(ids[1])"
        _ = try alpha.waitForLine { $0 == refusal }
        let watch = try stage.start("watch")
        _ = try watch.waitForLine { $0.contains("abcd1000") }
        try alpha.writeLine("ended abcd1")
        #expect(try watch.waitForLine { $0.contains("→ ended") }.contains("abcd1000"))
    }

    @Test func `provider ends with its input, after the replies`() throws {
        let stage = try Stage()
        let alpha = try stage.provider()
        try alpha.writeLine("incoming +49 Ada")
        try alpha.writeLine("incoming +50 Bob")
        alpha.closeInput()
        #expect(try alpha.waitForExit() == .exited(0))
        for _ in 1...2 { _ = try alpha.waitForLine { $0.hasPrefix("ringing ") } }
        #expect(try stage.calls().isEmpty)
        #expect(try stage.run("providers").output == "No providers.\n")
    }

    @Test func `The input of provider may be a file, empty, or without a last newline`() throws {
        let stage = try Stage()
        let tool = try stage.command(["provider", "org.example.Alpha"]).map { "'\($0)'" }.joined(separator: " ")
        let file = try stage.bus.directory.write("incoming +49 Ada\n\nincoming +50 Bob", to: "input")
        let read = try ChildProcess.run(["sh", "-c", "\(tool) <'\(file.path)'"])
        #expect(read.succeeded && read.output.split(separator: "\n").count == 3)
        #expect(try ChildProcess.run(["sh", "-c", "\(tool) </dev/null"]).succeeded)
        for closed in ["<&-", "<&- >&- 2>&-"] {
            #expect(try ChildProcess.run(["sh", "-c", "\(tool) \(closed)"]).succeeded)
        }
        #expect(try ChildProcess.run(["sh", "-c", "printf 'incoming +49' | \(tool)"]).output.contains("ringing "))

        let stays = try ChildProcess(["sh", "-c", "exec \(tool) --auto <'\(file.path)'"])
        for _ in 1...2 { _ = try stays.waitForLine { $0.hasPrefix("ringing ") } }
        #expect(try stage.calls().count == 2)
        stays.terminate()
        #expect(try stays.waitForExit() == .exited(0))
    }

    @Test func `The input of provider may be a terminal`() throws {
        let stage = try Stage()
        let tool = try stage.command(["provider", "org.example.Alpha"]).map { "'\($0)'" }.joined(separator: " ")
        let terminal = try ChildProcess(["script", "-qfec", tool, "/dev/null"])
        _ = try terminal.waitForLine { $0.hasPrefix("registered ") }
        try terminal.writeLine("incoming +49 Ada")
        _ = try terminal.waitForLine { $0.hasPrefix("ringing ") }
        try terminal.writeLine("\u{4}")
        #expect(try terminal.waitForExit() == .exited(0))
    }

    @Test func `provider --auto goes on in the background of a terminal, and reads nothing there`() throws {
        let stage = try Stage()
        let tool = try stage.command(["provider", "org.example.Alpha"]).map { "'\($0)'" }.joined(separator: " ")
        let job = "set -m; \(tool) --auto & trap 'kill $!; wait; exit' INT; wait"
        let terminal = try ChildProcess(["script", "-qfec", job, "/dev/null"], environment: ["SHELL": "/bin/bash"])
        _ = try terminal.waitForLine { $0.hasPrefix("registered ") }
        try terminal.writeLine("incoming +49 Ada")
        #expect(try stage.run("dial", "org.example.Alpha", "+4930").succeeded)
        #expect(try stage.run("end").succeeded)
        #expect(!terminal.text().contains("ringing "))
        try terminal.writeLine("\u{3}")
        #expect(try terminal.waitForExit() == .exited(0))
    }

    @Test(arguments: [false, true]) func `provider registers again with a new service`(killed: Bool) throws {
        let stage = try Stage()
        let alpha = try stage.provider()
        let call = try stage.ring(alpha)
        if killed { try stage.restart() } else { try stage.upgrade() }
        _ = try alpha.waitForLine { $0 == "reset" }
        _ = try alpha.waitForLine { $0 == "registered org.example.Alpha" }
        #expect(alpha.text().split(separator: "\n").filter { $0 == "reset" }.count == 1)
        try alpha.writeLine("ended \(call.prefix(8))")
        #expect(try alpha.waitForLine().hasPrefix("error InvalidArgs No call begins with"))
        #expect(try stage.ring(alpha) != call)
    }

    @Test(arguments: [false, true])
    func `provider continues with a service that comes back with its state`(killed: Bool) throws {
        let stage = try Stage(keepsState: true)
        let alpha = try stage.provider()
        let call = try stage.ring(alpha)
        if killed { try stage.restart() } else { try stage.upgrade() }
        let end = try stage.start("decline")
        let action = try word(1, of: alpha.waitForLine { $0.hasPrefix("end ") })
        if killed { try stage.restart() } else { try stage.upgrade() }
        try alpha.writeLine("fulfill \(action)")
        #expect(try end.waitForExit() == .exited(0))
        let lines = alpha.text().split(separator: "\n")
        #expect(lines.filter { $0.contains(call) && $0.hasPrefix("end ") }.count == 1)
        #expect(!lines.contains("reset"))
    }

    @Test func `provider exits with status 2 for a used or malformed identifier`() throws {
        let stage = try Stage()
        let alpha = try stage.provider()
        let second = try stage.run("provider", "org.example.Alpha")
        #expect(second.status == .exited(2))
        #expect(second.errors.hasPrefix("monkeycall: ProviderAlreadyRegistered: "))
        #expect(try stage.run("provider", "").errors.hasPrefix("monkeycall: InvalidArgs: "))
        _ = try stage.ring(alpha)
    }

    @Test func `An action that provider does not perform times out`() throws {
        let stage = try Stage()
        let alpha = try stage.provider()
        _ = try stage.ring(alpha)
        let end = try stage.start("decline")
        let action = try word(1, of: alpha.waitForLine { $0.hasPrefix("end ") })
        #expect(try alpha.waitForLine { $0.hasPrefix("timed-out ") } == "timed-out \(action)")
        #expect(try end.waitForExit() == .exited(1))
    }

    @Test func `provider obeys only the service`() throws {
        let stage = try Stage()
        let alpha = try stage.provider("org.example.Alpha", "--auto")
        let stranger = try BusClient(address: stage.bus.address)
        let path = DaemonUnderTest.managerPath
        let names = try #require(try stranger.callBus("ListNames").first?.strings).filter { $0.hasPrefix(":") }
        let id: DBusValue = "11111111-2222-3333-4444-555555555555"
        for name in names {
            try stranger.emit(
                path, DaemonUnderTest.busName, "PerformEndCallAction", ["org.example.Alpha", id, id, [:]], to: name)
        }
        // The bus keeps the order of messages to one peer, so the stranger's signals have arrived by now.
        _ = try stage.ring(alpha)
        #expect(!alpha.text().contains("end "))
    }
}
