// SPDX-License-Identifier: MIT

import BusTesting
import Foundation
import Testing

/// The program and the lines in docs/clients/SHELLS.md for panels, lamps and idle daemons, executed without changes.
struct DocumentedLinesTests {
    private let desktop: Desktop
    private let app: App
    private let agent: AgentClient
    private let folder: TemporaryDirectory
    private let page: String
    private let lines: [String]

    init() throws {
        desktop = try Desktop()
        try desktop.startAgent()
        agent = try AgentClient(on: desktop.bus)
        app = try desktop.app()
        folder = try TemporaryDirectory()
        page = try String(contentsOf: Repository.file("docs/clients/SHELLS.md"), encoding: .utf8)
        let section = page.components(separatedBy: "## Know whether there is a call\n").last ?? ""
        let block = section.components(separatedBy: "```sh\n")[1].components(separatedBy: "```")[0]
        lines = block.split(separator: "\n").map(String.init).filter { !$0.hasPrefix("#") }
    }

    /// Starts the line that contains these words. Each stand-in is a script that replaces a program.
    private func start(_ words: String, standIns: [String: String] = [:]) throws -> ChildProcess {
        for (name, script) in standIns { try folder.writeScript(script, to: name) }
        let products = URL(fileURLWithPath: try Product.path("monkeycall")).deletingLastPathComponent().path
        let line = try #require(lines.first { $0.contains(words) })
        return try ChildProcess(
            ["sh", "-c", line],
            environment: [
                "PATH": "\(folder.url.path):\(products):/usr/local/bin:/usr/bin:/bin",
                "DBUS_SESSION_BUS_ADDRESS": desktop.bus.address, "DBUS_SYSTEM_BUS_ADDRESS": desktop.bus.address,
            ])
    }

    private func talk() throws {
        try app.type("incoming ada Ada")
        try app.type("answer")
        try agent.expect(["InCall": true])
    }

    private func hangUp() throws {
        try app.type("end")
        try agent.expect(["InCall": false])
    }

    /// gdbus prints its first line before it listens: change a property until gdbus has reported a change.
    private func waitUntilListening(_ reader: ChildProcess) throws {
        let deadline = Deadline()
        var isOn = false
        repeat {
            isOn.toggle()
            try agent.setDoNotDisturb(isOn)
            let line = try? reader.waitForLine(of: .error, timeout: 0.1) { $0.contains("DoNotDisturb") }
            if line != nil { return try agent.setDoNotDisturb(false) }
        } while !deadline.hasPassed
        throw SupportError("gdbus hears nothing: \(reader.text(of: .error))")
    }

    @Test func `The documented program of a panel shows each call with its buttons, and their end`() throws {
        let program = page.components(separatedBy: "```python\n")[1].components(separatedBy: "```")[0]
        let panel = try ChildProcess(
            ["/usr/bin/python3", "-c", program], environment: ["DBUS_SESSION_BUS_ADDRESS": desktop.bus.address])
        #expect(try panel.waitForLine() == "no call")
        try app.type("incoming ada Ada")
        let shown = try panel.waitForLine { $0 != "no call" }
        #expect(shown.contains("Ada") && shown.hasSuffix(" [Decline] [Silence] [Answer]"))
        try app.type("answer")
        #expect(try panel.waitForLine { $0.contains("[Hold]") }.hasSuffix(" [End] [Mute] [Hold]"))
        try app.type("end")
        _ = try panel.waitForLine { $0 == "no call" }
    }

    @Test func `The documented line for a panel shows a word during a call`() throws {
        let panel = try start("| sed", standIns: ["gdbus": "exec /usr/bin/gdbus \"$@\" | tee /dev/stderr"])
        try waitUntilListening(panel)
        try talk()
        #expect(try panel.waitForLine() == "in a call")
        try hangUp()
        #expect(try panel.waitForLine() == "")
    }

    @Test func `The documented line for a lamp switches it on and off`() throws {
        let lamp = try start(
            "busylight",
            standIns: ["gdbus": "exec /usr/bin/gdbus \"$@\" | tee /dev/stderr", "busylight": "echo \"$@\""])
        try waitUntilListening(lamp)
        try talk()
        #expect(try lamp.waitForLine() == "on red")
        try hangUp()
        #expect(try lamp.waitForLine() == "off")
    }

    @Test func `The documented line for an idle daemon does not lock during a call`() throws {
        let standIns = ["swayidle": "eval \"$4\"; echo done", "swaylock": "echo locked"]
        #expect(try start("swayidle", standIns: standIns).waitForLine() == "locked")
        try talk()
        #expect(try start("swayidle", standIns: standIns).waitForLine() == "done")
    }

    @Test func `The documented line for a key switches do-not-disturb on`() throws {
        #expect(try start("dnd 1h").waitForLine().hasPrefix("Do not disturb is on, until "))
    }
}
