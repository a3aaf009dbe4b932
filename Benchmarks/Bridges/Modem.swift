// SPDX-License-Identifier: MIT

import BusTesting
import Foundation
import ModemTesting

/// The real ModemManager or the real oFono with a simulated modem, which answers each AT command at once.
struct Modem: PhoneProgram {
    enum Stack {
        case modemManager
        case ofono
    }

    let bus: BusDaemon
    private let stack: Stack
    private let modem: SimulatedModem
    private let program: any ModemDaemon
    private let polkit: PolicyKit
    private let client: BusClient
    /// `MM_CALL_STATE_ACTIVE`
    private static let active = 4

    init(_ stack: Stack) throws {
        self.stack = stack
        bus = try BusDaemon.session()
        client = try BusClient(address: bus.address)
        polkit = try PolicyKit(on: bus, rules: [])
        switch stack {
        case .modemManager:
            modem = try .forModemManager()
            program = try ModemManagerDaemon(on: bus, [modem])
        case .ofono:
            modem = try .forOfono()
            program = try OfonoDaemon(on: bus, [modem])
        }
        try program.switchOn()
    }

    /// polkitd needs root here, and both programs do so on a real machine.
    static var isPossible: Bool {
        Privilege.isRoot
            && [ModemManagerDaemon.program, OfonoDaemon.program, PolicyKit.program]
                .allSatisfy(FileManager.default.isExecutableFile)
    }

    private var name: String {
        switch stack {
        case .modemManager: ModemManagerDaemon.name
        case .ofono: OfonoDaemon.name
        }
    }

    var rule: String { "type='signal',sender='\(name)'" }

    func ring() { modem.ring(from: "+49301234567") }

    func newCall(in signal: BusMessage) -> String? {
        signal.member == "CallAdded" ? signal.arguments.first?.string : nil
    }

    func saysActive(_ signal: BusMessage) -> Bool {
        guard signal.arguments.count > 1 else { return false }
        switch stack {
        case .modemManager: return signal.member == "StateChanged" && signal.arguments[1].int == Self.active
        case .ofono:
            return signal.member == "PropertyChanged" && signal.arguments[0] == "State"
                && signal.arguments[1].string == "active"
        }
    }

    func saysOver(_ signal: BusMessage) -> Bool {
        switch stack {
        case .modemManager: signal.member == "CallDeleted"
        case .ofono: signal.member == "CallRemoved"
        }
    }

    func answer(_ call: String) throws {
        switch stack {
        case .modemManager: try client.call(name, call, name + ".Call", "Accept")
        case .ofono: try client.call(name, call, name + ".VoiceCall", "Answer")
        }
    }
    func hasCalls() throws -> Bool { try program.callCount() > 0 }
}
