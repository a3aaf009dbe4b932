// SPDX-License-Identifier: MIT

import BusTesting
import CallContract
import Foundation
import Testing

@testable import SessionAgent

/// What a lamp shows: `Lamp` of `org.monkeycall.Agent`, and the example that sets a lamp.
struct LampTests {
    @Test(arguments: [
        ([], []),
        (["incoming"], ["ringing"]),
        (["incoming silenced"], ["ringing"]),
        (["incoming answered"], ["in-call"]),
        (["dialing"], ["in-call"]),
        (["connecting"], ["in-call"]),
        (["talks"], ["in-call"]),
        (["observed"], ["in-call"]),
        (["talks muted"], ["muted", "in-call"]),
        (["talks muted", "talks"], ["in-call"]),
        (["talks muted", "talks muted"], ["muted", "in-call"]),
        (["held"], ["held"]),
        (["held muted"], ["held"]),
        (["held", "talks"], ["in-call", "held"]),
        (["held", "talks muted", "incoming"], ["ringing", "muted", "in-call", "held"]),
        (["ending"], []),
        (["ended"], []),
    ])
    func `A lamp shows the states of all calls, the most important one first`(
        _ calls: [String], _ expected: [String]
    ) {
        var facts = AgentFacts()
        facts.presence = DesktopState(of: calls).presence
        #expect(facts.lamp.map(\.rawValue) == expected)
        facts.quietReason = .user
        #expect(facts.lamp.map(\.rawValue) == expected + ["do-not-disturb"])
    }

    @Test func `The agent announces what a lamp shows`() throws {
        let desktop = try Desktop()
        try desktop.startAgent()
        let agent = try AgentClient(on: desktop.bus)
        let app = try desktop.app()
        try app.type("incoming ada Ada")
        try agent.expect(["Lamp": .strings(["ringing"])])
        try app.type("answer")
        try agent.expect(["Lamp": .strings(["in-call"])])
        try app.expect("audio started")
        try app.type("mute")
        try agent.expect(["Lamp": .strings(["muted", "in-call"])])
        try app.expect("muted")
        try app.type("hold")
        try agent.expect(["Lamp": .strings(["held"])])
        try agent.setDoNotDisturb(true)
        try agent.expect(["Lamp": .strings(["held", "do-not-disturb"])])
        try app.expect("held")
        try app.type("end")
        try agent.expect(["Lamp": .strings(["do-not-disturb"])])
    }

    /// The stand-in for the program of the lamp runs as long as the lamp is on, as the program does for some lamps.
    @Test func `The example for a lamp shows each state, and switches the lamp off when there is no agent`() throws {
        let desktop = try Desktop()
        let folder = try TemporaryDirectory()
        _ = try folder.writeScript("echo \"$@\"\n[ \"$1\" = off ] || exec cat", to: "busylight")
        let lamp = try ChildProcess(
            ["/usr/bin/python3", try Repository.file("docs/examples/python/lamp.py").path],
            environment: [
                "PATH": "\(folder.url.path):/usr/bin:/bin", "DBUS_SESSION_BUS_ADDRESS": desktop.bus.address,
            ])
        #expect(try lamp.waitForLine() == "off")
        try desktop.startAgent()
        let app = try desktop.app()
        try app.type("incoming ada Ada")
        #expect(try lamp.waitForLine() == "blink yellow")
        try app.type("answer")
        #expect(try lamp.waitForLine() == "on red")
        try app.expect("audio started")
        try app.type("mute")
        #expect(try lamp.waitForLine() == "on orange")
        try app.expect("muted")
        try app.type("hold")
        #expect(try lamp.waitForLine() == "blink red")
        try desktop.killAgent()
        #expect(try lamp.waitForLine() == "off")
        try desktop.startAgent()
        #expect(try lamp.waitForLine() == "blink red")
        lamp.terminate()
        #expect(try lamp.waitForLine() == "off")
        #expect(try lamp.waitForExit() == .exited(0))
    }
}
