// SPDX-License-Identifier: MIT

import BusTesting
import Foundation
import ModemTesting
import Testing

/// The real GNOME Calls over the modem that the real ModemManager drives, beside the bridges of the user and of the
/// machine.
@Suite(.daemonLogs, .needsBridgeUser, .needsModemStacks)
struct GnomeCallsOnModemTests {
    private let ada = "+493012345"
    private let machine: GnomeCallsOnModem
    private var phones: ModemScene { machine.phones }
    private var window: GnomeCallsProgram { machine.window }

    init() throws { machine = try GnomeCallsOnModem() }

    @Test func `A call that the modem and GNOME Calls both show is listed once, and answered and ended in either`()
        throws
    {
        phones.ring(from: ada)
        try window.wait { $0 == [ada: "incoming"] }
        try phones.expect([ada: "incoming"])
        #expect(try machine.providersInCall() == phones.providers())
        let call = try #require(try window.call(of: ada))
        try window.press("Accept", call)
        try phones.expect([ada: "active"], at: [ada: "active"])
        try phones.ask("End", ada)
        try phones.expect([:], at: [:])
        try window.wait { $0.isEmpty }
    }

    /// Waits until the registry has one call, of that provider, and the modem has it too.
    private func expect(_ state: String, of provider: String) throws {
        try phones.wait("the call at \(provider)") {
            try phones.calls() == [ada: state] && machine.providersInCall() == [provider]
        }
        try phones.waitAtSource(for: [ada: state])
    }

    /// The bridge of the machine has the calls again.
    private func startBridge() throws -> String {
        try phones.startBridge()
        try phones.waitForProviders(1)
        return try phones.defaultProvider()
    }

    @Test func `A call that is answered while the machine's bridge is away goes on and is listed once when it is back`()
        throws
    {
        try machine.crashModemBridge()
        phones.ring(from: ada)
        try window.wait { $0 == [ada: "incoming"] }
        try window.press("Accept", try #require(try window.call(of: ada)))
        try expect("active", of: "org.gnome.Calls")
        try expect("active", of: startBridge())
        try phones.wait(forProperty: "HasAudio", of: ada, true)
        #expect(phones.modem.states == [ada: "active"])
        try phones.ask("End", ada)
        try phones.expect([:], at: [:])
    }

    @Test func `A call that rings at the user's bridge rings on at the machine's bridge`() throws {
        try machine.crashModemBridge()
        phones.ring(from: ada)
        try expect("incoming", of: "org.gnome.Calls")
        let modem = try startBridge()
        try expect("incoming", of: modem)
        try phones.ask("Answer", ada)
        try expect("active", of: modem)
        #expect(try endedReasons() == ["answered-elsewhere"])
    }

    @Test func `A call during which the machine's bridge crashes is not taken by the user's bridge`() throws {
        let modem = try phones.defaultProvider()
        try phones.talk(to: ada)
        try window.wait { $0 == [ada: "active"] }
        try machine.crashModemBridge()
        #expect(try startBridge() == modem)
        try expect("active", of: modem)
        try phones.wait(forProperty: "HasAudio", of: ada, true)
        try phones.ask("End", ada)
        try phones.expect([:], at: [:])
        #expect(try endedReasons() == ["local-ended"])
    }

    private func endedReasons() throws -> [String] {
        try phones.alice.call("ListEndedCalls").first?.elements?.compactMap { $0["EndedReason"]?.string } ?? []
    }
}
