// SPDX-License-Identifier: MIT

import BusTesting
import Foundation
import ModemTesting
import Testing

/// The real GNOME Calls over the modem that the real ModemManager drives, beside the bridges of the user and of the machine.
@Suite(.daemonLogs, .needsBridgeUser, .needsModemStacks)
struct GnomeCallsOnModemTests {
    private let ada = "+493012345"
    private let phones: ModemScene
    private let window: GnomeCallsProgram
    private let programs: [AnyObject]

    init() throws {
        phones = try ModemScene(.modemManager)
        let session = try BusDaemon.session()
        window = try GnomeCallsProgram(on: session, .modemManager(phones.stage.bus))
        let program = try WorldReadableProgram(Product.path("monkeycall-bridge"), neededBy: .alice)
        let settings = session.directory.url.appendingPathComponent("bridge.conf").path
        let bridge = try ChildProcess(
            [
                program.path, "--address", phones.stage.bus.address, "--session-address", session.address,
                "--settings", settings,
            ], user: .alice)
        programs = [program, bridge]
    }

    /// The identifiers of the providers that have calls.
    private func providersInCall() throws -> [String] {
        let rows = try phones.alice.call("ListCalls").first?.elements ?? []
        return rows.compactMap { $0[2]?.string }
    }

    @Test func `A call that the modem and GNOME Calls both show is listed once, and answered and ended in either`()
        throws
    {
        phones.ring(from: ada)
        try window.wait { $0 == [ada: "incoming"] }
        try phones.expect([ada: "incoming"])
        #expect(try providersInCall() == phones.providers())
        let call = try #require(try window.call(of: ada))
        try window.press("Accept", call)
        try phones.expect([ada: "active"], at: [ada: "active"])
        try phones.ask("End", ada)
        try phones.expect([:], at: [:])
        try window.wait { $0.isEmpty }
    }

    @Test func `Without the bridge of the machine, the user's bridge carries the modem's calls that GNOME Calls shows`()
        throws
    {
        try phones.crashBridge()
        try phones.waitForProviders(0)
        phones.ring(from: ada)
        try phones.expect([ada: "incoming"])
        #expect(try providersInCall() == ["org.gnome.Calls"])
        try phones.ask("Answer", ada)
        try phones.expect([ada: "active"], at: [ada: "active"])
        phones.modem.leave(ada)
        try phones.expect([:])
    }
}
