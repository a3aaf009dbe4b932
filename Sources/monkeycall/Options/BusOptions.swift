// SPDX-License-Identifier: MIT
import ArgumentParser
import SDBus

/// What every command takes.
struct BusOptions: ParsableArguments {
    @Flag(help: "Look for the service on the session bus instead of the system bus.")
    var session = false

    @Option(help: ArgumentHelp("Look for the service on this bus.", valueName: "address"))
    var address: String?

    @Flag(help: "Print JSON: objects, one to a line, and errors too; names as in the D-Bus interfaces.")
    var json = false

    /// Which bus that is.
    var bus: BusAddress { address.map { .address($0) } ?? (session ? .session : .system) }

    func validate() throws {
        if session, address != nil { throw ValidationError("--session and --address name two buses") }
    }
}
