// SPDX-License-Identifier: MIT
import SDBus

import class BusTesting.BusDaemon
import class BusTesting.ChildProcess
import class BusTesting.TemporaryDirectory

/// The programs that can be the bus.
enum BusProgram: CaseIterable {
    case daemon, broker

    /// Those that can run here.
    static var all: [BusProgram] { BusDaemon.canRunBroker ? allCases : [.daemon] }
}

/// A bus of its own. Only the process classes of BusTesting are imported, because the names of its bus client
/// are also names in SDBus.
final class PrivateBus: Sendable {
    private let daemon: BusDaemon

    var address: String { daemon.address }

    init(allowsFloods: Bool = false) throws { daemon = try .session(allowsFloods: allowsFloods) }

    /// A bus on which every connection may call every other one.
    init(_ program: BusProgram) throws {
        switch program {
        case .daemon: daemon = try .session()
        case .broker:
            let folder = try TemporaryDirectory()
            let rule = #"<policy context="default"><allow send_type="method_call"/></policy>"#
            daemon = try .broker(policyFiles: [folder.write("<busconfig>\(rule)</busconfig>", to: "calls.conf")])
        }
    }

    func stop() { daemon.stop() }

    func connect(_ loop: EventLoop? = nil) throws -> BusConnection {
        try BusConnection(.address(address), description: "test", loop: loop)
    }

    /// How many matches the connection has at the bus, after all that it has sent.
    static func matches(of connection: BusConnection) throws -> UInt32? {
        let statistics = CallTarget(
            "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus.Debug.Stats", "GetConnectionStats")
        let reply = try connection.call(statistics, try connection.uniqueName)
        return try reply.read([String: Variant].self)["MatchRules"]?.uint32
    }

    /// The output and then the errors of a tool that runs with the address of this bus.
    func output(of tool: String...) throws -> String {
        let place = tool[0] == "gdbus" ? [] : ["--address=\(address)"]
        let result = try ChildProcess.run(
            [tool[0]] + place + tool.dropFirst(), environment: ["DBUS_SESSION_BUS_ADDRESS": address])
        return result.output + result.errors
    }
}

extension BusConnection {
    /// The unique name, for calls of this connection.
    var ownName: BusName {
        get throws(BusError) { BusName(trusted: try uniqueName) }
    }
}
