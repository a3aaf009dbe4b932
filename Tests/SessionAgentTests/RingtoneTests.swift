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

        init(_ kind: SoundServer.Kind, device: String = "headset", ringtone: DBusValue? = nil) throws {
            desktop = try Desktop()
            sound = try SoundServer(on: desktop.bus, kind)
            try desktop.set("[Ringing]\nDevice=\(device)")
            try desktop.startAgent(environment: sound.environment)
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

    /// One second, almost as loud as possible: 16 bits, one channel, 440 Hz.
    private static let squareWave: [UInt8] = {
        let samples = (0..<8_000).flatMap { bytes(UInt16(bitPattern: $0 * 880 / 8_000 % 2 == 0 ? 29_000 : -29_000)) }
        return Array("RIFF".utf8) + bytes(UInt32(36 + samples.count)) + Array("WAVEfmt ".utf8) + bytes(UInt32(16))
            + bytes(UInt16(1)) + bytes(UInt16(1)) + bytes(UInt32(8_000)) + bytes(UInt32(16_000)) + bytes(UInt16(2))
            + bytes(UInt16(16)) + Array("data".utf8) + bytes(UInt32(samples.count)) + samples
    }()

    private static func bytes(_ value: some FixedWidthInteger) -> [UInt8] {
        withUnsafeBytes(of: value.littleEndian) { Array($0) }
    }
}
