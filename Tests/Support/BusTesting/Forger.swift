// SPDX-License-Identifier: MIT

import Foundation

/// A signal as any connection can send it.
package struct ForgedSignal {
    package let path: String
    package let interface: String
    package let member: String
    package let arguments: [DBusValue]

    package init(_ path: String, _ interface: String, _ member: String, _ arguments: DBusValue...) {
        (self.path, self.interface, self.member, self.arguments) = (path, interface, member, arguments)
    }

    /// A change of properties of an interface.
    package static func change(
        _ path: String, _ interface: String, _ properties: [String: DBusValue], invalidating names: [String] = []
    ) -> ForgedSignal {
        ForgedSignal(
            path, CallName.properties, "PropertiesChanged", .string(interface), .options(properties), .strings(names))
    }
}

/// A connection that sends a program the signals of another one, its neighbour, whose name it does not have.
package final class Forger {
    private let bus: BusDaemon
    private let names: [String]
    private let program: ChildProcess
    private let client: BusClient

    /// `names` are those of the neighbour, and `program` follows them on that bus.
    package init(of names: String..., to program: ChildProcess?, on bus: BusDaemon) throws {
        guard let program else { throw SupportError("no program follows \(names)") }
        (self.bus, self.names, self.program) = (bus, names, program)
        client = try BusClient(address: bus.address)
    }

    /// Sends the signals to each connection of the program, and to everybody: first as they are, and again after it has
    /// told, as the bus does, that the names are its own now. At last it tells that the names have no owner. Returns
    /// when the program has handled all of it, and everything that it has sent because of it has arrived. Throws if the
    /// program has asked this connection for something.
    package func forge(_ signals: ForgedSignal...) throws {
        let connections = try client.connections(of: program.processID)
        for connection in connections {
            try send(signals, to: connection)
            for name in names { try tell(owner: client.uniqueName, of: name, to: connection) }
            try ping(connection)
            try send(signals, to: connection)
            for name in names { try tell(owner: nil, of: name, to: connection) }
            try ping(connection)
        }
        // What one connection hears may be a reason to send something on another one.
        for connection in connections { try ping(connection) }
        client.drain()
        guard client.methodCalls.isEmpty else {
            throw SupportError("the program takes the forger for the owner of \(names): \(client.methodCalls)")
        }
    }

    /// Lets the neighbour send the signals. Returns when the program has handled them.
    package func tell(_ signals: ForgedSignal..., by neighbour: BusClient) throws {
        for connection in try client.connections(of: program.processID) {
            for signal in signals {
                try neighbour.emit(signal.path, signal.interface, signal.member, signal.arguments, to: connection)
            }
            _ = try neighbour.error(connection, "/", "org.freedesktop.DBus.Peer", "Ping")
        }
    }

    private func send(_ signals: [ForgedSignal], to connection: String) throws {
        for signal in signals {
            for destination in [connection, nil] {
                try client.emit(signal.path, signal.interface, signal.member, signal.arguments, to: destination)
            }
        }
    }

    private func tell(owner: String?, of name: String, to connection: String) throws {
        let before = owner == nil ? client.uniqueName : try client.nameOwner(name) ?? ""
        try client.emit(
            "/org/freedesktop/DBus", "org.freedesktop.DBus", "NameOwnerChanged",
            [.string(name), .string(before), .string(owner ?? "")], to: connection)
    }

    /// Every library answers in its turn, be it with an error.
    private func ping(_ connection: String) throws {
        _ = try client.error(connection, "/", "org.freedesktop.DBus.Peer", "Ping")
    }
}

