// SPDX-License-Identifier: MIT

import BusTesting
import Testing

/// An agent and another shell in one session. Only the primary shell acts.
struct TwoShellsTests {
    let desktop: Desktop
    let sound: SoundServer
    let screen: Dunst
    let agent: AgentClient
    let app: App
    private static let silence = 0.0..<0.0005
    private static let loud = 0.005..<1.0

    init() throws {
        desktop = try Desktop()
        sound = try SoundServer(on: desktop.bus, .pulseAudio)
        screen = try Dunst(on: desktop.bus)
        try desktop.set("[Ringing]\nDevice=speaker")
        try desktop.startAgent(environment: sound.environment)
        agent = try AgentClient(on: desktop.bus)
        app = try desktop.app()
    }

    /// Registers another shell, and waits until the agent shows and plays nothing.
    private func anotherShell() throws -> Actor {
        let other = try desktop.stage.shell()
        try agent.expect(["Primary": false])
        try screen.waitForCount(0)
        try sound.waitForLevel(on: "speaker", Self.silence, lasting: 10)
        return other
    }

    @Test func `The agent shows and rings only after the other primary shell has left`() throws {
        let other = try anotherShell()
        try app.type("incoming ada Ada")
        try agent.expect(["Ringing": true])
        try sound.waitForLevel(on: "speaker", Self.silence, lasting: 10)
        try screen.waitForCount(0)
        other.client.close()
        try screen.expect("Incoming call")
        try sound.waitForLevel(on: "speaker", Self.loud)
    }

    @Test func `A call goes on ringing when another shell has come and gone`() throws {
        try app.type("incoming ada Ada")
        try sound.waitForLevel(on: "speaker", Self.loud)
        let other = try anotherShell()
        other.client.close()
        try sound.waitForLevel(on: "speaker", Self.loud)
        try screen.waitForCount(1)
    }

    @Test func `A call that was silenced at another shell stays silent`() throws {
        let other = try anotherShell()
        try app.type("incoming ada Ada")
        try agent.expect(["Ringing": true])
        try other.audio("SilenceAlert", "")
        other.client.close()
        try screen.expect("Incoming call")
        try sound.waitForLevel(on: "speaker", Self.silence, lasting: 20)
    }

    @Test func `Without a shell HasShell tells apps to ring by themselves`() throws {
        let other = try anotherShell()
        let client = try desktop.daemon.client()
        let audio = client.audio()
        try desktop.agent?.kill9()
        #expect(try audio.getAll()["HasShell"] == true)
        other.client.close()
        while try audio.getAll()["HasShell"] != false { _ = try client.waitForSignal("PropertiesChanged") }
    }
}
