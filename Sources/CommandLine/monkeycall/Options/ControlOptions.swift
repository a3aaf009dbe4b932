// SPDX-License-Identifier: MIT
import ArgumentParser
import Glibc

/// The options of every command that reads or controls calls.
struct ControlOptions: ParsableArguments {
    @OptionGroup var bus: BusOptions

    @Option(
        help: ArgumentHelp("Use the calls of another user, by name or uid; for root only.", valueName: "user"),
        transform: { try Account($0) })
    var user: Account?

    /// Whether the calls are those of the calling user.
    var isOwn: Bool { user.map { $0.uid == getuid() } ?? true }

    func connect() throws(Failure) -> Service { try Service(bus.bus, user: isOwn ? nil : user) }
}