/// Hears all messages of a bus from now on.
package final class BusMonitor {
    private let client: BusClient
    private let bus: BusDaemon
    /// The messages so far.
    package private(set) var messages: [BusMessage] = []

    package init(on bus: BusDaemon) throws {
        self.bus = bus
        client = try BusClient(address: bus.address)
        try client.object("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus.Monitoring").call(
            "BecomeMonitor", .strings([]), .uint32(0))
        client.onMessage = { [unowned self] in messages.append($0) }
    }

    /// Waits until the bus has passed on a call of that method, also to a process that does not read it.
    package func wait(forCall member: String) throws {
        try client.wait(for: member) { messages.contains { $0.kind == .methodCall && $0.member == member } }
    }

    /// Waits until the bus has passed on such a message.
    package func wait(for what: String, _ isMeant: (BusMessage) -> Bool) throws {
        try client.wait(for: what) { messages.contains(where: isMeant) }
    }

    /// Waits until one process has answered a call of another one.
    package func wait(forReplyOf process: ChildProcess, to caller: ChildProcess) throws {
        let (answering, asking) = (try names(of: process), try names(of: caller))
        try wait(for: "a reply") { message in
            message.kind == .methodReturn && answering.contains(message.sender ?? "")
                && asking.contains(message.destination ?? "")
        }
    }

    /// How often a process has called that method so far.
    package func count(of member: String, from process: ChildProcess) -> Int {
        (try? count(of: member, names(of: process))) ?? 0
    }

    /// Waits until a process has called that method so many times.
    package func wait(forCalls member: String, _ number: Int, from process: ChildProcess) throws {
        let names = try names(of: process)
        try client.wait(for: member) { count(of: member, names) >= number }
    }

    private func count(of member: String, _ senders: Set<String>) -> Int {
        messages.count { message in
            message.kind == .methodCall && message.member == member
                && message.sender.map { senders.contains($0) } == true
        }
    }

    private func names(of process: ChildProcess) throws -> Set<String> {
        Set(try BusClient(address: bus.address).connections(of: process.processID))
    }

    /// Waits until the daemon has sent that signal a second time.
    package func wait(forRepeated member: String) throws {
        try client.wait(for: member) {
            messages.contains { $0.member == member && $0.details?["Again"]?.bool == true }
        }
    }
}

/// The source files that follow other programs on the bus. A suite has a row for each of them, which forges its
/// signals.
package enum Followers {
    /// The suites, which are named after the programs that they start.
    package enum Suite {
        case agent, bridge, directory, front, window
    }

    /// The suite of each module.
    private static let suites: [String: Suite] = [
        "AddressBooks": .directory, "CallBridge": .bridge, "CallClient": .agent, "CallLibrary": .directory,
        "CallWindow": .window, "ModemFront": .front, "SessionAgent": .agent,
    ]

    /// The ways in which a file follows a program. The compiler allows no other one outside the bus layer, see
    /// `scripts/check-neighbours`.
    private static let words = [
        "RemoteName(", "RemoteNames(", "RemoteObject(", "RemoteObjects(", ".onSignal(", ".onUnicastSignal(",
    ]
    /// These ask once, or hear the signals of the kernel.
    private static let others = [").isOnBus", ").askOwner(", "loop.onSignal("]

    /// The files of a suite, each as its module and the path below it. Throws if a module belongs to no suite.
    package static func files(of suite: Suite) throws -> Set<String> {
        let folder = Repository.root.appendingPathComponent("Sources")
        var files: Set<String> = []
        for path in FileManager.default.subpaths(atPath: folder.path) ?? []
        where path.hasSuffix(".swift") && !path.hasPrefix("Bus/") {
            let text = try String(contentsOf: folder.appendingPathComponent(path), encoding: .utf8)
            guard text.split(separator: "\n").contains(where: isFollowing) else { continue }
            let parts = path.split(separator: "/", maxSplits: 2)
            guard parts.count == 3, let own = suites[String(parts[1])] else {
                throw SupportError("\(path) follows a program; add its module to Followers, and a row to a suite")
            }
            if own == suite { files.insert("\(parts[1])/\(parts[2])") }
        }
        return files
    }

    private static func isFollowing(_ line: Substring) -> Bool {
        guard !line.trimmingCharacters(in: .whitespaces).hasPrefix("//") else { return false }
        return words.contains { line.contains($0) } && !others.contains { line.contains($0) }
    }
}
