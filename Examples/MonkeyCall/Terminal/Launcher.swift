// SPDX-License-Identifier: MIT

import ArgumentParser
import Foundation

/// The app with a prompt in place of a window.
@main
struct Launcher: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: Program.name,
        abstract: "An example app that carries calls, to read, to copy and to try.",
        discussion: """
            The app reads one command from each line of standard input; "help" lists the commands. It prints one line \
            for each event, with the first eight digits of the call's id. At the end of its input the app exits, and \
            its calls end.

            Calls are simulated: the other side always answers. With --network bus, copies of the app call each other \
            by their addresses through the session bus.

            The app uses the service on the system bus, or on the bus that MONKEYCALL_BUS names: "session", or an \
            address. Copies that call each other need a service each, as two people do: a desktop has one microphone, \
            so the copy that answers would take it from the copy that calls.

            EVENTS
            \(TextInterface.eventHelp)

            EXAMPLE
              \(Program.name) --identifier org.example.Ada --network bus --address ada
              \(Program.name) --identifier org.example.Bob --network bus --address bob monkeycall://ada
            """,
        version: "1")

    @Option(help: "The name that the user sees.")
    var name = Program.name
    @Option(help: "The app's identifier at the service. Each copy needs its own.")
    var identifier = "org.monkeycall.\(Program.name)"
    @Option(help: "The network that carries the calls: simulated or bus.")
    var network = NetworkKind.simulated
    @Option(help: "The address of this copy with --network bus (default: its identifier).")
    var address: String?
    @Option(help: ArgumentHelp("The time until the simulated other side rings.", valueName: "seconds"))
    var connecting = 3.0
    @Option(help: ArgumentHelp("The time from then until it answers.", valueName: "seconds"))
    var connected = 1.5
    @Flag(help: "Answer every call at once.")
    var autoAnswer = false
    @Argument(help: "Links to open: monkeycall://ada, tel:+4930123456, sip:ada@example.org.")
    var urls: [String] = []

    enum NetworkKind: String, ExpressibleByArgument, CaseIterable {
        case simulated, bus
    }

    func validate() throws {
        guard [connecting, connected].allSatisfy((0...86_400).contains) else {
            throw ValidationError("--connecting and --connected take 0 to 86400 seconds.")
        }
        for url in urls where URL(string: url).flatMap({ StartCallRequest($0) }) == nil {
            throw ValidationError("\(url) is not a link to call; use monkeycall:, tel: or sip:.")
        }
    }

    func run() throws {
        let requests = urls.compactMap { URL(string: $0) }
        if RunningCopy(identifier).takes(requests) { return }
        try MainActor.assumeIsolated { try launch(requests) }
        RunLoop.main.run()
    }

    @MainActor
    private func launch(_ urls: [URL]) throws {
        let link = Program.connect(name, identifier, try makeNetwork())
        let app = AppDelegate(callManager: link.callManager)
        link.app = app
        let interface = TextInterface(app, link, autoAnswer: autoAnswer)
        interface.start()
        for url in urls { _ = app.application(open: url) }
    }

    @MainActor
    private func makeNetwork() throws -> any CallNetwork {
        switch network {
        case .simulated: SimulatedNetwork(connecting: .seconds(connecting), connected: .seconds(connected))
        case .bus: try BusNetwork(address: address ?? identifier)
        }
    }
}
