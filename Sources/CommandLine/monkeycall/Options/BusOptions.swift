// SPDX-License-Identifier: MIT
import ArgumentParser
import SDBus

/// The options of every command.
struct BusOptions: ParsableArguments {
    @Flag(help: "Look for the service on the session bus instead of the system bus.")
    var session = false

    @Option(help: ArgumentHelp("Look for the service on this bus.", valueName: "address"))
    var address: String?

    @Flag(help: "Print JSON, also for errors: one object per line, with the names of the D-Bus interfaces.")
    var json = false

    var bus: BusAddress { address.map { .address($0) } ?? (session ? .session : .system) }

    /// The bus of the user's programs.
    var sessionBus: BusAddress { address.map { .address($0) } ?? .session }

    func validate() throws {
        if session, address != nil { throw ValidationError("Give either --session or --address, not both") }
    }
}
