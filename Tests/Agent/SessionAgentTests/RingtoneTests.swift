// SPDX-License-Identifier: MIT

import BusTesting
import Foundation
import Testing

/// The sound of the ringing and its device, on both sound servers.
@Suite(.serialized)
struct RingtoneTests {
    private static let silence = 0.0..<0.0005
    /// The level of the theme's sound.
    private static let loud = 0.005..<0.6
    /// A level that no sound of the theme reaches.
    private static let deafening = 0.6..<1.1

    /// The agent, a sound server, and an app with a ringtone.
    private struct Scene {
        let desktop: Desktop
        let sound: SoundServer
        let app: Provider

        init(
            _ kind: SoundServer.Kind, device: String = "headset", ringtone: DBusValue? = nil, settings: String = "",
            environment: [String: String] = [:]
        ) throws {
            desktop = try Desktop()
            sound = try SoundServer(on: desktop.bus, kind)
            try desktop.set("[Ringing]\nDevice=\(device)\n\(settings)")
            try desktop.startAgent(environment: sound.environment.merging(environment) { $1 })
            app = try desktop.stage.app("Phone", ringtone.map { ["Ringtone": $0] } ?? [:])
        }

        func ring() throws { try app.ring("A", [:]) }

        func silence() throws { try app.actor.audio("SilenceAlert", UUIDs.value("A")) }
    }

    @Test(arguments: SoundServer.Kind.allCases)
    func `A call rings on the chosen device only, until it is silenced`(_ kind: SoundServer.Kind) throws {
        for (chosen, other) in [("headset", "speaker"), ("speaker", "headset")] {
            let scene = try Scene(kind, device: chosen)
            try scene.ring()
            try scene.sound.waitForLevel(on: chosen, Self.loud)
            try scene.sound.waitForLevel(on: other, Self.silence, lasting: 5)
            try scene.silence()
            try scene.sound.waitForLevel(on: chosen, Self.silence, lasting: 10)
        }
    }

    @Test(arguments: SoundServer.Kind.allCases)
    func `An app's own ringtone replaces the theme's and repeats`(_ kind: SoundServer.Kind) throws {
        let scene = try Scene(kind, ringtone: .descriptor(try .memory(Self.squareWave)))
        try scene.ring()
        for _ in 1...2 {
            try scene.sound.waitForLevel(on: "headset", Self.deafening)
            try scene.sound.waitForLevel(on: "headset", Self.silence)
        }
        try scene.silence()
        try scene.sound.waitForLevel(on: "headset", Self.silence, lasting: 10)
    }

    @Test func `An app may ring with another sound of the theme`() throws {
        let scene = try Scene(.pipeWire, ringtone: "alarm-clock-elapsed")
        try scene.ring()
        try scene.sound.waitForLevel(on: "headset", Self.loud)
    }

    @Test(arguments: SoundServer.Kind.allCases)
    func `The user's own sound rings for an app without a ringtone, and the theme's if it is missing`(
        _ kind: SoundServer.Kind
    ) throws {
        let data = try TemporaryDirectory()
        let sounds = data.url.appendingPathComponent("sounds")
        try FileManager.default.createDirectory(at: sounds, withIntermediateDirectories: true)
        try Data(Self.squareWave).write(to: sounds.appendingPathComponent("mine.wav"))
        let scene = try Scene(kind, settings: "Ringtone=missing", environment: ["XDG_DATA_HOME": data.url.path])
        try scene.ring()
        try scene.sound.waitForLevel(on: "headset", Self.loud)
        // A change counts at once.
        try scene.desktop.set("[Ringing]\nDevice=headset\nRingtone=mine")
        try scene.sound.waitForLevel(on: "headset", Self.deafening)
    }

    @Test func `A call with a ringtone that cannot be played rings with another`() throws {
        let broken: [DBusValue] = [
            "no-such-sound", .descriptor(try .memory(Array("no sound".utf8))),
            .descriptor(try .memory(Array(Self.squareWave.prefix(20)))),
        ]
        for ringtone in broken {
            let scene = try Scene(.pipeWire, ringtone: ringtone)
            try scene.ring()
            try scene.sound.waitForLevel(on: "headset", Self.loud)
        }
    }

    @Test(arguments: SoundServer.Kind.allCases)
    func `A call rings on another device if the chosen one is missing`(_ kind: SoundServer.Kind) throws {
        let scene = try Scene(kind, device: "unplugged")
        try scene.sound.setDefault("speaker")
        try scene.ring()
        try scene.sound.waitForLevel(on: "speaker", Self.loud)
    }

    @Test func `A sound server that hangs does not block the agent`() throws {
        let scene = try Scene(.pulseAudio)
        let screen = try Dunst(on: scene.desktop.bus)
        scene.sound.hang()
        try scene.ring()
        try screen.expect("Incoming call")
        try screen.press("decline")
        _ = try scene.app.actor.client.waitForSignal("PerformEndCallAction")
    }

