// SPDX-License-Identifier: MIT

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
