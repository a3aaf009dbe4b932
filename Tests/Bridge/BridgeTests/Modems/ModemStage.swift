// SPDX-License-Identifier: MIT

import BusTesting
import Foundation

/// The bridge of the system, for the user of this process, and a stand-in for a program that drives modems, all on
/// one bus.
struct ModemStage {
    let stage: Stage
    let modems: BusClient
    let shell: Actor
    let bridge: ChildProcess
    let forger: Forger

    init(_ name: String) throws {
        // The administrator's file lets the user of the tests carry calls of modems, as the account of the bridge
        // does.
        stage = try Stage(configuration: "[Cellular org.monkeycall.Modem.*]\nUser=\(geteuid())\n")
        let bus = stage.bus
        modems = try BusClient(address: bus.address)
        try modems.requestName(name)
        shell = try stage.shell()
        try shell.call("Subscribe")
        bridge = try ChildProcess([
            try Product.path("monkeycall-bridge"), "--system", "--user=\(geteuid())", "--address=\(bus.address)",
            "--settings=\(bus.directory.url.path)/bridge.conf",
        ])
        forger = try Forger(of: name, to: bridge, on: bus)
    }

    /// Answers the next call of that method.
    func answer(_ member: String, _ arguments: DBusValue...) throws {
        try modems.reply(to: modems.waitForCall(member), arguments)
    }

    /// The state of each call in the registry by its number.
    func calls() throws -> [String: String] {
        let rows = try shell.call("ListCalls").first?.elements ?? []
        return Dictionary(rows.map { ($0[3]?.string ?? "", $0[4]?.string ?? "") }) { $1 }
    }
}
