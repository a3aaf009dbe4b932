// SPDX-License-Identifier: MIT

import BusTesting
import Foundation
import ModemTesting
import Testing

/// The agent mutes the microphone for calls of a modem, with the real programs: ModemManager, the bridge, the service, the agent
/// and a sound server.
@Suite(.serialized, .daemonLogs, .needsBridgeUser, .needsModemStacks)
struct ModemMuteTests {
    private static let ada = "+493012345"

    /// A desktop with a modem and a microphone.
    private final class Scene {
        let desktop: Desktop
        let sound: SoundServer
        let modem: SimulatedModem
        private let user: Actor
        private let programs: [AnyObject]

        init(_ kind: SoundServer.Kind) throws {
            desktop = try Desktop()
            sound = try SoundServer(on: desktop.bus, kind)
            user = try desktop.stage.subscriber("user")
            let polkit = try PolicyKit(on: desktop.bus, rules: [Repository.file("polkit/monkeycall-bridge.rules")])
            modem = try .forModemManager()
            let modemManager = try ModemManagerDaemon(on: desktop.bus, [modem])
            let program = try WorldReadableProgram(Product.path("monkeycall-bridge"), neededBy: .bridge)
            let command = [program.path, "--system", "--address", desktop.bus.address, "--user", "\(getuid())"]
            let settings = ["--settings", desktop.bus.directory.url.appendingPathComponent("bridge.conf").path]
            programs = [polkit, modemManager, program, try ChildProcess(command + settings, user: .bridge)]
            try modemManager.switchOn()
        }

        /// Adds a microphone and lets calls use it. Returns the server's number of it.
        @discardableResult
        func plugIn(_ name: String = "mic") throws -> String {
            let module = try sound.pactl(
                "load-module", "module-remap-source", "source_name=\(name)", "master=headset.monitor")
            // WirePlumber refuses this in its first moments.
            try wait("the default microphone") {
                _ = try? sound.pactl("set-default-source", name)
                return try sound.pactl("get-default-source") == name
            }
            return module
        }

        func startAgent() throws { try desktop.startAgent(environment: sound.environment) }

        /// The modem rings, and the user answers.
        func talk() throws {
            modem.ring(from: ada)
            try waitForCall { $0["State"] == "incoming" }
            try monkeycall("answer")
            try waitForCall { $0["State"] == "active" && $0["HasAudio"] == true }
        }

        func monkeycall(_ arguments: String...) throws {
            let result = try ChildProcess.run(
                [try Product.path("monkeycall")] + arguments,
                environment: ["DBUS_SYSTEM_BUS_ADDRESS": desktop.bus.address])
            guard result.status == .exited(0) else { throw SupportError("monkeycall \(arguments): \(result.errors)") }
        }

        /// Waits until the only call fits.
        func waitForCall(_ fits: ([String: DBusValue]) -> Bool) throws {
            try waitForCalls { $0.count == 1 && fits($0[0]) }
        }

        func waitForMuted(_ isMuted: Bool) throws { try waitForCall { $0["Muted"] == .bool(isMuted) } }

        /// Waits until the user may mute the call, or may not.
        func waitForMuting(_ isAllowed: Bool) throws {
            try waitForCall { $0["AllowedActions"]?.strings?.contains("set-muted") == isAllowed }
        }

        func waitForNoCall() throws { try waitForCalls(\.isEmpty) }

        private func waitForCalls(_ fit: ([[String: DBusValue]]) -> Bool) throws {
            while true {
                user.client.forgetSignals()
                let calls = try user.client.managedObjects().values.compactMap { $0.entries?[CallName.call]?.entries }
                if fit(calls) { return }
                do { _ = try user.client.nextSignal() } catch { throw SupportError("but the calls are \(calls)") }
            }
        }

        /// Waits until the microphone is muted at the sound server, or open.
        func waitForMicrophone(_ isMuted: Bool, _ name: String = "mic") throws {
            try wait("Mute: \(isMuted) of \(name)") {
                try sound.pactl("get-source-mute", name) == (isMuted ? "Mute: yes" : "Mute: no")
            }
        }

        /// Waits until there is no microphone left to open.
        func waitUntilForgotten() throws {
            let journal = sound.environment["XDG_STATE_HOME", default: ""] + "/monkeycall/microphone"
            try wait("an empty journal") { !FileManager.default.fileExists(atPath: journal) }
        }

        private func wait(_ purpose: String, until isTrue: () throws -> Bool) throws {
            let deadline = Deadline()
            while try !isTrue() {
                guard !deadline.hasPassed else {
                    throw SupportError("no \(purpose); the agent: \(desktop.agent?.text(of: .error) ?? "")")
                }
            }
        }
    }

    private static func scene(_ kind: SoundServer.Kind) throws -> Scene {
        let scene = try Scene(kind)
        try scene.plugIn()
        try scene.startAgent()
        return scene
    }

    @Test(arguments: SoundServer.Kind.allCases)
    func `The microphone is muted while a call of a modem is muted, and open after the call`(_ kind: SoundServer.Kind)
        throws
    {
        let scene = try Self.scene(kind)
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
        scene.modem.leave(Self.ada)
        try scene.waitForNoCall()
        try scene.waitForMicrophone(false)
        try scene.waitUntilForgotten()
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
    func `A call of a modem can be muted only while there is a sound server`(_ kind: SoundServer.Kind) throws {
        let scene = try Self.scene(kind)
        try scene.talk()
        try scene.waitForMuting(true)
        try scene.monkeycall("mute")
        try scene.waitForMicrophone(true)
        try scene.sound.stop()
        try scene.waitForMuted(false)
        try scene.waitForMuting(false)
        try scene.sound.start()
        try scene.plugIn()
        try scene.waitForMuting(true)
        try scene.waitUntilForgotten()
        try scene.waitForMicrophone(false)
        try scene.monkeycall("mute")
        try scene.waitForMicrophone(true)
    }
}
