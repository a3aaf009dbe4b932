// SPDX-License-Identifier: MIT

import BusTesting
import ModemTesting

/// The stand-in of the tests for PipeWire's telephony service, with a phone that answers at once. It is in this
/// process, and has a thread and a connection of its own.
struct Telephony: PhoneProgram {
    let bus: BusDaemon
    private let phones: PipeWireTelephony
    private let client: BusClient
    private static let call = PipeWireTelephony.name + ".Call1"

    init() throws {
        bus = try BusDaemon.session()
        client = try BusClient(address: bus.address)
        phones = try PipeWireTelephony(on: bus)
        try phones.connect("00:11:22:AA:BB:CC")
    }

    var rule: String { "type='signal',sender='\(PipeWireTelephony.name)'" }

    func ring() throws { try phones.ring(from: "+49301234567") }

    func newCall(in signal: BusMessage) -> String? {
        guard signal.member == "InterfacesAdded", signal.arguments.count > 1, signal.arguments[1][Self.call] != nil
        else { return nil }
        return signal.arguments[0].string
    }

    func saysActive(_ signal: BusMessage) -> Bool {
        signal.member == "PropertiesChanged" && signal.arguments.count > 1 && signal.arguments[0].string == Self.call
            && signal.arguments[1]["State"]?.string == "active"
    }

    func saysOver(_ signal: BusMessage) -> Bool { signal.member == "InterfacesRemoved" }
    func answer(_ call: String) throws { try client.call(PipeWireTelephony.name, call, Self.call, "Answer") }
    func hasCalls() throws -> Bool { !phones.states.isEmpty }
}
