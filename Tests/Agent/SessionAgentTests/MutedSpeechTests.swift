// SPDX-License-Identifier: MIT

import BusTesting
import Testing

/// The notification for a user who speaks in a muted call, with real sound servers. What plays on the headset is what
/// the microphone hears.
@Suite(.serialized) struct MutedSpeechTests {
    private static let name = "Level of the microphone while you are muted"

    /// A desktop with a microphone, which an app with a call records.
    private struct Scene {
        let desktop: Desktop
        let sound: SoundServer
        let screen: Dunst
        let agent: AgentClient
        let app: App

        init(_ kind: SoundServer.Kind, _ settings: String) throws {
            desktop = try Desktop()
            try desktop.set(settings)
            sound = try SoundServer(on: desktop.bus, kind)
            try sound.addMicrophone()
            try sound.setDefault("headset")
            try sound.setDefaultMicrophone()
            screen = try Dunst(on: desktop.bus)
            try desktop.startAgent(environment: sound.environment)
            agent = try AgentClient(on: desktop.bus)
            app = try desktop.app("Phone", doing: "parec -d mic >/dev/null & ", environment: sound.environment)
            try sound.waitForRecordings("the app does not record") { !$0.isEmpty }
        }

        func mute() throws {
            try app.talk()
            try app.type("mute")
            try app.expect("muted")
        }
    }

    @Test(arguments: SoundServer.Kind.allCases)
    func `A user who speaks in a muted call is told once, until the call is unmuted`(_ kind: SoundServer.Kind) throws {
        let scene = try Scene(kind, "[Audio]\nWarnWhenMuted=yes\nDuckOthers=100%\n")
        try scene.mute()
        // The room is quiet, so the reading goes on.
        try scene.agent.expect(["ReadsMicrophone": true])
        try scene.sound.waitForRecordings("the agent does not read the microphone") {
            $0.contains { $0.name == Self.name }
        }
        let voice = try scene.sound.play(on: "headset")
        try scene.screen.expect("You are muted")
        try scene.agent.expect(["ReadsMicrophone": false])
        let monitor = try BusMonitor(on: scene.desktop.bus)
        try scene.app.type("unmute")
        try monitor.wait(forCall: "CloseNotification")
        voice.terminate()
    }

    @Test func `Without WarnWhenMuted the agent does not read the microphone`() throws {
        let scene = try Scene(.pipeWire, "")
        let voice = try scene.sound.play(on: "headset")
        try scene.mute()
        try scene.agent.expect(["Lamp": .strings(["muted", "in-call"])])
        #expect(try scene.agent.object.get("ReadsMicrophone") == false)
        #expect(try !scene.sound.pactl("list", "source-outputs").contains(Self.name))
        voice.terminate()
    }
}
