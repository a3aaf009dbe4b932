// SPDX-License-Identifier: MIT

import ArgumentParser
import CallContract
import Glibc
import ModemFront
import ProgramStart
import SDBus

/// The front's composition root: options, log, loop, bus, in this order.
@main
struct MonkeyCallModemFront: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "monkeycall-modem-front",
        abstract: "Show the calls of all apps to Bluetooth headsets.",
        discussion: """
            Shows the calls that monkeycall-bridge(8) of a user hands over to PipeWire as the calls of a modem of \
            ModemManager, so that a Bluetooth headset rings, and its button answers and ends the calls of all apps. \
            One runs for the machine, under the account monkeycall-front. It shows the calls of the user whose session \
            is in front, only to WirePlumber of the same user.

            It always has the name org.monkeycall.ModemFront. It also has the name of ModemManager while \
            ModemManager is not installed, or is masked, and gives it up before ModemManager starts. Without systemd \
            it does nothing.

            SEE ALSO
            monkeycall(1), monkeycall-bridge(8), monkeycalld(8)
            """,
        version: "\(contractVersion)")

    @Option(help: ArgumentHelp("A D-Bus address (default: the system bus).", valueName: "bus"))
    var address: String?

    @Option(
        help: ArgumentHelp(
            "Show the calls of this user, for a machine without logind.", valueName: "uid"))
    var user: UInt32?

    @Option(
        help: ArgumentHelp(
            "Look for the unit of ModemManager here (default: the folders of systemd).", valueName: "folder"))
    var unitFolder: String?

    func run() throws {
        let program = BusProgram("monkeycall-modem-front")
        // No process is in a unit without systemd, so the front would show the calls to none.
        guard user != nil || access("/run/systemd/system", F_OK) == 0 else {
            return program.log("systemd does not run this machine; the front is off")
        }
        try program.run { (loop) throws(BusError) in try serve(loop, log: program.log) }
    }

    /// Returns the exit code.
    private func serve(_ loop: EventLoop, log: Log) throws(BusError) -> Int32 {
        try loop.exitOnTerminationSignals()
        let bus = try loop.connection(to: address.map { .address($0) } ?? .system, of: "monkeycall-modem-front")
        let seat = if let user { SeatUser(always: user) } else { try SeatUser(on: loop) }
        let unit = unitFolder.map { ModemManagerUnit(folders: [$0]) } ?? ModemManagerUnit()
        let front = FrontService(on: bus, loop, seat, unit, log: log)
        try front.begin()
        loop.notify("READY=1")
        return try withExtendedLifetime(front) { () throws(BusError) in try loop.run() }
    }
}
