// SPDX-License-Identifier: MIT

import BusTesting
import Testing

/// The sounds of calls, measured on a real sound server.
struct RingingTests {
    let desktop: Desktop
    let sound: SoundServer
    let app: App
    private static let silence = 0.0..<0.0005
    private static let loud = 0.005..<1.0

    init() throws {
        desktop = try Desktop()
        sound = try SoundServer(on: desktop.bus)
        try desktop.set("[Ringing]\nDevice=speaker")
        try desktop.startAgent(environment: sound.environment)
        app = try desktop.app()
    }

    @Test func `A call rings on the user's device repeatedly until the answer`() throws {
        try app.type("incoming ada Ada")
        try sound.waitForLevel(on: "speaker", Self.loud)
        try sound.waitForLevel(on: "headset", Self.silence, lasting: 5)
        // The sound repeats.
        try sound.waitForLevel(on: "speaker", Self.silence)
        try sound.waitForLevel(on: "speaker", Self.loud)
        try app.type("answer")
        try app.expect("answered")
        try sound.waitForLevel(on: "speaker", Self.silence, lasting: 10)
    }

    @Test func `A new Device moves the ringing at once`() throws {
        try app.type("incoming ada Ada")
        try sound.waitForLevel(on: "speaker", Self.loud)
        try desktop.set("[Ringing]\nDevice=headset")
        try sound.waitForLevel(on: "headset", Self.loud)
        try sound.waitForLevel(on: "speaker", Self.silence, lasting: 5)
    }

    @Test func `A call that the user silences is silent`() throws {
        try app.type("incoming ada Ada")
        try sound.waitForLevel(on: "speaker", Self.loud)
        let client = try desktop.daemon.client()
        let audio = client.audio()
        try audio.call("SilenceAlert", "")
        try sound.waitForLevel(on: "speaker", Self.silence, lasting: 10)
    }

    @Test func `A second call plays a tone that is softer than ringing`() throws {
        try app.type("incoming ada Ada")
        try sound.waitForLevel(on: "speaker", Self.loud)
        let ringing = try sound.highestLevel(on: "speaker")
        try app.type("answer")
        try app.expect("answered")
        try sound.waitForLevel(on: "speaker", Self.silence, lasting: 10)
        try app.type("incoming bob Bob")
        let waiting = try sound.waitForLevel(on: "speaker", 0.0005..<1.0)
        #expect(waiting < ringing / 2)
    }

    @Test func `A killed agent stops ringing, and the next agent rings on`() throws {
        try app.type("incoming ada Ada")
        try sound.waitForLevel(on: "speaker", Self.loud)
        try desktop.killAgent()
        try sound.waitForLevel(on: "speaker", Self.silence, lasting: 10)
        try desktop.set("[Ringing]\nDevice=speaker")
        try desktop.startAgent(environment: sound.environment)
        try sound.waitForLevel(on: "speaker", Self.loud)
    }

    @Test func `An agent without a sound server still shows calls`() throws {
        let desktop = try Desktop()
        let screen = try Dunst(on: desktop.bus)
        try desktop.startAgent(environment: ["PULSE_SERVER": "unix:/nowhere"])
        let app = try desktop.app()
        try app.type("incoming ada Ada")
        try screen.expect("Incoming call")
        let agent = try #require(desktop.agent)
        _ = try agent.waitForLine(of: .error) { $0.contains("cannot play a sound") }
        // The agent does not try again while nothing changes.
        try screen.press("answer")
        try app.expect("answered")
        #expect(agent.text(of: .error).split(separator: "\n").filter { $0.contains("cannot play a sound") }.count == 1)
    }
}
