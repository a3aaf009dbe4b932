// SPDX-License-Identifier: MIT

import BusTesting
import Foundation
import Testing

/// Apps that only use the microphone, at real sound servers. These tests wait for the five seconds that a stream must
/// last.
@Suite(.serialized, .daemonLogs)
struct ObservedAppsTests {
    private static let heard = 0.1..<0.4
    private static let silence = 0.0..<0.0005
    /// At 30 % of the volume, which is cubic.
    private static let quiet = 0.001..<0.02

    /// Follows the levels of the recording from now on.
    private func expect(_ file: String, _ levels: Range<Double>) throws {
        let listener = try ChildProcess(["sh", "-c", "tail -c0 -f \(file) | od -An -v -td2 -w3200"])
        let level = try SoundServer.waitForLevel(in: listener, levels, lasting: 3, timeout: 5)
        #expect(level != nil, "nothing is recorded")
        listener.terminate()
    }

    @Test func `An app that PipeWire verifies is silent both ways during another call, and resumes after it`() throws {
        let scene = try ObservedDesktop(.pipeWire, keepsState: true)
        try scene.desktop.startAgent(environment: scene.sound.environment)
        let folder = try TemporaryDirectory()
        let sent = try folder.write("", to: "sent").path
        let voice = try scene.sound.play(on: "headset", ["--property=media.role=phone"])
        let tone = try scene.sound.tone().path
        let process = try scene.app(
            "zoom", recordingWith: "pw-record",
            "pacat -p --raw --format=s16le --rate=8000 --channels=1 -d speaker --property=media.role=phone \(tone) & "
                + "$0 -r --target mic --rate 8000 --channels 1 --latency 50ms - >\(sent); wait")
        let call = try scene.waitForCall("a call with the audio") { $0["HasAudio"] == true }
        #expect(call["StreamProcess"] == .uint32(UInt32(process)))
        #expect(call["LocalizedCallerName"] == "Zoom")
        #expect(call["Observed"] == false)
        #expect(Set(call["AllowedActions"]?.strings ?? []) == ["set-held", "set-muted"])
        try expect(sent, Self.heard)
        try scene.sound.waitForLevel(on: "speaker", Self.heard)

        let phone = try scene.desktop.app("Phone")
        try phone.talk()
        try scene.waitForCall("a held call") { $0["State"] == "held" }
        try expect(sent, Self.silence)
        try scene.sound.waitForLevel(on: "speaker", Self.silence, lasting: 3)

        // A service that continues with its state lists the call once, and it is still held.
        try scene.desktop.stage.restart()
        let again = try scene.waitForCall("the held call of the next service") { $0["State"] == "held" }
        #expect(again["UUID"] == call["UUID"])

        try phone.hangUp()
        try scene.waitForCall("the audio") { $0["HasAudio"] == true }
        try expect(sent, Self.heard)
        try scene.sound.waitForLevel(on: "speaker", Self.heard, lasting: 2)

        // The next bridge finds the stream, and the call has the same id again.
        try phone.talk()
        try scene.waitForCall("a held call") { $0["State"] == "held" }
        try scene.bridge.kill9()
        try scene.waitUntilNoCall()
        try expect(sent, Self.heard)
        try scene.startBridge()
        // Another call has the audio, and makes no room.
        let known = try scene.waitForCall("the call of the next bridge") { $0["State"] == "held" }
        #expect(known["UUID"] == call["UUID"])
        try expect(sent, Self.silence)
        // It was held for no request, so the user resumes it.
        try phone.hangUp()
        let user = try scene.desktop.stage.actor("user")
        try user.ask("SetHeld", try #require(call["UUID"]?.string), false)
        try scene.waitForCall("the audio for the call of the next bridge") { $0["HasAudio"] == true }
        try expect(sent, Self.heard)
        scene.end(process)
        try scene.waitUntilNoCall()
        voice.terminate()
    }

    @Test func `An app at PulseAudio is only observed, and leaves when another program registers its call`() throws {
        let scene = try ObservedDesktop(.pulseAudio)
        let shell = try scene.desktop.stage.shell()
        let process = try scene.app(
            "Discord", recordingWith: "parec", "$0 -r -d mic --raw >/dev/null & $0 -r -d mic --raw >/dev/null; wait")
        try scene.app("unknown", recordingWith: "parec", "$0 -r -d mic --raw >/dev/null")
        let call = try scene.waitForCall("an observed call") { $0["State"] == "active" }
        #expect(call["Observed"] == true)
        #expect(call["HasAudio"] == false)
        #expect(call["StreamProcess"] == .uint32(0))
        #expect(call["Provider"] == "org.monkeycall.Observed.discord")
        #expect(call["AllowedActions"]?.strings == [])

        let phone = try scene.desktop.stage.app("Phone")
        try phone.ring("A")
        #expect(try shell.audioProperty("Alert") == "call-waiting")
        try phone.reportEnded("A")

        // A program with support names the process of the app.
        try phone.goOn("B", ["StreamProcess": .uint32(UInt32(process))])
        try scene.waitUntilNoCall()
        let ended = try shell.call("ListEndedCalls").first?.elements ?? []
        #expect(ended.first { $0["Call"] == call["UUID"] }?["EndedReason"] == "unknown")
        #expect(try phone.actor.property("HasAudio", of: "B") == true)
    }

    @Test func `Music pauses and is quieter during an observed call, and the voice of the other side is not`() throws {
        let scene = try ObservedDesktop(.pulseAudio)
        try scene.desktop.startAgent(environment: scene.sound.environment)
        let player = try Player.mpv(on: scene.desktop.bus)
        let music = try scene.sound.play(on: "speaker")
        try scene.sound.waitForLevel(on: "speaker", Self.heard)
        let tone = try scene.sound.tone().path
        // The program that records has started the one that plays.
        let process = try scene.app(
            "Discord", recordingWith: "parec",
            "pacat -p --raw --format=s16le --rate=8000 --channels=1 -d headset \(tone) & "
                + "exec $0 -r -d mic --raw >/dev/null")
        try scene.waitForCall("an observed call") { $0["State"] == "active" && $0["Observed"] == true }
        try player.expect("Paused")
        try scene.sound.waitForLevel(on: "speaker", Self.quiet, lasting: 2)
        try scene.sound.waitForLevel(on: "headset", Self.heard, lasting: 2)
        scene.end(process)
        try scene.waitUntilNoCall()
        try player.expect("Playing")
        try scene.sound.waitForLevel(on: "speaker", Self.heard, lasting: 2)
        music.terminate()
    }

    @Test(.enabled(if: Privilege.isRoot, "needs a mount namespace"))
    func `A browser's call ends as unknown when the bridge learns that the browser has the extension`() throws {
        let scene = try ObservedDesktop(.pulseAudio, seesExtensions: true)
        try scene.app("firefox-esr", recordingWith: "parec", "$0 -r -d mic --raw >/dev/null")
        let call = try scene.waitForCall("an observed call") { $0["State"] == "active" }
        #expect(call["Provider"] == "org.monkeycall.Observed.firefox")
        try scene.installFirefoxExtension()
        try scene.set("")
        try scene.waitUntilNoCall()
        let ended = try scene.desktop.stage.shell().call("ListEndedCalls").first?.elements ?? []
        #expect(ended.first { $0["Call"] == call["UUID"] }?["EndedReason"] == "unknown")
    }

    @Test func `The source is present while a sound server runs, and the user turns it off`() throws {
        let scene = try ObservedDesktop(.pulseAudio)
        try scene.waitForSource("present")
        try scene.sound.stop()
        try scene.waitForSource("absent")
        try scene.sound.start()
        try scene.waitForSource("present")
        try scene.set("[Sources]\nobserved-apps=off\n")
        try scene.waitForSource("off")
        try scene.set("[Sources]\nobserved-apps=on\n")
        try scene.waitForSource("present")
    }
}
