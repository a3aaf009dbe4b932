// SPDX-License-Identifier: MIT

import BusTesting
import Glibc
import Testing

/// Ringing with a real feedbackd. It rings on the default device; on another device the agent rings itself.
@Suite(.serialized)
struct FeedbackTests {
    private static let silence = 0.0..<0.0005
    private static let loud = 0.005..<1.0
    let desktop: Desktop
    let sound: SoundServer
    let feedback: ChildProcess
    let app: App

    init() throws {
        desktop = try Desktop()
        sound = try SoundServer(on: desktop.bus)
        try sound.setDefault("speaker")
        feedback = try ChildProcess(
            ["/usr/libexec/feedbackd"], environment: sound.environment.merging(["GSETTINGS_BACKEND": "memory"]) { $1 })
        _ = try BusClient(address: desktop.bus.address).waitForName("org.sigxcpu.Feedback")
        try desktop.set("[Ringing]\nDevice=headset")
        try desktop.startAgent(environment: sound.environment)
        app = try desktop.app()
    }

    private func ring() throws {
        try app.type("incoming ada Ada")
        try sound.waitForLevel(on: "speaker", Self.loud)
        try sound.waitForLevel(on: "headset", Self.silence, lasting: 5)
    }

    @Test func `feedbackd rings repeatedly until the answer`() throws {
        try ring()
        // This is longer than the sound.
        try sound.waitForLevel(on: "speaker", Self.loud, lasting: 15, withPauses: true)
        try app.type("answer")
        try app.expect("answered")
        try sound.waitForLevel(on: "speaker", Self.silence, lasting: 15)
    }

    @Test func `feedbackd stops ringing when the agent is killed, and rings on for the next agent`() throws {
        try ring()
        try desktop.killAgent()
        try sound.waitForLevel(on: "speaker", Self.silence, lasting: 15)
        try desktop.set("[Ringing]\nDevice=headset")
        try desktop.startAgent(environment: sound.environment)
        try sound.waitForLevel(on: "speaker", Self.loud)
    }

    @Test func `The agent rings by itself when feedbackd has gone`() throws {
        try ring()
        try feedback.kill9()
        try sound.waitForLevel(on: "headset", Self.loud)
        try sound.waitForLevel(on: "speaker", Self.silence, lasting: 15)
    }

    @Test func `The agent rings by itself when feedbackd hangs, and ends its late ringing`() throws {
        feedback.send(signal: SIGSTOP)
        try app.type("incoming ada Ada")
        try sound.waitForLevel(on: "headset", Self.loud)
        try app.type("answer")
        try app.expect("answered")
        feedback.send(signal: SIGCONT)
        try sound.waitForLevel(on: "headset", Self.silence, lasting: 15)
        try sound.waitForLevel(on: "speaker", Self.silence, lasting: 15)
    }
}
