// SPDX-License-Identifier: MIT

import BusTesting
import Foundation
import ModemTesting

/// The user's machine with phones over Bluetooth: the real service, the real bridge of the user, and a stand-in for the telephony
/// service of PipeWire on a session bus of its own.
final class PhoneScene: CallScene {
    static let address = "00:11:22:AA:BB:CC"
    static let provider = "org.monkeycall.Phone.001122AABBCC"

    let stage: Stage
    let session: BusDaemon
    let telephony: PipeWireTelephony
    let shell: Actor
    private(set) var bridge: ChildProcess

    /// With the bridge and a phone.
    init(keepsState: Bool = false) throws {
        stage = try Stage(keepsState: keepsState)
        session = try BusDaemon.session()
        telephony = try PipeWireTelephony(on: session)
        shell = try stage.shell()
        try shell.call("Subscribe")
        bridge = try Self.startBridge(stage, session)
        try telephony.connect(Self.address)
        try waitForProviders([Self.provider])
    }

    private static func startBridge(_ stage: Stage, _ session: BusDaemon) throws -> ChildProcess {
        // There is no sound server, even if the machine of the tests has one.
        let none = session.directory.url.appendingPathComponent("pulse").path
        return try ChildProcess(
            [
                try Product.path("monkeycall-bridge"), "--address=\(stage.bus.address)",
                "--session-address=\(session.address)", "--settings=\(settings(of: session).path)",
            ], environment: ["PULSE_SERVER": "unix:\(none)"])
    }

    private static func settings(of session: BusDaemon) -> URL {
        session.directory.url.appendingPathComponent("bridge.conf")
    }

    // MARK: The bridge

    func crashBridge() throws {
        try bridge.kill9()
        try waitForProviders([])
    }

    func startBridge() throws {
        bridge = try Self.startBridge(stage, session)
        try waitForProviders([Self.provider])
    }

    /// The user writes the settings, and lets the bridge read them.
    func set(_ text: String) throws {
        try text.write(to: Self.settings(of: session), atomically: true, encoding: .utf8)
        bridge.send(signal: SIGHUP)
    }

    /// Waits until these phones are registered, and no others.
    func waitForProviders(_ identifiers: Set<String>) throws {
        try wait("the providers \(identifiers)") { try Set(providers().keys) == identifiers }
    }

    /// The properties of the providers of phones.
    func providers() throws -> [String: [String: DBusValue]] {
        let all = try shell.client.managedObjects().values.compactMap { $0.entries?[CallName.provider]?.entries }
        let phones = all.filter { $0["Identifier"]?.string?.hasPrefix("org.monkeycall.Phone.") == true }
        return Dictionary(uniqueKeysWithValues: phones.map { ($0["Identifier"]?.string ?? "", $0) })
    }

    // MARK: The scene

    var report: String { "phone \(telephony.states); the bridge: \(bridge.text(of: .error))" }

    func defaultProvider() -> String { Self.provider }

    func waitAtSource(for states: [String: String]) throws { try telephony.wait(for: states) }

    func ring(from number: String) throws { try telephony.ring(from: number) }

    /// One call is held at the phone, and the other one active.
    func talkToBoth(_ held: String, _ active: String) throws {
        try talk(to: held)
        try ring(from: active)
        try expect([held: "active", active: "incoming"], at: [held: "active", active: "waiting"])
        try ask("Answer", active)
        try expect([held: "held", active: "active"], at: [held: "held", active: "active"])
    }
}
