// SPDX-License-Identifier: MIT

import ArgumentParser
import CallContract
import CallEcho
import ConfigurationText
import Glibc
import ProgramStart
import SDBus

/// The composition root of the test call: options, log, loop, buses, in this order.
@main
struct MonkeyCallEcho: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "monkeycall-echo",
        abstract: "Make a test call that plays the voice of the user back.",
        discussion: """
            Makes a call for the user to try: it rings three seconds after org.monkeycall.Echo is asked for it, plays what \
            the microphone hears with a delay of a second, and ends after a minute. It keeps the sound in memory only, and \
            the call is in no history. The session bus starts it; monkeycall test-call and the window ask for a call. It \
            ends when it has nothing to do.

            SEE ALSO
            monkeycall(1), monkeycall-agent(8), monkeycalld(8)
            """,
        version: "\(contractVersion)")

    @OptionGroup var buses: BusAddresses

    @Option(help: ArgumentHelp("Read translations from this folder.", valueName: "folder"))
    var locale: String?

    func run() throws {
        let program = BusProgram("monkeycall-echo")
        Catalogue.open(in: locale ?? Catalogue.installedFolder)
        try program.run { (loop) throws(BusError) in try serve(loop, log: program.log) }
    }

    /// Returns the exit code.
    private func serve(_ loop: EventLoop, log: Log) throws(BusError) -> Int32 {
        try loop.exitOnTerminationSignals()
        // With DISPLAY libpulse would wait for the X server to learn the sound server's address.
        unsetenv("DISPLAY")
        let calls = try connection(buses.calls, loop)
        let (session, own) = (try connection(buses.session, loop), try connection(buses.session, loop))
        let echo = Echo(calls, session: session, own: own, loop, log: log)
        try echo.begin()
        loop.notify("READY=1")
        let code = try loop.run()
        withExtendedLifetime(echo) {}
        return code
    }

    private func connection(_ bus: BusAddress, _ loop: EventLoop) throws(BusError) -> BusConnection {
        try loop.connection(to: bus, of: "monkeycall-echo")
    }
}