    @Test(arguments: SoundServer.Kind.allCases)
    func `A sound that hangs its decoder is replaced by another one, and Problems says so`(
        _ kind: SoundServer.Kind
    ) throws {
        let data = try TemporaryDirectory()
        let sounds = data.url.appendingPathComponent("sounds")
        try FileManager.default.createDirectory(at: sounds, withIntermediateDirectories: true)
        #expect(mkfifo(sounds.appendingPathComponent("hanging.oga").path, 0o600) == 0)
        let scene = try Scene(kind, ringtone: "hanging", environment: ["XDG_DATA_HOME": data.url.path])
        let agent = try AgentClient(on: scene.desktop.bus)
        try scene.ring()
        // There is no notification server either.
        try agent.expect(["Problems": .strings(["no-notification-server", "sound-fails"])])
        try scene.sound.waitForLevel(on: "headset", Self.loud)
        try scene.silence()
        try scene.sound.waitForLevel(on: "headset", Self.silence, lasting: 5)
        // A sound that plays ends the problem.
        try scene.app.reportEnded("A")
        try scene.app.configure(["Ringtone": "alarm-clock-elapsed"])
        try scene.app.ring("B", [:])
        try agent.expect(["Problems": .strings(["no-notification-server"])])
        try scene.sound.waitForLevel(on: "headset", Self.loud)
    }

    @Test func `A silent ringtone of one app does not silence the call of another`() throws {
        let scene = try Scene(.pulseAudio, ringtone: .descriptor(try .memory(Self.wave(0))))
        let agent = try #require(scene.desktop.agent)
        try scene.ring()
        _ = try Self.soundProcess(of: agent)
        try scene.desktop.stage.app("Chat").ring("B", [:])
        try scene.sound.waitForLevel(on: "headset", Self.loud)
    }

    @Test func `A sound process that tells of more sounds than it has is replaced, and the agent lives on`() throws {
        let scene = try Scene(.pulseAudio)
        let agent = try #require(scene.desktop.agent)
        let client = try AgentClient(on: scene.desktop.bus)
        try scene.ring()
        try scene.sound.waitForLevel(on: "headset", Self.loud)
        let output = "/proc/\(try Self.soundProcess(of: agent))/fd/1"
        // Each byte says that a sound cannot be played.
        try #require(FileHandle(forWritingAtPath: output)).write(contentsOf: Data(repeating: 102, count: 16))
        try client.expect(["Problems": .strings(["no-notification-server", "sound-fails"])])
        try scene.app.reportEnded("A")
        try scene.app.ring("B", [:])
        try client.expect(["Problems": .strings(["no-notification-server"])])
        try scene.sound.waitForLevel(on: "headset", Self.loud)
    }

    @Test func `A process without privileges plays the sound, and ends with the ringing and with the agent`() throws {
        let scene = try Scene(.pulseAudio)
        let agent = try #require(scene.desktop.agent)
        #expect(Self.children(of: agent).isEmpty)
        try scene.ring()
        try scene.sound.waitForLevel(on: "headset", Self.loud)
        let process = try Self.soundProcess(of: agent)
        let status = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
        #expect(status.contains("NoNewPrivs:\t1"))
        let limits = try String(contentsOfFile: "/proc/\(process)/limits", encoding: .utf8)
        #expect(limits.contains(#/Max cpu time +20 +20/#) && limits.contains(#/Max core file size +0 +0/#))
        #expect(limits.contains(#/Max data size +134217728 +134217728/#))
        // When memory is short, it ends and not the agent.
        #expect(try String(contentsOfFile: "/proc/\(process)/oom_score_adj", encoding: .utf8) == "1000\n")
        try scene.silence()
        try scene.sound.waitForLevel(on: "headset", Self.silence, lasting: 5)
        #expect(kill(process, 0) != 0 || Self.isZombie(process))
        try scene.app.ring("B", [:])
        try scene.sound.waitForLevel(on: "headset", Self.loud)
        try scene.desktop.killAgent()
        try scene.sound.waitForLevel(on: "headset", Self.silence, lasting: 5)
    }

    /// Waits for the process that plays a sound.
    private static func soundProcess(of agent: ChildProcess) throws -> pid_t {
        let deadline = Deadline()
        while !deadline.hasPassed { if let process = children(of: agent).first { return process } }
        throw SupportError("the agent plays no sound")
    }

    private static func children(of process: ChildProcess) -> [pid_t] {
        let path = "/proc/\(process.processID)/task/\(process.processID)/children"
        let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
        return text.split(separator: " ").compactMap { pid_t($0) }.filter { !isZombie($0) }
    }

    private static func isZombie(_ process: pid_t) -> Bool {
        let status = try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
        return status?.contains("State:\tZ") ?? true
    }

    /// One second, almost as loud as possible: 16 bits, one channel, 440 Hz.
    private static let squareWave = wave(29_000)

    private static func wave(_ level: Int16) -> [UInt8] {
        let samples = (0..<8_000).flatMap { bytes(UInt16(bitPattern: $0 * 880 / 8_000 % 2 == 0 ? level : -level)) }
        return Array("RIFF".utf8) + bytes(UInt32(36 + samples.count)) + Array("WAVEfmt ".utf8) + bytes(UInt32(16))
            + bytes(UInt16(1)) + bytes(UInt16(1)) + bytes(UInt32(8_000)) + bytes(UInt32(16_000)) + bytes(UInt16(2))
            + bytes(UInt16(16)) + Array("data".utf8) + bytes(UInt32(samples.count)) + samples
    }

    private static func bytes(_ value: some FixedWidthInteger) -> [UInt8] {
        withUnsafeBytes(of: value.littleEndian) { Array($0) }
    }
}
