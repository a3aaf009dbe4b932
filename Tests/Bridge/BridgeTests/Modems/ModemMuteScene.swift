// SPDX-License-Identifier: MIT

import BusTesting
import Foundation
import ModemTesting
import Testing

/// A desktop with a modem and a microphone.
final class ModemMuteScene {
    static let ada = "+493012345"

    /// The bridge that registers the modem's calls.
    enum Carrier: CaseIterable {
        /// That of modems.
        case machine
        /// That of the user. It has the calls that GNOME Calls shows; a test starts GNOME Calls.
        case user
    }

    let desktop: Desktop
    let sound: SoundServer
    let modem: SimulatedModem
    private let user: Actor
    private let polkit: PolicyKit
    private let modemProgram: any ModemDaemon
    private let program: WorldReadableProgram
    private let carrier: Carrier
    private var bridge: ChildProcess
    /// What records each microphone, as a call does: PipeWire 1.4 mutes a microphone only while it runs.
    private var recorders: [String: ChildProcess] = [:]

    init(_ kind: SoundServer.Kind, _ stack: ModemStack, keepsState: Bool, _ carrier: Carrier = .machine) throws {
        self.carrier = carrier
        desktop = try Desktop(keepsState: keepsState)
        sound = try SoundServer(on: desktop.bus, kind)
        user = try desktop.stage.subscriber("user")
        polkit = try PolicyKit(on: desktop.bus, rules: [Repository.file("desktop/polkit/monkeycall-bridge.rules")])
        modem = try stack.modem()
        modemProgram = try stack.daemon(on: desktop.bus, [modem])
        program = try WorldReadableProgram(Product.path("monkeycall-bridge"), neededBy: .bridge)
        bridge = try Self.startBridge(carrier, program, on: desktop.stage)
        try modemProgram.switchOn()
    }

    private static func startBridge(
        _ carrier: Carrier, _ program: WorldReadableProgram, on stage: Stage
    ) throws -> ChildProcess {
        let bus = stage.bus
        guard carrier == .machine else { return try UserBridge(stage, bus).process }
        let command = [program.path, "--system", "--address", bus.address, "--user", "\(getuid())"]
        let settings = ["--settings", bus.directory.url.appendingPathComponent("bridge.conf").path]
        return try ChildProcess(command + settings, user: .bridge)
    }

    func suffer(_ killed: Killed) throws {
        switch killed {
        case .service: try desktop.stage.restart()
        case .serviceWithoutState:
            try desktop.stage.restartWithoutState()
            try user.call("Subscribe")
        case .bridge:
            try bridge.kill9()
            try waitForNoCall()
            bridge = try Self.startBridge(carrier, program, on: desktop.stage)
        case .neighbour: try modemProgram.crash()
        }
    }

    /// Adds a microphone, records it and lets calls use it. Returns the server's number of it.
    @discardableResult
    func plugIn(_ name: String = "mic") throws -> String {
        let module = try sound.pactl(
            "load-module", "module-remap-source", "source_name=\(name)", "master=headset.monitor")
        try sound.setDefaultMicrophone(name)
        recorders[name] = try ChildProcess(
            ["sh", "-c", "exec parec -d \(name) --raw >/dev/null"], environment: sound.environment)
        return module
    }

    func startAgent() throws { try desktop.startAgent(environment: sound.environment) }

    /// The modem rings, and the user answers.
    func talk() throws {
        modem.ring(from: Self.ada)
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
