// SPDX-License-Identifier: MIT
import CallClient
import SDBus

/// Sends every change of a user's calls to a printer.
final class Watcher {
    private let service: Service
    private let printer: any WatchPrinter
    private var mirror: RegistryMirror?
    private var hasBegun = false
    private var failure: Failure?

    init(_ service: Service, _ printer: any WatchPrinter) {
        self.service = service
        self.printer = printer
    }

    /// Returns when the user ends the command. Throws if no service runs at the start, or if the bus is lost.
    func run() throws(Failure) {
        try service.attempt { () throws(BusError) in
            try service.loop.exitOnTerminationSignals()
            try service.connection.onDisconnect { [unowned self] in end(service.lost) }
            let mirror = RegistryMirror(service.client) { [unowned self] in happened($0) }
            self.mirror = mirror
            try service.client.follow(on: service.connection)
            // After the first success the command waits for the next service.
            try mirror.begin { [unowned self] error in
                if let error, !hasBegun { end(service.failure(error)) }
            }
            _ = try service.loop.run()
        }
        if let failure { throw failure }
    }

    private func happened(_ event: MirrorEvent) {
        hasBegun = true
        if let mirror { printer.show(event, in: mirror.registry) }
    }

    private func end(_ failure: Failure) {
        self.failure = failure
        service.loop.exit(1)
    }
}

/// Shows the changes.
protocol WatchPrinter {
    /// `registry` is the state after the event.
    func show(_ event: MirrorEvent, in registry: Registry)
}
