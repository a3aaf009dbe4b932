// SPDX-License-Identifier: MIT

import ArgumentParser
import CallKit

/// The app at a prompt: what a window and its buttons would be elsewhere.
@main
struct Launcher: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "MonkeyCall",
        abstract: "An app that carries calls, to read, to copy and to try.",
        discussion: """
            Commands are read from standard input, one to a line; "help" lists them. What happens is printed, one line \
            for each event, with the first eight digits of the call's id. At the end of its input the app leaves, and \
            its calls end.

            Calls are simulated: whoever is called answers. With --network bus copies of the app call each other by \
            their addresses through the session bus.

            The service is looked for on the system bus, or where MONKEYCALL_BUS says: "session", or an address. Copies \
            that call each other need a service each, as two people do: at one desktop there is one microphone, and \
            whoever answers takes it from the one who calls.

            EVENTS
            \(TextInterface.eventHelp)

            EXAMPLE
              MonkeyCall --identifier org.example.Ada --network bus --address ada
              MonkeyCall --identifier org.example.Bob --network bus --address bob monkeycall://ada
            """,
        version: "1")

    @Option(help: "Name to show to people.")
    var name = "MonkeyCall"
    @Option(help: "What the system knows the app by. Two copies need two.")
    var identifier = "org.monkeycall.MonkeyCall"
    @Option(help: "What carries the calls: simulated or bus.")
    var network = NetworkKind.simulated
    @Option(help: "Whom others call to reach this copy by --network bus (default: its identifier).")
    var address: String?
    @Option(help: ArgumentHelp("How long until it rings at a simulated other side.", valueName: "seconds"))
    var connecting = 3.0
    @Option(help: ArgumentHelp("How long from then until it is answered there.", valueName: "seconds"))
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
            throw ValidationError("Whoever is called takes from 0 to 86400 seconds.")
        }
        for url in urls where URL(string: url).flatMap({ StartCallRequest($0) }) == nil {
            throw ValidationError("\(url) is no link that can be called.")
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
        let configuration = ProviderDelegate.configuration(named: name)
        configuration.identifier = identifier
        let audio = SilentAudio()
        let delegate = MoodyProviderDelegate(
            callManager: ActiveCallManager(), network: try makeNetwork(), audio: audio, configuration: configuration)
        let app = AppDelegate(providerDelegate: delegate)
        delegate.app = app
        let interface = TextInterface(app, delegate, autoAnswer: autoAnswer)
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
