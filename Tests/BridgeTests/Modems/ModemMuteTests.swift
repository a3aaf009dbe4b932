// SPDX-License-Identifier: MIT

import BusTesting
import Foundation
import ModemTesting
import Testing

/// The agent mutes the microphone for calls of a modem, with the real programs: ModemManager or oFono, the bridge, the service, the
/// agent and a sound server.
@Suite(.serialized, .daemonLogs, .needsBridgeUser, .needsModemStacks)
struct ModemMuteTests {
    private static let ada = "+493012345"

    /// A desktop with a modem and a microphone.
    private final class Scene {
        let desktop: Desktop
        let sound: SoundServer
        let modem: SimulatedModem
        private let user: Actor
        private let polkit: PolicyKit
        private let modemProgram: any ModemDaemon
        private let program: WorldReadableProgram
        private var bridge: ChildProcess

        init(_ kind: SoundServer.Kind, _ stack: ModemStack, keepsState: Bool) throws {
            desktop = try Desktop(keepsState: keepsState)
            sound = try SoundServer(on: desktop.bus, kind)
            user = try desktop.stage.subscriber("user")
            polkit = try PolicyKit(on: desktop.bus, rules: [Repository.file("polkit/monkeycall-bridge.rules")])
            modem = try stack.modem()
            modemProgram = try stack.daemon(on: desktop.bus, [modem])
            program = try WorldReadableProgram(Product.path("monkeycall-bridge"), neededBy: .bridge)
            bridge = try Self.startBridge(program, on: desktop.bus)
            try modemProgram.switchOn()
        }

        private static func startBridge(_ program: WorldReadableProgram, on bus: BusDaemon) throws -> ChildProcess {
            let command = [program.path, "--system", "--address", bus.address, "--user", "\(getuid())"]
            let settings = ["--settings", bus.directory.url.appendingPathComponent("bridge.conf").path]
            return try ChildProcess(command + settings, user: .bridge)
        }

        func suffer(_ crash: Crash) throws {
            switch crash {
            case .service: try desktop.stage.restart()
            case .serviceWithoutState:
                try desktop.stage.restartWithoutState()
                try user.call("Subscribe")
            case .bridge:
                try bridge.kill9()
                try waitForNoCall()
                bridge = try Self.startBridge(program, on: desktop.bus)
            case .source: try modemProgram.crash()
            }
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

        /// Waits until the agent says that the other side may hear a muted call, or that it does not.
        func waitForUnenforced(_ isHeard: Bool) throws {
            let name = "org.monkeycall.Agent"
            let agent = user.client.object(name, "/org/monkeycall/Agent", name)
            try wait("Unenforced: \(isHeard)") { try agent.get("Unenforced").strings?.isEmpty == !isHeard }
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

    /// The sound server matters to the agent, and the program of the modem to the bridge.
    private static func scene(
        _ kind: SoundServer.Kind, _ stack: ModemStack = .modemManager, keepsState: Bool = false
    ) throws -> Scene {
        let scene = try Scene(kind, stack, keepsState: keepsState)
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
        scene.modem.leave(Self.ada)
        try scene.waitForNoCall()
        try scene.waitForMicrophone(false)
        try scene.waitUntilForgotten()
    }

    /// Only the kept state tells that a modem's call was muted.
    @Test(arguments: Crash.allCases, ModemStack.allCases)
    func `After a crash of any program the microphone is muted only if the registry lists a muted call`(
        _ crash: Crash, _ stack: ModemStack
    ) throws {
        let scene = try Self.scene(.pulseAudio, stack, keepsState: true)
        try scene.talk()
        try scene.monkeycall("mute")
        try scene.waitForMicrophone(true)
        try scene.suffer(crash)
        if crash == .source {
            try scene.waitForNoCall()
        } else {
            let isMuted = crash == .service
            try scene.waitForCall { $0["State"] == "active" && $0["HasAudio"] == true && $0["Muted"] == .bool(isMuted) }
            try scene.waitForMicrophone(isMuted)
            try scene.waitForMuting(true)
            try scene.monkeycall(isMuted ? "unmute" : "mute")
            try scene.waitForMicrophone(!isMuted)
            try scene.monkeycall("end")
        }
        try scene.waitForMicrophone(false)
        try scene.waitUntilForgotten()
        #expect(scene.modem.states == (crash == .source ? [Self.ada: "active"] : [:]))
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
        let scene = try Scene(kind, .modemManager, keepsState: false)
        try scene.sound.stop()
        try scene.startAgent()
        try scene.talk()
        try scene.waitForMuting(false)
        try scene.sound.start()
        try scene.waitForMuting(true)
    }
}
