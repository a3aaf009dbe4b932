// SPDX-License-Identifier: MIT
import CallClient
import SDBus

/// Tells a printer of every change of a user's calls.
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

    /// Returns when the user has had enough. Throws if there is no service to begin with, or the bus ends.
    func run() throws(Failure) {
        try service.attempt { () throws(BusError) in
            try service.loop.exitOnTerminationSignals()
            try service.connection.onDisconnect { [unowned self] in end(service.lost) }
            let mirror = RegistryMirror(service.client) { [unowned self] in happened($0) }
            self.mirror = mirror
            try service.client.follow(on: service.connection)
            // Once there was a service, the next one is waited for.
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

/// Who shows it.
protocol WatchPrinter {
    /// `registry` is what there is after the event.
    func show(_ event: MirrorEvent, in registry: Registry)
}
