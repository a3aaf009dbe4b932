// SPDX-License-Identifier: MIT

import BusTesting
import Foundation
import ModemTesting

/// The real GNOME Calls over the modem that the real ModemManager drives, beside the bridges of the user and of the
/// machine.
final class GnomeCallsOnModem {
    let phones: ModemScene
    let window: GnomeCallsProgram
    /// The session bus.
    let session: BusDaemon
    /// The user's bridge.
    let bridge: ChildProcess
    private let program: WorldReadableProgram

    init() throws {
        phones = try ModemScene(.modemManager)
        session = try BusDaemon.session()
        window = try GnomeCallsProgram(on: session, .modemManager(phones.stage.bus))
        program = try WorldReadableProgram(Product.path("monkeycall-bridge"), neededBy: .alice)
        let settings = session.directory.url.appendingPathComponent("bridge.conf").path
        bridge = try ChildProcess(
            [
                program.path, "--address", phones.stage.bus.address, "--session-address", session.address,
                "--settings", settings,
            ], user: .alice)
        // By then it knows the modem.
        try phones.wait("the user's bridge") { try provider("org.gnome.Calls.SIP") != nil }
    }

    /// The bridge of the machine crashes, and its provider leaves.
    func crashModemBridge() throws {
        try phones.crashBridge()
        try phones.waitForProviders(0)
    }

    /// The properties of a provider; nil = it is not registered.
    func provider(_ identifier: String) throws -> [String: DBusValue]? {
        try phones.alice.client.managedObjects().values.compactMap { $0.entries?[CallName.provider]?.entries }
            .first { $0["Identifier"]?.string == identifier }
    }

    /// The identifiers of the providers that have calls.
    func providersInCall() throws -> [String] {
        let rows = try phones.alice.call("ListCalls").first?.elements ?? []
        return rows.compactMap { $0[2]?.string }
    }
}
