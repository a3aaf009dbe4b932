// SPDX-License-Identifier: MIT

import BusTesting
import ModemTesting
import Testing

/// The agent mutes the microphone for calls of a modem, with the real programs: ModemManager or oFono, the bridge, the
/// service, the agent and a sound server.
@Suite(.serialized, .daemonLogs, .needsBridgeUser, .needsModemStacks)
struct ModemMuteTests {
    /// The sound server matters to the agent, and the program of the modem to the bridge.
    private static func scene(
        _ kind: SoundServer.Kind, _ stack: ModemStack = .modemManager, keepsState: Bool = false
    ) throws -> ModemMuteScene {
        let scene = try ModemMuteScene(kind, stack, keepsState: keepsState)
        try scene.plugIn()
        try scene.startAgent()
        return scene
    }

    @Test(arguments: SoundServer.Kind.allCases, ModemStack.allCases)
    func `The microphone is muted while a call of a modem is muted, and open after the call`(
        _ kind: SoundServer.Kind, _ stack: ModemStack
    ) throws {
        let scene = try Self.scene(kind, stack)
        try scene.talk()
        try scene.waitForMicrophone(false)
        try scene.monkeycall("mute")
        try scene.waitForMuted(true)
        try scene.waitForMicrophone(true)
        try scene.monkeycall("unmute")
        try scene.waitForMuted(false)
        try scene.waitForMicrophone(false)

        try scene.monkeycall("mute")
        try scene.waitForMicrophone(true)
        scene.modem.leave(ModemMuteScene.ada)
        try scene.waitForNoCall()
        try scene.waitForMicrophone(false)
        try scene.waitUntilForgotten()
    }

    /// Only the kept state tells that a modem's call was muted.
    @Test(arguments: Killed.allCases, ModemStack.allCases)
    func `After a crash of any program the microphone is muted only if the registry lists a muted call`(
        _ killed: Killed, _ stack: ModemStack
    ) throws {
        let scene = try Self.scene(.pulseAudio, stack, keepsState: true)
        try scene.talk()
        try scene.monkeycall("mute")
        try scene.waitForMicrophone(true)
        try scene.suffer(killed)
        if killed == .neighbour {
            try scene.waitForNoCall()
        } else {
            let isMuted = killed == .service
            try scene.waitForCall { $0["State"] == "active" && $0["HasAudio"] == true && $0["Muted"] == .bool(isMuted) }
            try scene.waitForMicrophone(isMuted)
            try scene.waitForMuting(true)
            try scene.monkeycall(isMuted ? "unmute" : "mute")
            try scene.waitForMicrophone(!isMuted)
            try scene.monkeycall("end")
        }
        try scene.waitForMicrophone(false)
        try scene.waitUntilForgotten()
        #expect(scene.modem.states == (killed == .neighbour ? [ModemMuteScene.ada: "active"] : [:]))
    }

    @Test(arguments: SoundServer.Kind.allCases)
    func `A call of a modem is unmuted when another program opens the microphone`(_ kind: SoundServer.Kind) throws {
        let scene = try Self.scene(kind)
        try scene.talk()
        try scene.monkeycall("mute")
        try scene.waitForMicrophone(true)
        try scene.sound.pactl("set-source-mute", "mic", "0")
        try scene.waitForMuted(false)
        try scene.waitForMicrophone(false)
        try scene.monkeycall("mute")
        try scene.waitForMicrophone(true)
    }

    @Test(arguments: SoundServer.Kind.allCases)
    func `The microphone that calls use is muted for a modem, also if it changes or is unplugged`(
        _ kind: SoundServer.Kind
    ) throws {
        let scene = try Self.scene(kind)
        try scene.talk()
        try scene.monkeycall("mute")
        try scene.waitForMicrophone(true)
        let other = try scene.plugIn("other")
        try scene.waitForMicrophone(true, "other")
        try scene.waitForMicrophone(false)
        try scene.sound.pactl("unload-module", other)
        try scene.sound.pactl("set-default-source", "mic")
        try scene.waitForMicrophone(true)
        try scene.waitForMuted(true)
        try scene.monkeycall("hold")
        try scene.waitForMicrophone(false)
        try scene.monkeycall("resume")
        try scene.waitForMicrophone(true)
        try scene.monkeycall("end")
        try scene.waitForMicrophone(false)
    }

    @Test(arguments: SoundServer.Kind.allCases)
    func `The next agent opens the microphone that a killed agent had muted for a modem`(_ kind: SoundServer.Kind)
        throws
    {
        let scene = try Self.scene(kind)
        try scene.talk()
        try scene.monkeycall("mute")
        try scene.waitForMicrophone(true)
        try scene.desktop.killAgent()
        try scene.waitForMuted(false)
        try scene.waitForMicrophone(true)
        try scene.startAgent()
        try scene.waitForMicrophone(false)
        try scene.waitUntilForgotten()
        try scene.waitForMuting(true)
        try scene.monkeycall("mute")
        try scene.waitForMicrophone(true)
    }

    @Test(arguments: SoundServer.Kind.allCases)
    func `A call of a modem stays muted while the sound server starts again`(_ kind: SoundServer.Kind) throws {
        let scene = try Self.scene(kind)
        try scene.talk()
        try scene.monkeycall("mute")
        try scene.waitForMicrophone(true)
        try scene.waitForUnenforced(false)
        try scene.sound.stop()
        try scene.waitForUnenforced(true)
        try scene.sound.start()
        try scene.plugIn()
        try scene.waitForMicrophone(true)
        try scene.waitForUnenforced(false)
        try scene.waitForMuted(true)
        try scene.monkeycall("unmute")
        try scene.waitForMicrophone(false)
        try scene.waitUntilForgotten()
    }

    @Test(arguments: SoundServer.Kind.allCases)
    func `A call of a modem cannot be muted before the agent has found a sound server`(_ kind: SoundServer.Kind) throws
    {
        let scene = try ModemMuteScene(kind, .modemManager, keepsState: false)
        try scene.sound.stop()
        try scene.startAgent()
        try scene.talk()
        try scene.waitForMuting(false)
        try scene.sound.start()
        try scene.waitForMuting(true)
    }
}
