// SPDX-License-Identifier: MIT

/// The order in which connections get their turns: the users in turn, for each user its programs in turn, and for each
/// program its connections in turn. So neither many connections nor many programs of one user delay another user.
struct TurnOrder {
    private struct Programs {
        var order = WaitingLine<String>()
        var connections: [String: WaitingLine<String>] = [:]

        mutating func takeNext() -> String? {
            guard let program = order.takeFirst() else { return nil }
            let connection = connections[program]?.takeFirst()
            if connections[program]?.isEmpty ?? true { connections[program] = nil } else { order.append(program) }
            return connection
        }
    }

    private var order = WaitingLine<UInt32>()
    private var users: [UInt32: Programs] = [:]

    var isEmpty: Bool { users.isEmpty }

    /// Adds a connection behind the others of its program.
    mutating func append(_ connection: String, of peer: Peer) {
        if users[peer.uid] == nil { order.append(peer.uid) }
        let program = peer.program
        if users[peer.uid]?.connections[program] == nil {
            users[peer.uid, default: Programs()].order.append(program)
        }
        users[peer.uid]?.connections[program, default: WaitingLine()].append(connection)
    }

    /// Takes the next connection of a user that may have a turn out of the order.
    mutating func takeNext(ofUser mayHaveTurn: (UInt32) -> Bool) -> String? {
        for _ in 0..<order.count {
            guard let uid = order.takeFirst() else { return nil }
            guard mayHaveTurn(uid) else {
                order.append(uid)
                continue
            }
            let connection = users[uid]?.takeNext()
            if users[uid]?.connections.isEmpty ?? true { users[uid] = nil } else { order.append(uid) }
            return connection
        }
        return nil
    }
}

extension Peer {
    /// The one place that decides what counts as one program, whatever the number of its connections: its sandbox; else
    /// its systemd unit; else its process. Some units have many programs. All sandboxes without a name are one: what
    /// runs there can start any number of processes and units.
    package var program: String {
        if let app = identity?.app { return "app " + app }
        if let unit = identity?.unit, !unit.isEmpty, !Self.hasManyPrograms(unit) { return "unit " + unit }
        return pid == 0 ? "connection " + name : "process \(pid)"
    }

    /// A login session, and the bus, which starts programs by itself.
    private static func hasManyPrograms(_ unit: String) -> Bool {
        unit.hasPrefix("session-") || ["dbus.service", "dbus-broker.service"].contains(unit)
    }
}
