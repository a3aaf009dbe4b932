// SPDX-License-Identifier: MIT

import BusTesting
import Foundation
import Testing

/// The effects of calls on other playback and on their apps' recordings, measured at real sound servers.
@Suite(.serialized) struct CallStreamsTests {
    /// A desktop with sound, an agent and an app.
    private struct Scene {
        let desktop: Desktop
        let sound: SoundServer
        let app: App

        /// `modules` are loaded before the app starts.
        init(
            _ kind: SoundServer.Kind, _ command: String = "", modules: [[String]] = [], settings: String = ""
        ) throws {
            desktop = try Desktop()
            sound = try SoundServer(on: desktop.bus, kind)
            try sound.addMicrophone()
            for module in modules { try sound.pactl(["load-module"] + module) }
            try sound.setDefault("headset")
            try desktop.set(settings)
            try desktop.startAgent(environment: sound.environment)
            app = try desktop.app("Phone", doing: command, environment: sound.environment)
        }

        func startAgentAgain() throws { try desktop.startAgent(environment: sound.environment) }

        /// The index of the playing stream.
        func playerStream() throws -> String {
            let streams = try sound.pactl("list", "short", "sink-inputs").split(separator: "\n").map {
                $0.split(separator: "\t").map(String.init)
            }
            // Streams of the server itself have no client.
            let index = streams.first { $0.count > 2 && $0[2] != "-" }?.first
            guard let index else { throw SupportError("nothing plays") }
            return index
        }

        /// The volumes of all playback streams.
        func volumes() throws -> [Substring] {
            try sound.pactl("list", "sink-inputs").split(separator: "\n").filter { $0.contains("Volume:") }
        }

        private var journal: String { sound.environment["XDG_RUNTIME_DIR", default: ""] + "/monkeycall/streams" }

        /// Waits until there is nothing left to restore.
        func waitUntilPutBack() throws {
            let deadline = Deadline()
            while FileManager.default.fileExists(atPath: journal) {
                guard !deadline.hasPassed else {
                    throw SupportError(
                        "the journal stays: \((try? String(contentsOfFile: journal, encoding: .utf8)) ?? "")")
                }
            }
        }
    }

    /// The level at full volume. PipeWire adds equal left and right channels, PulseAudio does not.
    private static let full = 0.24..<0.36
    /// The level at 30 % of the volume, which is cubic.
    private static let ducked = 0.005..<0.012
    /// The level at 50 % of the volume.
    private static let half = 0.028..<0.048
    private static let silence = 0.0..<0.0005
    /// Not quieter, on a device of any number of channels.
    private static let loud = 0.15..<0.6

    @Test(arguments: SoundServer.Kind.allCases)
    func `Other streams are quieter during a call and have their volume back after it`(_ kind: SoundServer.Kind) throws
    {
        let scene = try Scene(kind)
        let player = try scene.sound.play(on: "speaker", ["--channels=2"])
        try scene.sound.waitForLevel(on: "speaker", Self.full)
        try scene.sound.pactl("set-sink-input-volume", scene.playerStream(), "101%", "99%")
        let before = try scene.volumes()
        try scene.app.talk()
        try scene.sound.waitForLevel(on: "speaker", Self.ducked, lasting: 3)
        #expect(try scene.volumes() != before)
        try scene.app.hangUp()
        try scene.sound.waitForLevel(on: "speaker", Self.full, lasting: 3)
        try scene.waitUntilPutBack()
        #expect(try scene.volumes() == before)
        player.terminate()
    }

    /// The app records a virtual microphone: a remap of the device `call`, to which a loopback leads from `outer`.
    @Test(arguments: SoundServer.Kind.allCases, ["call", "outer"])
    func `A stream that plays into the microphone of a call keeps its volume`(
        _ kind: SoundServer.Kind, _ device: String
    ) throws {
        let scene = try Scene(
            kind, SoundServer.levels(of: "call-mic") + " > /dev/null & ",
            modules: [
                ["module-null-sink", "sink_name=call"], ["module-null-sink", "sink_name=outer"],
                ["module-remap-source", "source_name=call-mic", "master=call.monitor"],
                ["module-loopback", "source=outer.monitor", "sink=call", "latency_msec=50"],
            ])
        let players = try [device, "speaker"].map { try scene.sound.play(on: $0) }
        try scene.sound.waitForLevel(on: device, Self.loud)
        try scene.app.talk()
        try scene.sound.waitForLevel(on: "speaker", Self.ducked, lasting: 3)
        try scene.sound.waitForLevel(on: device, Self.loud, lasting: 3)
        for player in players { player.terminate() }
    }

    @Test(arguments: SoundServer.Kind.allCases)
    func `An output that the user leaves alone keeps its volume`(_ kind: SoundServer.Kind) throws {
        let scene = try Scene(
            kind, modules: [["module-null-sink", "sink_name=kitchen-1"]], settings: "[Audio]\nLeaveOutput=kitchen-*\n")
        let players = try ["kitchen-1", "speaker"].map { try scene.sound.play(on: $0) }
        try scene.sound.waitForLevel(on: "kitchen-1", Self.loud)
        try scene.app.talk()
        try scene.sound.waitForLevel(on: "speaker", Self.ducked, lasting: 3)
        try scene.sound.waitForLevel(on: "kitchen-1", Self.loud, lasting: 3)
        for player in players { player.terminate() }
    }

