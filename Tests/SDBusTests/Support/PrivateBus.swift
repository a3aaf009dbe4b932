// SPDX-License-Identifier: MIT
import SDBus

/// A dbus-daemon of its own.
final class PrivateBus: Sendable {
    let address: String
    private let process: Child

    init() throws {
        process = try Child(["dbus-daemon", "--session", "--nofork", "--nopidfile", "--nosyslog", "--print-address=1"])
        address = process.text(line: true)
    }

    func stop() { process.stop() }

    func connect(_ loop: EventLoop? = nil) throws -> BusConnection {
        try BusConnection(.address(address), description: "test", loop: loop)
    }

    /// What a tool prints that is told this bus' address, errors included.
    func output(of tool: String...) throws -> String {
        let place = tool[0] == "gdbus" ? [] : ["--address=\(address)"]
        var arguments = [tool[0]] + place + tool.dropFirst()
        if tool[0] == "gdbus" { arguments = ["env", "DBUS_SESSION_BUS_ADDRESS=\(address)"] + tool }
        return try Child(arguments, errorsToo: true).text()
    }
}
