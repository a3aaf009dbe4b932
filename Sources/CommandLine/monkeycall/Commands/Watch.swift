// SPDX-License-Identifier: MIT

import ArgumentParser
import CallClient
import CallStories
import SDBus

struct Watch: ControlCommand {
    static let configuration = CommandConfiguration(
        abstract: "Show all changes of calls as they happen, until Ctrl-C.",
        discussion: """
            It first prints a line for each call, then a line for each change: the time, the call, the change, the \
            app, the other side, and the reason. In colour on a terminal, unless NO_COLOR is set. If the service \
            leaves the bus, the command waits until it is back. It says so only if the service does not come back \
            with its calls within 5 seconds.

            With --json each line is an object: Event (service-found, service-lost, call-added, call-changed, \
            call-removed, provider-added, provider-changed, provider-removed, audio-changed), Time, Call or Provider, \
            and Properties, or From and To. After service-found come all providers and calls; after service-lost there \
            are none.
            """)

    @OptionGroup var options: ControlOptions

    func perform() throws(Failure) {
        let service = try options.connect()
        let printer: any WatchPrinter = bus.json ? JSONWatchPrinter() : TextWatchPrinter(palette: .standardOutput)
        try Watcher(service, printer).run()
    }
}

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

/// Prints one JSON object per line.
struct JSONWatchPrinter: WatchPrinter {
    func show(_ event: MirrorEvent, in registry: Registry) {
        switch event {
        case .serviceFound: line("service-found")
        case .serviceLost: line("service-lost")
        case .callAdded(let call): line("call-added", ("Call", .string(call.uuid)), properties(call.properties))
        case .callChanged(let before, let after):
            line("call-changed", [("Call", .string(after.uuid))] + changes(before.properties, after.properties))
        case .callRemoved(let call): line("call-removed", ("Call", .string(call.uuid)))
        case .providerAdded(let provider):
            line("provider-added", ("Provider", .string(provider.identifier)), properties(provider.properties))
        case .providerChanged(let before, let after):
            line(
                "provider-changed",
                [("Provider", .string(after.identifier))] + changes(before.properties, after.properties))
        case .providerRemoved(let provider): line("provider-removed", ("Provider", .string(provider.identifier)))
        case .audioChanged(let before, let after):
            line("audio-changed", changes(before.properties, after.properties))
        }
    }

    private func line(_ event: String, _ members: (key: String, value: JSON)...) { line(event, members) }

    private func line(_ event: String, _ members: [(key: String, value: JSON)]) {
        Output.line(JSON.object([("Event", .string(event)), ("Time", .unsigned(Clock.now))] + members).text)
    }

    private func properties(_ properties: [String: Variant]) -> (key: String, value: JSON) {
        ("Properties", JSON(properties))
    }

    /// The changed properties, before and after.
    private func changes(
        _ before: [String: Variant], _ after: [String: Variant]
    ) -> [(key: String, value: JSON)] {
        let changed = after.filter { before[$0.key] != $0.value }
        return [("From", JSON(before.filter { changed.keys.contains($0.key) })), ("To", JSON(changed))]
    }
}
