// SPDX-License-Identifier: MIT
import ArgumentParser
import Glibc

/// What every command takes that looks at calls.
struct ControlOptions: ParsableArguments {
    @OptionGroup var bus: BusOptions

    @Option(
        help: ArgumentHelp("Another user's calls, by name or uid; for root only.", valueName: "user"),
        transform: { try Account($0) })
    var user: Account?

    /// Whether the calls are those of the user who asks.
    var isOwn: Bool { user.map { $0.uid == getuid() } ?? true }

    /// A connection to the service.
    func connect() throws(Failure) -> Service { try Service(bus.bus, user: isOwn ? nil : user) }
}
