// SPDX-License-Identifier: MIT

import BusTesting

/// The real GNOME Calls with its dummy backend, on a virtual screen.
struct GnomeCalls: PhoneProgram {
    let bus: BusDaemon
    private let program: GnomeCallsProgram
    private static let (active, over) = (1, 7)

    init() throws {
        bus = try BusDaemon.session()
        program = try GnomeCallsProgram(on: bus)
    }

    let rule = "type='signal',path_namespace='\(GnomeCallsProgram.root)'"

    func ring() {
        program.client.forgetSignals()
        program.letRing()
    }

    func newCall(in signal: BusMessage) -> String? {
        guard signal.member == "InterfacesAdded", signal.arguments.count > 1,
            signal.arguments[1][GnomeCallsProgram.interface] != nil
        else { return nil }
        return signal.arguments[0].string
    }

    func saysActive(_ signal: BusMessage) -> Bool { state(in: signal) == Self.active }
    func saysOver(_ signal: BusMessage) -> Bool { state(in: signal) == Self.over }
    func answer(_ call: String) throws { try program.press("Accept", call) }

    /// It shows a call for three seconds after its end.
    func hasCalls() throws -> Bool {
        let objects = try program.client.call(
            GnomeCallsProgram.name, GnomeCallsProgram.root, CallName.objectManager, "GetManagedObjects")
        return objects.first?.entries?.values.contains { $0[GnomeCallsProgram.interface] != nil } ?? false
    }

    private func state(in signal: BusMessage) -> Int? {
        guard signal.member == "PropertiesChanged", signal.arguments.count > 1 else { return nil }
        return signal.arguments[1]["State"]?.int
    }
}
