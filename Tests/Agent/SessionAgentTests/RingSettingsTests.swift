// SPDX-License-Identifier: MIT

import BusTesting
import Foundation
import Testing

/// The outputs and the volume of a ring, with both sound servers.
struct RingSettingsTests {
    /// A desktop with a call that rings.
    private struct Scene {
        let desktop: Desktop
        let sound: SoundServer
        let app: App
        /// The volume of the speaker before the agent started.
        let volume: String

        /// `settings` are lines of the section `[Ringing]`.
        init(_ kind: SoundServer.Kind, _ settings: String) throws {
            desktop = try Desktop()
            sound = try SoundServer(on: desktop.bus, kind)
            volume = try sound.pactl("get-sink-volume", "speaker")
            try desktop.set("[Ringing]\n" + settings)
            try desktop.startAgent(environment: sound.environment)
            app = try desktop.app()
            try app.type("incoming ada Ada")
        }

        /// Declines the call. Another one rings with these settings, which the next agent reads before it takes calls.
        func ringAgain(_ settings: String) throws {
            try app.type("decline")
            try app.expect("ended")
            try desktop.set("[Ringing]\n" + settings)
            try desktop.killAgent()
            try desktop.startAgent(environment: sound.environment)
            try app.type("incoming bob Bob")
        }

        /// Waits until the volume of the ring fits, in percent. Its stream comes and goes with the sound, and the
        /// server shows a new one without a volume first.
        func waitForVolume(_ fits: (Int) -> Bool) throws {
            let deadline = Deadline()
            while true {
                let text = try sound.pactl("--format=json", "list", "sink-inputs")
                let streams = try JSONDecoder().decode([Stream].self, from: Data(text.utf8))
                let ring = streams.first {
                    $0.properties["application.id"] == "org.monkeycall.Agent" && $0.percent > 0
                }
                if let ring, fits(ring.percent) { return }
                guard !deadline.hasPassed else { throw SupportError("the ring never has that volume: \(text)") }
            }
        }
    }

    private struct Stream: Decodable {
        let volume: [String: Channel]
        let properties: [String: String]

        struct Channel: Decodable {
            let percent: String

            private enum CodingKeys: String, CodingKey { case percent = "value_percent" }
        }

        /// The volume of its loudest channel, in percent.
        var percent: Int { volume.values.compactMap { Int($0.percent.dropLast()) }.max() ?? 0 }
    }

    @Test(arguments: SoundServer.Kind.allCases)
    func `A ring on two outputs plays on both, and goes on where one is missing`(_ kind: SoundServer.Kind) throws {
        let scene = try Scene(kind, "Device=speaker\nDevice=unplugged\nDevice=headset\n")
        try scene.sound.waitForLevel(on: "speaker", RingingTests.loud)
        try scene.sound.waitForLevel(on: "headset", RingingTests.loud)
        try scene.desktop.set("[Ringing]\nDevice=unplugged\nDevice=headset\n")
        try scene.sound.waitForLevel(on: "speaker", RingingTests.silence, lasting: 10)
        try scene.sound.waitForLevel(on: "headset", RingingTests.loud)
        try scene.app.type("answer")
        try scene.app.expect("answered")
        for output in ["speaker", "headset"] {
            try scene.sound.waitForLevel(on: output, RingingTests.silence, lasting: 10)
        }
    }

    @Test(arguments: SoundServer.Kind.allCases)
    func `Volume sets the volume of the ring at the server, and leaves the device alone`(
        _ kind: SoundServer.Kind
    ) throws {
        let scene = try Scene(kind, "Device=speaker\n")
        try scene.sound.waitForLevel(on: "speaker", RingingTests.loud)
        let loudest = try scene.sound.highestLevel(on: "speaker")
        try scene.ringAgain("Device=speaker\nVolume=50%\n")
        try scene.waitForVolume { $0 == 50 }
        // 50 % are 18 dB less.
        let level = try scene.sound.highestLevel(on: "speaker")
        #expect(level > RingingTests.silence.upperBound && level < loudest / 4)
        #expect(try scene.sound.pactl("get-sink-volume", "speaker") == scene.volume)
    }

    @Test(arguments: SoundServer.Kind.allCases)
    func `A ring that becomes louder begins softly and reaches its volume`(_ kind: SoundServer.Kind) throws {
        let scene = try Scene(kind, "Device=speaker\nFadeIn=1min\n")
        try scene.waitForVolume { $0 < 70 }
        // The next ring begins softly, too, and does not stay so.
        try scene.ringAgain("Device=speaker\nFadeIn=1s\n")
        try scene.waitForVolume { $0 == 100 }
        // Without the setting, the ring is as loud as before.
        try scene.ringAgain("Device=speaker\n")
        try scene.waitForVolume { $0 == 100 }
    }
}
