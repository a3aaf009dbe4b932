// SPDX-License-Identifier: MIT

import ArgumentParser
import CallBridge
import CallContract
import ConfigurationText
import Glibc
import ProgramStart
import SDBus

/// The bridge's composition root: options, log, loop, buses, in this order.
@main
struct MonkeyCallBridge: ParsableCommand {
    /// The settings of the bridge of the system. The file need not exist.
    private static let systemSettings = "/etc/monkeycall/bridge.conf"

    static let configuration = CommandConfiguration(
        commandName: "monkeycall-bridge",
        abstract: "Register the calls of programs that do not know the call service.",
        discussion: """
            Registers the calls of GNOME Calls, and of phones over Bluetooth that PipeWire shows, with \
            org.monkeycall.CallManager, so that they ring and wait like all other calls of the user. A listed app \
            without support, such as Zoom, has a call while it uses the microphone. One bridge runs for each user. It \
            starts no program, and does nothing while none of these programs runs and no program records. It reads its \
            settings when it starts, and again on SIGHUP.

            It also hands the calls of all apps to Bluetooth headsets, and requests what these ask for, while \
            monkeycall-modem-front runs.

            With --system it registers the calls of the machine's modems, which ModemManager or oFono drives, for the \
            user of the active session. One runs for the machine, under the account monkeycall-bridge. It changes the \
            user only while a modem has no calls.

            ENVIRONMENT
              XDG_CONFIG_HOME  the folder of monkeycall/bridge.conf; by default ~/.config

            FILES
              ~/.config/monkeycall/bridge.conf  the user's settings, see monkeycall-bridge.conf(5)
              \(systemSettings)      the administrator's, for --system

            SEE ALSO
            monkeycall(1), monkeycall-bridge.conf(5), monkeycall-browser(8), \
            monkeycall-modem-front(8), monkeycalld(8)
            """,
        version: "\(contractVersion)")

    @OptionGroup var buses: BusAddresses

    @Flag(help: "Register the calls of modems. They belong to the user of the active session.")
    var system = false

    @Option(
        help: ArgumentHelp(
            "With --system: the user whose calls these are, for a machine without logind.", valueName: "uid"))
    var user: UInt32?

    @Option(
        help: ArgumentHelp(
            "Read these settings (default: ~/.config/monkeycall/bridge.conf; with --system \(systemSettings)).",
            valueName: "file"))
    var settings: String?

    func validate() throws {
        if user != nil, !system { throw ValidationError("--user needs --system.") }
        if buses.sessionAddress != nil, system {
            throw ValidationError("Give --session-address or --system, not both.")
        }
    }

    func run() throws {
        let program = BusProgram("monkeycall-bridge")
        try program.run { (loop) throws(BusError) in try serve(loop, log: program.log) }
    }

    /// Returns the exit code.
    private func serve(_ loop: EventLoop, log: Log) throws(BusError) -> Int32 {
        try loop.exitOnTerminationSignals()
        let service = buses.calls
        let programs = system ? service : buses.session
        let bus = try loop.connection(to: programs, of: "monkeycall-bridge")
        let bridge =
            system
            ? Bridge.ofSystem(bus, service: service, loop, try seat(loop), log: log)
            : Bridge.ofSession(bus, service: service, loop, log: log)
        let settings = settings ?? (system ? Self.systemSettings : UserSettings.path(of: BridgeSettings.fileName))
        try loop.onSignal(SIGHUP) { bridge.reload(settings) }
        // The name has a connection of its own, which comes after the signals of modems and programs: others may flood
        // it.
        let shown = try loop.connection(to: programs, of: "monkeycall-bridge")
        try bridge.begin(shownOn: shown, forAllUsers: system, settings: settings)
        loop.notify("READY=1")
        return try loop.run()
    }

    private func seat(_ loop: EventLoop) throws(BusError) -> SeatUser {
        if let user { return SeatUser(always: user) }
        return try SeatUser(on: loop)
    }
}
