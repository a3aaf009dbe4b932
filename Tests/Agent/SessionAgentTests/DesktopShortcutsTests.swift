// SPDX-License-Identifier: MIT

import BusTesting
import Foundation
import Testing

/// The keys for calls that a desktop reports. The portal is a stand-in: real ones ask the user in a window.
struct DesktopShortcutsTests {
    private let desktop: Desktop

    init() throws {
        desktop = try Desktop()
        try desktop.set("[Headsets]\nShortcutKeys=yes\n")
    }

    @Test func `The keys of the desktop answer, mute, let talk and hang up`() throws {
        let portal = try ShortcutPortal(on: desktop.bus)
        try desktop.startAgent()
        #expect(try portal.expect("CreateSession").app == "org.monkeycall.Agent")
        #expect(try portal.expect("BindShortcuts").ids == ["answer", "hang-up", "mute", "push-to-talk"])
        let app = try desktop.app()
        try app.type("incoming ada Ada")
        try app.expect("incoming")
        try waitUntilRinging()
        try portal.type("press answer")
        try app.expect("audio started")
        try portal.type("release answer")
        try desktop.waitForMuted(false)
        try portal.type("press mute")
        try app.expect("muted")
        try desktop.waitForMuted(true)
        try portal.type("press push-to-talk")
        try app.expect("unmuted")
        try portal.type("release push-to-talk")
        try app.expect("muted")
        try portal.type("press hang-up")
        try app.expect("ended")
    }

    @Test func `The call is muted again when the desktop ends the session while the user talks`() throws {
        let portal = try ShortcutPortal(on: desktop.bus)
        try desktop.startAgent()
        try portal.expect("BindShortcuts")
        let app = try desktop.app()
        try app.talk()
        try app.type("mute")
        try app.expect("muted")
        try desktop.waitForMuted(true)
        try portal.type("press push-to-talk")
        try app.expect("unmuted")
        try portal.type("close")
        try app.expect("muted")
    }

    @Test func `The agent leaves the portal when the user no longer wants keys, and asks each new portal`() throws {
        let portal = try ShortcutPortal(on: desktop.bus)
        try desktop.startAgent()
        try portal.expect("BindShortcuts")
        try desktop.set("")
        try portal.expect("left")
        try desktop.set("[Headsets]\nShortcutKeys=yes\n")
        try portal.expect("BindShortcuts")
        try portal.kill9()
        let next = try ShortcutPortal(on: desktop.bus)
        try next.expect("BindShortcuts")
    }

    @Test func `A portal or a user that refuses keys leaves everything else as it is`() throws {
        let portal = try ShortcutPortal(on: desktop.bus, options: ["--refusing"])
        try desktop.startAgent()
        try portal.expect("BindShortcuts")
        let app = try desktop.app()
        try app.talk()
        try app.hangUp()
    }

    @Test func `Without the setting the agent asks the portal for no keys`() throws {
        try desktop.set("")
        let portal = try ShortcutPortal(on: desktop.bus)
        try desktop.startAgent()
        let agent = try AgentClient(on: desktop.bus)
        // The agent has handled everything that it does at its start.
        try agent.setDoNotDisturb(true)
        try portal.type("ping")
        #expect(try portal.next().method == "ping")
    }

    private func waitUntilRinging() throws {
        try AgentClient(on: desktop.bus).expect(["Lamp": .strings(["ringing"])])
    }
}

extension Desktop {
    /// Waits until the agent knows that a call has the audio and is muted or not, so that a key acts on it.
    func waitForMuted(_ isMuted: Bool) throws {
        let (name, path) = ("org.mobian_project.CallAudio", "/org/mobian_project/CallAudio")
        let client = try BusClient(address: bus.address)
        try client.addMatch("type='signal',path='\(path)',member='PropertiesChanged'")
        _ = try client.waitForName(name)
        while try client.object(name, path, name).get("MicState") != .uint32(isMuted ? 0 : 1) {
            _ = try client.waitForSignal("PropertiesChanged")
        }
    }
}

/// See `Tests/Support/Portal/shortcuts`.
final class ShortcutPortal {
    private let process: ChildProcess

    init(on bus: BusDaemon, options: [String] = []) throws {
        process = try ChildProcess(
            ["/usr/bin/python3", try Repository.file("Tests/Support/Portal/shortcuts").path] + options,
            environment: ["DBUS_SESSION_BUS_ADDRESS": bus.address])
        try expect("ready")
    }

    @discardableResult
    func expect(_ method: String) throws -> Call {
        while true {
            let call = try next()
            if call.method == method { return call }
        }
    }

    func next() throws -> Call {
        try JSONDecoder().decode(Call.self, from: Data(try process.waitForLine().utf8))
    }

    func type(_ line: String) throws { try process.writeLine(line) }

    func kill9() throws { try process.kill9() }

    struct Call: Decodable {
        let method: String
        var app: String?
        var session: String?
        var ids: [String]?
    }
}
