// SPDX-License-Identifier: MIT
import ArgumentParser

struct Watch: Command {
    static let configuration = CommandConfiguration(
        abstract: "Show what happens to calls, live, until Ctrl-C.",
        discussion: """
            First a line for each call that there is, then one for each change: the time, the call, what has changed, \
            the app, whom it is with, and why. In colour on a terminal, unless NO_COLOR is set. If the service \
            leaves, it waits for it to come back.

            With --json each line is an object: Event (service-found, service-lost, call-added, call-changed, \
            call-removed, provider-added, provider-changed, provider-removed, audio-changed), Time, Call or Provider, \
            and Properties, or From and To. After service-found comes all that there is, and after service-lost \
            nothing is there any more.
            """)

    @OptionGroup var options: ControlOptions

    var bus: BusOptions { options.bus }

    func perform() throws(Failure) {
        let service = try options.connect()
        let printer: any WatchPrinter = bus.json ? JSONWatchPrinter() : TextWatchPrinter(palette: .standardOutput)
        try Watcher(service, printer).run()
    }
}
