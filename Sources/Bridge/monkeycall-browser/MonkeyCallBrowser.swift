// SPDX-License-Identifier: MIT

import ArgumentParser
import CallBridge
import CallContract
import Glibc
import ProgramStart
import SDBus

/// The composition root of the native messaging host: caller, log, loop, bus, in this order.
@main
struct MonkeyCallBrowser: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "monkeycall-browser",
        abstract: "Register the meetings of a browser's pages as calls.",
        discussion: """
            A browser starts this program when a page that its extension MonkeyCall watches joins a meeting, and ends it with \
            the last meeting. It talks to the extension on standard input and output, and to \
            org.monkeycall.CallManager on the system bus: the meeting waits, is held, muted and ended like all other calls of \
            the user.

            ENVIRONMENT
              DBUS_SYSTEM_BUS_ADDRESS  the bus of the call service
              PULSE_SERVER             the sound server, which says whether the browser records
              XDG_CONFIG_HOME          the folder of monkeycall/bridge.conf; by default ~/.config

            FILES
              ~/.config/monkeycall/bridge.conf  browsers=off turns the calls of browsers off, see monkeycall-bridge.conf(5)

            SEE ALSO
            monkeycall(1), monkeycall-bridge(8), monkeycalld(8)
            """,
        version: "\(contractVersion)")

    @Argument(
        help: ArgumentHelp("What a browser passes: the origin or the id of the extension.", valueName: "extension"))
    var arguments: [String] = []

    func run() throws {
        // Standard output belongs to the extension.
        let program = BusProgram("monkeycall-browser")
        guard let kind = BrowserKind(arguments: arguments) else {
            throw ValidationError("This program is started by a browser for its extension MonkeyCall.")
        }
        try program.run { (loop) throws(BusError) in try serve(loop, kind, log: program.log) }
    }

    /// Returns the exit code.
    private func serve(_ loop: EventLoop, _ kind: BrowserKind, log: Log) throws(BusError) -> Int32 {
        // The browser may close its end at any time.
        signal(SIGPIPE, SIG_IGN)
        try loop.exitOnTerminationSignals()
        let host = BrowserHost(kind, on: .system, loop, log: log)
        try host.begin()
        return try loop.run()
    }
}