    @Test(arguments: SoundServer.Kind.allCases)
    func `The next agent restores the volumes that a killed agent had lowered`(_ kind: SoundServer.Kind) throws {
        let scene = try Scene(kind)
        let player = try scene.sound.play(on: "speaker")
        try scene.sound.waitForLevel(on: "speaker", Self.full)
        try scene.app.talk()
        try scene.sound.waitForLevel(on: "speaker", Self.ducked)
        try scene.desktop.killAgent()
        try scene.startAgentAgain()
        try scene.sound.waitForLevel(on: "speaker", Self.ducked, lasting: 3)
        try scene.desktop.killAgent()
        try scene.app.hangUp()
        try scene.sound.waitForLevel(on: "speaker", Self.ducked, lasting: 3)
        try scene.startAgentAgain()
        try scene.sound.waitForLevel(on: "speaker", Self.full, lasting: 3)
        try scene.waitUntilPutBack()
        player.terminate()
    }

    @Test(arguments: SoundServer.Kind.allCases)
    func `A player that ends while it is quieter has its own volume the next time`(_ kind: SoundServer.Kind) throws {
        let scene = try Scene(kind)
        for isKilled in [false, true] {
            let player = try scene.sound.play(on: "speaker")
            try scene.sound.waitForLevel(on: "speaker", Self.full, lasting: 2)
            try scene.app.talk()
            try scene.sound.waitForLevel(on: "speaker", Self.ducked, lasting: 2)
            if isKilled { try scene.desktop.killAgent() }
            try player.kill9()
            try scene.app.hangUp()
            if isKilled { try scene.startAgentAgain() }
            try scene.waitUntilPutBack()
        }
        let player = try scene.sound.play(on: "speaker")
        try scene.sound.waitForLevel(on: "speaker", Self.full, lasting: 2)
        player.terminate()
    }

    @Test(arguments: SoundServer.Kind.allCases)
    func `A volume that the user sets during a call stays after it`(_ kind: SoundServer.Kind) throws {
        let scene = try Scene(kind)
        let player = try scene.sound.play(on: "speaker")
        try scene.sound.waitForLevel(on: "speaker", Self.full)
        try scene.app.talk()
        try scene.sound.waitForLevel(on: "speaker", Self.ducked)
        try scene.sound.pactl("set-sink-input-volume", scene.playerStream(), "50%")
        try scene.sound.waitForLevel(on: "speaker", Self.half)
        try scene.app.hangUp()
        try scene.waitUntilPutBack()
        try scene.sound.waitForLevel(on: "speaker", Self.half, lasting: 3)
        player.terminate()
    }

    /// A command that records into `file` as long as the app runs, also between calls.
    private static func recording(_ file: String, _ options: String = "") -> String {
        SoundServer.levels(of: "mic", options) + " > \(file) & "
    }

    /// Follows the levels of the recording from now on.
    private func listen(_ file: String) throws -> ChildProcess { try ChildProcess(["tail", "-n0", "-f", file]) }

    private func expect(_ file: String, _ levels: Range<Double>) throws {
        let level = try SoundServer.waitForLevel(in: listen(file), levels, lasting: 3, timeout: 5)
        #expect(level != nil, "nothing is recorded")
    }

    @Test(arguments: SoundServer.Kind.allCases)
    func `A muted call and a held call send silence, whatever their app does`(_ kind: SoundServer.Kind) throws {
        let folder = try TemporaryDirectory()
        let (sent, other) = (try folder.write("", to: "sent").path, try folder.write("", to: "other").path)
        let scene = try Scene(kind, Self.recording(sent))
        let voice = try scene.sound.play(on: "headset", ["--property=media.role=phone"])
        let somebody = try ChildProcess(
            ["sh", "-c", SoundServer.levels(of: "mic", "-n somebody") + " > \(other)"],
            environment: scene.sound.environment)
        try expect(sent, Self.full)
        try expect(other, Self.full)
        try scene.app.talk()
        for (verb, undo) in [("mute", "unmute"), ("hold", "resume")] {
            try scene.app.type(verb)
            try expect(sent, Self.silence)
            try expect(other, Self.full)
            try scene.app.type(undo)
            try expect(sent, Self.full)
        }
        try scene.app.type("mute")
        try expect(sent, Self.silence)
        try scene.app.hangUp()
        try expect(sent, Self.full)
        try scene.waitUntilPutBack()
        for process in [voice, somebody] { process.terminate() }
    }

