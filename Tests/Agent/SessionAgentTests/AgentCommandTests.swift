// SPDX-License-Identifier: MIT

import BusTesting
import Foundation
import Testing

/// `monkeycall dnd` and `monkeycall status`, with an agent and without.
struct AgentCommandTests {
    let desktop: Desktop

    init() throws { desktop = try Desktop() }

    private func run(_ arguments: String...) throws -> CommandResult {
        try ChildProcess.run([Product.path("monkeycall"), "--address=\(desktop.bus.address)"] + arguments)
    }

    private func status() throws -> [String: Any] {
        let result = try run("status", "--json")
        #expect(result.succeeded && result.errors.isEmpty)
        return try #require(JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
    }

    /// Waits until the condition holds for the status.
    private func expect(status isSo: ([String: Any]) -> Bool) throws {
        let deadline = Deadline()
        var last = try status()
        while !isSo(last), !deadline.hasPassed { last = try status() }
        #expect(isSo(last), "\(last)")
    }

    @Test func `An agent that loses its bus exits with an error, so that systemd starts it again`() throws {
        try desktop.startAgent()
        let agent = try #require(desktop.agent)
        desktop.bus.stop()
        #expect(try agent.waitForExit() == .exited(1))
    }

    @Test func `The dnd command switches do-not-disturb on, on for a time, and off`() throws {
        try desktop.startAgent()
        let agent = try AgentClient(on: desktop.bus)
        try agent.expect(["Primary": true])
        #expect(try run("dnd").output == "Do not disturb is off.\n")
        #expect(try run("dnd", "on").output == "Do not disturb is on, until it is switched off.\n")
        try agent.expect(["DoNotDisturbReason": "user", "DoNotDisturbUntil": .uint64(0)])
        let before = Date().timeIntervalSince1970
        #expect(try run("dnd", "2h").output.hasPrefix("Do not disturb is on, until "))
        let until = Double(try #require(agent.object.get("DoNotDisturbUntil").int)) / 1_000_000
        #expect((before + 7200...Date().timeIntervalSince1970 + 7200).contains(until))
        let json = try run("dnd", "off", "--json").output
        #expect(
            json == #"{"DoNotDisturb":false,"DoNotDisturbReason":"","DoNotDisturbUntil":0,"Primary":true}"# + "\n")
        #expect(try agent.object.get("DoNotDisturb") == false)
    }

    @Test func `The dnd command names the switch of the desktop that is on`() throws {
        let screen = try Dunst(on: desktop.bus)
        try desktop.startAgent()
        let agent = try AgentClient(on: desktop.bus)
        try screen.pause(true)
        try agent.expect(doNotDisturb: "dunst")
        #expect(try run("dnd", "off").output == "Do not disturb is on, because dunst is paused.\n")
        #expect(try run("status").output.contains("Do not disturb: on, because dunst is paused\n"))
    }

    @Test func `The status shows calls, audio and do-not-disturb`() throws {
        try desktop.startAgent()
        let agent = try AgentClient(on: desktop.bus)
        let app = try desktop.app()
        let quiet = try status()
        #expect(quiet["InCall"] as? Bool == false && quiet["Primary"] as? Bool == true)
        #expect(quiet["DoNotDisturb"] as? Bool == false && quiet["OwnerProvider"] as? String == "")
        try app.type("incoming +4930123456 Ada")
        try agent.expect(["Ringing": true])
        #expect(try status()["Ringing"] as? Bool == true)
        try app.type("answer")
        try expect { $0["OwnerProvider"] as? String == "org.example.Phone" && $0["InCall"] as? Bool == true }
        let text = try run("status").output
        #expect(text.contains("In a call:      yes\nRinging:        no\nAudio:          Phone  "))
        #expect(text.contains("Ada  +4930123456\n") && text.contains("Do not disturb: off\n"))
    }

    @Test func `The status shows that no notification server runs, until one starts`() throws {
        try desktop.startAgent()
        let agent = try AgentClient(on: desktop.bus)
        let process = try #require(desktop.agent)
        try agent.expect(["Problems": .strings(["no-notification-server"])])
        #expect(try status()["Problems"] as? [String] == ["no-notification-server"])
        let words =
            "Problem:        Calls are not shown, because no program shows notifications. Start dunst or mako.\n"
        #expect(try run("status").output.contains(words))
        let screen = try Dunst(on: desktop.bus)
        try agent.expect(["Problems": .strings([])])
        #expect(try run("status").output.contains(words) == false)
        try screen.stop()
        try agent.expect(["Problems": .strings(["no-notification-server"])])
        // The agent logs each beginning and each end once.
        for word in ["not shown", "are shown", "not shown"] {
            _ = try process.waitForLine(of: .error) { $0.contains("notification server") && $0.contains(word) }
        }
    }

    @Test func `The status has the health list with the commands that mend it`() throws {
        #expect(
            try run("status").output.contains(
                "Problem:        Calls do not ring here, because a part of MonkeyCall does not run.\n"
                    + "                systemctl --user enable --now monkeycall-agent\n"))
        try desktop.startAgent()
        let agent = try AgentClient(on: desktop.bus)
        try agent.setDoNotDisturb(true)
        try agent.expect(doNotDisturb: "user")
        let text = try run("status").output
        #expect(text.contains("Good:           Calls ring here and are shown.\n"))
        #expect(
            text.contains(
                "Note:           Do Not Disturb is on, so calls do not ring.\n                monkeycall dnd off\n"))
        let health = try #require(try status()["Health"] as? [[String: String]])
        let quiet = try #require(health.first { $0["Kind"] == "do-not-disturb" })
        #expect(quiet["Grade"] == "note" && quiet["Command"] == "monkeycall dnd off")
        // The short view has the problems only.
        let short = try run().output
        #expect(short.contains("Problem:        ") && !short.contains("Good:") && !short.contains("Note:"))
    }

    @Test func `The status says which part of MonkeyCall is not installed, as the user's systemd tells it`() throws {
        let manager = try BusClient(address: desktop.bus.address)
        try manager.requestName("org.freedesktop.systemd1")
        let status = try ChildProcess([
            Product.path("monkeycall"), "--address=\(desktop.bus.address)", "status",
        ])
        for _ in 0..<3 {
            let call = try manager.waitForCall("GetUnitFileState")
            if call.arguments.first?.string == "monkeycall-directory.service" {
                try manager.reply(to: call, ["disabled"])
            } else {
                let missing = BusError(name: "org.freedesktop.DBus.Error.FileNotFound", message: "no such file")
                try manager.reply(to: call, error: missing)
            }
        }
        #expect(try status.waitForExit() == .exited(0))
        let text = status.text()
        #expect(text.contains("Problem:        Calls do not ring here. Install the package monkeycall-agent.\n"))
        #expect(text.contains("need the package monkeycall-bridge.\n"))
        #expect(text.contains("                systemctl --user enable --now monkeycall-directory\n"))
        #expect(!text.contains("systemctl --user enable --now monkeycall-agent"))
    }

    @Test func `Without an agent the status shows the unknown values as unknown`() throws {
        // The service then refuses no call.
        #expect(try status()["DoNotDisturb"] as? Bool == false)
        #expect(try status()["Primary"] is NSNull)
        let other = try desktop.stage.shell()
        #expect(try status()["DoNotDisturb"] is NSNull)
        let app = try desktop.app()
        try app.type("incoming ada Ada")
        try expect { $0["Ringing"] as? Bool == true && $0["InCall"] as? Bool == false }
        #expect(try run("status").output.contains("Do not disturb: unknown, because monkeycall-agent does not run"))
        other.client.close()
        let refused = try run("dnd", "on", "--json")
        #expect(refused.status == .exited(69) && refused.errors.contains(#""Error":"ServiceUnavailable""#))
        try desktop.daemon.kill9()
        #expect(try run("status").status == .exited(69))
    }

    @Test func `The dnd command says that its switch has no effect while another shell is primary`() throws {
        try desktop.startAgent()
        let agent = try AgentClient(on: desktop.bus)
        let other = try desktop.stage.shell()
        try agent.expect(["Primary": false])
        #expect(try run("dnd", "on").output.contains("not the shell that acts"))
        #expect(try run("status").output.contains("Do not disturb: unknown, because another shell decides"))
        #expect(try status()["DoNotDisturb"] is NSNull)
        other.client.close()
        try agent.expect(["Primary": true])
        #expect(try status()["DoNotDisturb"] as? Bool == true)
    }
}
