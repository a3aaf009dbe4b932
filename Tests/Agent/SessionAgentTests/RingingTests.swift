// SPDX-License-Identifier: MIT

import BusTesting
import Foundation
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

    @Test(arguments: SoundServer.Kind.allCases)
    func `A ring on two outputs plays on both, and goes on where one is missing`(_ kind: SoundServer.Kind) throws {
        let desktop = try Desktop()
        let sound = try SoundServer(on: desktop.bus, kind)
        try desktop.set("[Ringing]\nDevice=speaker\nDevice=unplugged\nDevice=headset\n")
        try desktop.startAgent(environment: sound.environment)
        let app = try desktop.app()
        try app.type("incoming ada Ada")
        try sound.waitForLevel(on: "speaker", Self.loud)
        try sound.waitForLevel(on: "headset", Self.loud)
        try desktop.set("[Ringing]\nDevice=unplugged\nDevice=headset\n")
        try sound.waitForLevel(on: "speaker", Self.silence, lasting: 10)
        try sound.waitForLevel(on: "headset", Self.loud)
        try app.type("answer")
        try app.expect("answered")
        for output in ["speaker", "headset"] {
            try sound.waitForLevel(on: output, Self.silence, lasting: 10)
        }
    }

    @Test(arguments: SoundServer.Kind.allCases)
    func `Volume sets the volume of the ring at the server, and leaves the device alone`(
        _ kind: SoundServer.Kind
    ) throws {
        let desktop = try Desktop()
        let sound = try SoundServer(on: desktop.bus, kind)
        try desktop.set("[Ringing]\nDevice=speaker\n")
        let device = try sound.pactl("get-sink-volume", "speaker")
        try desktop.startAgent(environment: sound.environment)
        let app = try desktop.app()
        try app.type("incoming ada Ada")
        try sound.waitForLevel(on: "speaker", Self.loud)
        let loudest = try sound.highestLevel(on: "speaker")
        try app.type("decline")
        try app.expect("ended")
        try desktop.set("[Ringing]\nDevice=speaker\nVolume=50%\n")
        try desktop.killAgent()
        try desktop.startAgent(environment: sound.environment)
        try app.type("incoming bob Bob")
        try Self.waitForVolume(of: sound) { $0 == 50 }
        // 50 % are 18 dB less.
        let level = try sound.highestLevel(on: "speaker")
        #expect(level > Self.silence.upperBound && level < loudest / 4)
        #expect(try sound.pactl("get-sink-volume", "speaker") == device)
    }

    @Test(arguments: SoundServer.Kind.allCases)
    func `A ring that becomes louder begins softly and reaches its volume`(_ kind: SoundServer.Kind) throws {
        let desktop = try Desktop()
        let sound = try SoundServer(on: desktop.bus, kind)
        try desktop.set("[Ringing]\nDevice=speaker\nFadeIn=1min\n")
        try desktop.startAgent(environment: sound.environment)
        let app = try desktop.app()
        try app.type("incoming ada Ada")
        try Self.waitForVolume(of: sound) { $0 < 70 }
        try app.type("decline")
        try app.expect("ended")
        // The next ring begins softly, too, and does not stay so.
        try desktop.set("[Ringing]\nDevice=speaker\nFadeIn=1s\n")
        try desktop.killAgent()
        try desktop.startAgent(environment: sound.environment)
        try app.type("incoming bob Bob")
        try Self.waitForVolume(of: sound) { $0 == 100 }
        try app.type("decline")
        try app.expect("ended")
        // Without the setting, the ring is as loud as before.
        try desktop.set("[Ringing]\nDevice=speaker\n")
        try desktop.killAgent()
        try desktop.startAgent(environment: sound.environment)
        try app.type("incoming eve Eve")
        try Self.waitForVolume(of: sound) { $0 == 100 }
    }

    private struct Ring: Decodable {
        let index: UInt32
        let volume: [String: Channel]
        let properties: [String: String]

        struct Channel: Decodable {
            let percent: String

            private enum CodingKeys: String, CodingKey { case percent = "value_percent" }
        }

        /// The volume of its loudest channel, in percent.
        var percent: Int { volume.values.compactMap { Int($0.percent.dropLast()) }.max() ?? 0 }
    }

    /// The stream of the ring, which comes and goes with the sound. The server shows a new one without a volume first.
    private static func ring(of sound: SoundServer) throws -> Ring {
        let deadline = Deadline()
        while true {
            let text = try sound.pactl("--format=json", "list", "sink-inputs")
            let streams = try JSONDecoder().decode([Ring].self, from: Data(text.utf8))
            let own = streams.first { $0.properties["application.id"] == "org.monkeycall.Agent" && $0.percent > 0 }
            if let own { return own }
            guard !deadline.hasPassed else { throw SupportError("no ring in \(text)") }
        }
    }

    private static func waitForVolume(of sound: SoundServer, _ fits: (Int) -> Bool) throws {
        let deadline = Deadline()
        while true {
            let ring = try ring(of: sound)
            if fits(ring.percent) { return }
            guard !deadline.hasPassed else { throw SupportError("the ring has a volume of \(ring.percent)%") }
        }
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
