// SPDX-License-Identifier: MIT

import BusTesting
import Foundation
import ModemTesting

/// The user's machine with phones over Bluetooth: the real service, the real bridge of the user, and a stand-in for the
/// telephony service of PipeWire on a session bus of its own.
final class PhoneScene: CallScene {
    static let address = "00:11:22:AA:BB:CC"
    static let provider = "org.monkeycall.Phone.001122AABBCC"

    let stage: Stage
    let session: BusDaemon
    let telephony: PipeWireTelephony
    let shell: Actor
    let program: UserBridge

    /// With the bridge and a phone.
    init(keepsState: Bool = false) throws {
        stage = try Stage(keepsState: keepsState)
        session = try BusDaemon.session()
        telephony = try PipeWireTelephony(on: session)
        shell = try stage.shell()
        try shell.call("Subscribe")
        program = try UserBridge(stage, session)
        try telephony.connect(Self.address)
        try waitForProviders([Self.provider])
    }

    // MARK: The bridge

    func crashBridge() throws {
        try bridge.kill9()
        try waitForProviders([])
    }

    func startBridge() throws {
        try program.start()
        try waitForProviders([Self.provider])
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
