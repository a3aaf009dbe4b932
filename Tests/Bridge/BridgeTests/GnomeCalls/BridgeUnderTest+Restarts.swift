// SPDX-License-Identifier: MIT

import BusTesting
import ModemTesting

/// GNOME Calls with its dummy backend: one number calls, and each call that it dials connects after some seconds.
extension BridgeUnderTest: BridgedScene {
    var report: String { "the bridge: \(log)" }
    var bridge: ChildProcess { program.process }
    var number: String { GnomeCallsProgram.caller }
    func memory(of moment: CallMoment) -> SourceMemory { .callsEnd }
    var holdsAtSource: Bool { false }
    var callCommands: [String] { [] }
    var callCommandsAtStart: [String] { [] }

    func defaultProvider() -> String { "org.gnome.Calls" }
    func ring(from number: String) throws { _ = try calls.ring() }
    func waitAtSource(for states: [String: String]) throws { try calls.wait { $0 == states } }
    func waitUntilDialled(_ number: String) throws { try calls.wait { $0[number] != nil } }
    func connect(_ number: String) {}

    /// The user answers it in its own window, and the other call does not make way. So it counts as held.
    func talkAndHold(_ number: String) throws {
        let app = try stage.app("Phone")
        try app.activeCall("A")
        let object = try calls.ring()
        try expect(["A": "active", number: "incoming"])
        try calls.press("Accept", object)
        _ = try app.actor.client.waitForSignal("PerformSetHeldCallAction")
        try app.fail()
        try expect(["A": "active", number: "held"])
        try app.reportEnded("A")
    }

    func crashBridge() throws { try crash() }
    func startBridge() throws { try start() }
    func crashSource() throws { try calls.crash() }

    func startSource() throws {
        try waitForProviders([])
        try calls.restart()
        try waitForProviders(["org.gnome.Calls", "org.gnome.Calls.SIP"])
    }
}

extension BridgeUnderTest {
    /// Why the call ended, from the list of ended calls.
    func endedReason(of call: String) throws -> String? { try endedReasons(call).first }

    /// The same of every entry of the call.
    func endedReasons(of call: String) throws -> [String] { try endedReasons(call) }
}
