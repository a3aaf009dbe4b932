// SPDX-License-Identifier: MIT
import ArgumentParser

/// What every command takes that looks at calls.
struct ControlOptions: ParsableArguments {
    @OptionGroup var bus: BusOptions

    @Option(help: ArgumentHelp("Somebody else's calls; for root only.", valueName: "uid"))
    var user: UInt32?

    /// A connection to the service.
    func connect() throws(Failure) -> Service { try Service(bus.bus, user: user) }
}
