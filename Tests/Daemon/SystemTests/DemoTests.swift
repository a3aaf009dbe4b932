// SPDX-License-Identifier: MIT

import BusTesting
import Foundation
import Testing

/// `make run` on a machine without a desktop, in a terminal.
@Suite(.daemonLogs)
struct DemoTests {
    private let folder: TemporaryDirectory
    private let temporary: URL
    private let demo: ChildProcess
    private let tool: String
    /// Those of the lines for another terminal.
    private var variables: [String: String] = [:]

    init() throws {
        folder = try TemporaryDirectory()
        // Longer than the address of a bus allows.
        temporary = folder.url.appendingPathComponent("a b " + String(repeating: "x", count: 117))
        try FileManager.default.createDirectory(at: temporary, withIntermediateDirectories: false)
        tool = try Product.path("monkeycall")
        let programs = URL(fileURLWithPath: tool).deletingLastPathComponent().path
        let command = "exec '\(try Repository.file("scripts/run").path)' '\(programs)'"
        demo = try ChildProcess(
            ["script", "--quiet", "--return", "--command", command, folder.url.path + "/typescript"],
            environment: ["TMPDIR": temporary.path, "DISPLAY": "", "WAYLAND_DISPLAY": "", "SHELL": "/bin/sh"])
        while variables["CALL"] == nil {
            let line = try demo.waitForLine { $0.contains("  export ") }
            let (_, name, value) = try #require(line.firstMatch(of: #/export ([A-Z_]+)='?([^'\r]*)/#)).output
            if name != "PATH" { variables[String(name)] = String(value) }
        }
    }

    private func monkeycall(_ words: String...) throws -> String {
        let result = try ChildProcess.run([tool] + words, environment: variables)
        #expect(result.succeeded, "\(words): \(result.errors)")
        return result.output
    }

    @Test func `Ada rings again when the calls have ended, and Ctrl-C ends everything without a word`() throws {
        let call = try #require(variables["CALL"])
        #expect(try monkeycall("answer").contains("\(call.prefix(8))  answered  Ada"))
        _ = try demo.waitForLine { $0.contains("Bob") }
        _ = try monkeycall("decline")
        _ = try monkeycall("end")
        #expect(try !demo.waitForLine { $0.contains("Ada calls again: export CALL=") }.contains(call))
        try demo.writeLine("\u{3}")
        #expect(try demo.waitForExit() == .exited(0))
        #expect(demo.text().contains("^C"))
        #expect(demo.text().components(separatedBy: "^C").last?.trimmingCharacters(in: .whitespacesAndNewlines) == "")
        #expect(try FileManager.default.contentsOfDirectory(atPath: temporary.path).isEmpty)
        let list = try ChildProcess.run([tool, "list"], environment: variables)
        #expect(list.status == .exited(69), "the bus has ended too")
    }

    @Test func `A terminal that is closed ends everything too`() throws {
        try demo.kill9()
        let deadline = Deadline()
        while try ChildProcess.run([tool, "list"], environment: variables).status != .exited(69) {
            guard !deadline.hasPassed else { throw SupportError("the bus goes on without its terminal") }
        }
    }

    @Test func `The commands that need a session have an agent and a directory with an address book`() throws {
        #expect(try monkeycall("contact", "ada").contains("30 123456"))
        #expect(try monkeycall("dnd", "2h").hasPrefix("Do not disturb is on"))
        #expect(try monkeycall("dnd", "off") == "Do not disturb is off.\n")
        for words in [["missed"], ["recents"], ["block", "+4930999"], ["unblock", "+4930999"], ["lists"]] {
            let result = try ChildProcess.run([tool] + words, environment: variables)
            #expect(result.succeeded, "\(words): \(result.errors)")
        }
        #expect(try monkeycall("dial", "org.example.Alpha", "+4930999").contains("dialing"))
        _ = try monkeycall("end")
        // The directory records the call a moment later.
        while try !monkeycall("recents").contains("outgoing") {}
        #expect(try monkeycall("redial").contains("was asked to call"))
        try demo.writeLine("\u{3}")
        #expect(try demo.waitForExit() == .exited(0))
    }
}
