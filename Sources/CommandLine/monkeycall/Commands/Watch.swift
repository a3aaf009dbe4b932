// SPDX-License-Identifier: MIT
import ArgumentParser

struct Watch: Command {
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

    var bus: BusOptions { options.bus }

    func perform() throws(Failure) {
        let service = try options.connect()
        let printer: any WatchPrinter = bus.json ? JSONWatchPrinter() : TextWatchPrinter(palette: .standardOutput)
        try Watcher(service, printer).run()
    }
}
