// SPDX-License-Identifier: MIT

import BusTesting
import Foundation
import Testing

/// The sounds of calls, measured on a real sound server.
struct RingingTests {
    let desktop: Desktop
    let sound: SoundServer
    let app: App
    static let silence = 0.0..<0.0005
    static let loud = 0.005..<1.0

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

    @Test(arguments: SoundServer.Kind.allCases)
    func `A user who mutes the alert sounds of programs still hears calls`(_ kind: SoundServer.Kind) throws {
        let desktop = try Desktop()
        let sound = try SoundServer(on: desktop.bus, kind)
        try sound.setDefault("speaker")
        try desktop.startAgent(environment: sound.environment)
        let app = try desktop.app()
        let alert = try sound.play(on: "speaker", ["--property=media.role=event"])
        try sound.waitForLevel(on: "speaker", Self.loud)
        let index = try #require(try sound.pactl("list", "short", "sink-inputs").split(separator: "\t").first)
        try sound.pactl("set-sink-input-mute", String(index), "1")
        try sound.waitForLevel(on: "speaker", Self.silence, lasting: 5)
        try alert.kill9()
        try app.type("incoming ada Ada")
        try sound.waitForLevel(on: "speaker", Self.loud)
    }

    @Test func `A ring that the user has muted is a problem that stays after the call, and opens the window`() throws {
        let agent = try AgentClient(on: desktop.bus)
        let window = try BusClient(address: desktop.bus.address)
        try window.requestName("org.monkeycall.Phone")
        try sound.pactl("set-sink-mute", "speaker", "1")
        try app.type("incoming ada Ada")
        // There is no notification server either.
        try agent.expect(["Problems": .strings(["no-notification-server", "ring-device-muted"])])
        #expect(try window.waitForCall("ActivateAction").arguments.first == "show-call")
        try app.type("decline")
        try app.expect("ended")
        #expect(try agent.object.get("Problems") == .strings(["no-notification-server", "ring-device-muted"]))
        // The agent leaves the device as the user has set it.
        #expect(try sound.pactl("get-sink-mute", "speaker") == "Mute: yes")
        try sound.pactl("set-sink-mute", "speaker", "0")
        try agent.expect(["Problems": .strings(["no-notification-server"])])
    }

    @Test func `A ring that is heard opens no window, and is no problem`() throws {
        let agent = try AgentClient(on: desktop.bus)
        let window = try BusClient(address: desktop.bus.address)
        try window.requestName("org.monkeycall.Phone")
        try app.type("incoming ada Ada")
        // The second sound begins after the verdict.
        try sound.waitForLevel(on: "speaker", Self.loud)
        try sound.waitForLevel(on: "speaker", Self.silence)
        try sound.waitForLevel(on: "speaker", Self.loud)
        try app.type("decline")
        try app.expect("ended")
        #expect(try agent.object.get("Problems") == .strings(["no-notification-server"]))
        _ = try window.callBus("GetId")
        #expect(window.methodCalls.isEmpty)
    }

    @Test func `A computer without a sound device opens no window, and Problems says so until there is one`() throws {
        let desktop = try Desktop()
        let sound = try SoundServer(on: desktop.bus, .pulseAudio)
        try sound.stop()
        try desktop.startAgent(environment: sound.environment)
        let agent = try AgentClient(on: desktop.bus)
        let window = try BusClient(address: desktop.bus.address)
        try window.requestName("org.monkeycall.Phone")
        let app = try desktop.app()
        try app.type("incoming ada Ada")
        try agent.expect(problem: "no-sound-device")
        try app.type("decline")
        try app.expect("ended")
        _ = try window.callBus("GetId")
        #expect(window.methodCalls.isEmpty)
        try sound.start()
        try agent.expect(problem: "no-sound-device", false)
    }

    @Test func `A sound server that starts during a ring plays it`() throws {
        let desktop = try Desktop()
        let sound = try SoundServer(on: desktop.bus, .pulseAudio)
        try sound.setDefault("speaker")
        try sound.stop()
        var environment = sound.environment
        // As in a login, where libpulse waits for a server.
        environment["PULSE_SERVER"] = nil
        let folder = URL(fileURLWithPath: environment["XDG_CONFIG_HOME", default: ""]).appendingPathComponent("pulse")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try "autospawn = no\n".write(
            to: folder.appendingPathComponent("client.conf"), atomically: true, encoding: .utf8)
        try desktop.startAgent(environment: environment)
        let app = try desktop.app()
        try app.type("incoming ada Ada")
        try app.expect("incoming")
        try sound.start()
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
