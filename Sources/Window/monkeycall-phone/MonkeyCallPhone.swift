// SPDX-License-Identifier: MIT

import ArgumentParser
import CallContract
import CallWindow
import ConfigurationText
import ProgramStart
import SDBus

/// The window's composition root: options, log, language, loop, buses, application, in this order.
@main
@MainActor
struct MonkeyCallPhone: @preconcurrency ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "monkeycall-phone",
        abstract: "Show calls, recent calls, contacts and a keypad in a window.",
        discussion: """
            Opens the window, or brings it to the front if it is open. With links (tel:, sip:, sips:, callto: or \
            facetime:) it asks whether to call; it dials only after you have agreed.

            The window is one shell among others: it neither rings nor routes audio. monkeycall-agent does that, also \
            while the window is closed.

            EXAMPLES
              monkeycall-phone
              monkeycall-phone tel:+49-30-123456

            SEE ALSO
            monkeycall(1), monkeycall-agent(8), monkeycall-directory(8), monkeycalld(8)
            """,
        version: "\(contractVersion)")

    @Argument(help: ArgumentHelp("Ask whether to call these links.", valueName: "link"))
    var links: [String] = []

    @Option(help: ArgumentHelp("Show the call with this id.", valueName: "id"))
    var call: String?

    @Flag(name: .customLong("gapplication-service"), help: "Wait for the desktop's requests, as the bus starts it.")
    var isService = false

    @Option(help: ArgumentHelp("The bus of the call service: system, session, or a D-Bus address.", valueName: "bus"))
    var callBus = "system"

    @Flag(help: "Open no window, and show calls above the lock screen of Plasma on Wayland.")
    var lockScreen = false

    @Option(help: ArgumentHelp("Read translations from this folder.", valueName: "folder"))
    var locale: String?

    func run() throws {
        let program = BusProgram("monkeycall-phone")
        Catalogue.open(in: locale ?? Catalogue.installedFolder)
        try program.run { (loop) throws(BusError) in try show(loop, log: program.log) }
    }

    /// Returns the exit code.
    private func show(_ loop: EventLoop, log: Log) throws(BusError) -> Int32 {
        if lockScreen {
            let session = try BusConnection(.session, description: "monkeycall-phone", loop: loop)
            return OverlayApplication(loop, session, log: log).run()
        }
        let calls = try BusConnection(BusAddress(option: callBus), description: "monkeycall-phone", loop: loop)
        let session = try? BusConnection(.session, description: "monkeycall-phone", loop: loop)
        let application = CallWindowApplication(loop, CallsFollower(calls, log: log), session: session, log: log)
        return application.run(links: links, call: call, isService: isService)
    }
}