    @Test(arguments: SoundServer.Kind.allCases)
    func `The streams of the process that a call names are silent on hold, and muted if its app cannot mute`(
        _ kind: SoundServer.Kind
    ) throws {
        let folder = try TemporaryDirectory()
        let sent = try folder.write("", to: "sent").path
        let scene = try Scene(kind)
        let bridge = try scene.desktop.stage.app("Bridge")
        let other = try scene.sound.play(on: "headset", ["--property=media.role=phone"])
        let voice = try scene.sound.play(on: "speaker", ["--property=media.role=phone"])
        let microphone = try ChildProcess(
            ["sh", "-c", SoundServer.levels(of: "mic") + " > \(sent); true"], environment: scene.sound.environment)
        try expect(sent, Self.full)
        try bridge.goOn("A", ["StreamProcess": .uint32(UInt32(voice.processID)), "SupportsMuting": false])
        try scene.sound.waitForLevel(on: "speaker", Self.full)
        try bridge.actor.ask("SetHeld", "A", true)
        try bridge.fulfill()
        try scene.sound.waitForLevel(on: "speaker", Self.silence, lasting: 3)
        try expect(sent, Self.full)
        try bridge.actor.ask("SetHeld", "A", false)
        try bridge.fulfill()
        try scene.sound.waitForLevel(on: "speaker", Self.full, lasting: 3)
        try bridge.update("A", ["StreamProcess": .uint32(UInt32(microphone.processID))])
        try bridge.actor.ask("SetMuted", "A", true)
        try expect(sent, Self.silence)
        #expect(try bridge.actor.property("Muted", of: "A") == true)
        try bridge.reportEnded("A")
        try expect(sent, Self.full)
        try scene.waitUntilPutBack()
        for process in [other, voice, microphone] { process.terminate() }
    }

    @Test(arguments: SoundServer.Kind.allCases)
    func `The next agent unmutes the microphone that a killed agent had muted`(_ kind: SoundServer.Kind) throws {
        let folder = try TemporaryDirectory()
        let sent = try folder.write("", to: "sent").path
        let scene = try Scene(kind, Self.recording(sent))
        let voice = try scene.sound.play(on: "headset", ["--property=media.role=phone"])
        try scene.app.talk()
        try scene.app.type("mute")
        try expect(sent, Self.silence)
        try scene.desktop.killAgent()
        try scene.app.hangUp()
        try expect(sent, Self.silence)
        try scene.startAgentAgain()
        try expect(sent, Self.full)
        try scene.waitUntilPutBack()
        voice.terminate()
    }

    @Test(arguments: SoundServer.Kind.allCases)
    func `A stream that begins during a muted call is muted until the call ends`(_ kind: SoundServer.Kind) throws {
        let folder = try TemporaryDirectory()
        let (first, sent) = (try folder.write("", to: "first").path, try folder.write("", to: "sent").path)
        let stop = folder.url.appendingPathComponent("stop").path
        // The app records until the file `stop` exists, and then starts a second recording.
        let scene = try Scene(
            kind,
            "{ \(SoundServer.levels(of: "mic")) > \(first) & until [ -e \(stop) ]; do sleep 0.05; done; pkill -P $! ; kill $!; "
                + "\(SoundServer.levels(of: "mic")) > \(sent); } & ")
        let voice = try scene.sound.play(on: "headset", ["--property=media.role=phone"])
        try scene.app.talk()
        try scene.app.type("mute")
        try expect(first, Self.silence)
        _ = try folder.write("", to: "stop")
        try expect(sent, Self.silence)
        try scene.app.hangUp()
        try expect(sent, Self.full)
        try scene.waitUntilPutBack()
        voice.terminate()
    }

    @Test(arguments: SoundServer.Kind.allCases)
    func `The notification tells the user when the owner of a microphone is unknown`(_ kind: SoundServer.Kind) throws {
        let scene = try Scene(kind)
        let screen = try Dunst(on: scene.desktop.bus)
        func isTrusted(_ notification: Dunst.Notification) -> Bool {
            notification.body.contains("Silence depends on the app")
        }
        // This recording reports a false process id.
        let liar = try ChildProcess(
            [
                "parec", "-d", "mic", "--property=application.process.id=1", "--property=pipewire.sec.pid=1",
                "/dev/null",
            ],
            environment: scene.sound.environment)
        try scene.app.talk()
        try scene.app.type("mute")
        try screen.expect("Call with") { isTrusted($0) }
        liar.terminate()
        try screen.expect("Call with") { !isTrusted($0) }
    }

    @Test(arguments: SoundServer.Kind.allCases)
    func `A sound server that hangs delays no call, and a restarted one mutes again`(_ kind: SoundServer.Kind)
        throws
    {
        let scene = try Scene(kind)
        let screen = try Dunst(on: scene.desktop.bus)
        scene.sound.hang()
        try scene.app.type("incoming ada Ada")
        try screen.expect("Incoming call")
        try screen.press("answer")
        try scene.app.expect("answered")
        try scene.sound.stop()
        try scene.sound.start()
        try scene.sound.setDefault("headset")
        let player = try scene.sound.play(on: "speaker")
        try scene.sound.waitForLevel(on: "speaker", Self.ducked, lasting: 3)
        try scene.app.hangUp()
        try scene.sound.waitForLevel(on: "speaker", Self.full, lasting: 3)
        player.terminate()
    }
}
