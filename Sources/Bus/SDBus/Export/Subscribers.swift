// SPDX-License-Identifier: MIT

/// The connections that hear of the changes of objects, by their unique names, until they leave the bus. No other
/// program hears of them, because a broadcast reaches apps in sandboxes.
package final class Subscribers {
    private unowned let connection: BusConnection
    private let limit: Int
    /// The signal that a subscriber gets when it has lost its subscription; nil if the interface has none.
    private let ended: BusSignal?
    private var names: Set<BusName> = [] { didSet { watch() } }
    /// Nil without subscribers, so that no connection that leaves the bus wakes the process.
    private var departures: BusSlot?

    /// `ended` is the last signal of a subscriber that reads more slowly than the signals come.
    package init(_ connection: BusConnection, limit: Int, ended: BusSignal? = nil) {
        (self.connection, self.limit, self.ended) = (connection, limit, ended)
        connection.onSendFailure = { [weak self, others = connection.onSendFailure] error, receiver in
            others?(error, receiver)
            if let receiver { self?.lose(receiver) }
        }
    }

    /// A signal was left out, so the subscriber's copy of the objects is wrong from here on.
    private func lose(_ name: BusName) {
        guard names.remove(name) != nil, let ended else { return }
        connection.signal(ended, to: name, isLast: true) { _ in }
    }

    /// Does nothing if the connection has subscribed.
    package func add(_ name: String) throws(BusError) {
        let name = BusName(trusted: name)
        guard !names.contains(name) else { return }
        guard names.count < limit else {
            throw BusError(
                name: StandardErrorName.limitsExceeded,
                message: "There are \(limit) subscribers; close some of them.")
        }
        names.insert(name)
    }

    package func remove(_ name: String) { names.remove(BusName(trusted: name)) }

    /// Tells each which announced properties of an object differ, if any.
    package func announce<Node>(_ table: Interface<Node>, from before: Node, to after: Node, path: ObjectPath) {
        connection.announce(table, from: before, to: after, path: path, clients: names.map { $0 })
    }

    /// Tells each that an object manager has a new object, which has one interface.
    package func announceAdded<Node>(_ table: Interface<Node>, _ node: Node, path: ObjectPath, manager: ObjectPath) {
        for name in names { connection.announceAdded(table, node, path: path, manager: manager, to: name) }
    }

    /// Tells each that an object of an object manager is gone.
    package func announceRemoved<Node>(_ table: Interface<Node>, path: ObjectPath, manager: ObjectPath) {
        for name in names { connection.announceRemoved(table, path: path, manager: manager, to: name) }
    }

    /// Sends each a signal without arguments.
    package func signal(_ signal: BusSignal) {
        for name in names { connection.signal(signal, to: name) { _ in } }
    }

    private func watch() {
        guard names.isEmpty != (departures == nil) else { return }
        departures =
            names.isEmpty ? nil : try? connection.watchDepartures(waits: false) { [unowned self] in remove($0) }
    }
}

extension BusConnection {
    /// Tells these clients which announced properties of an object differ, if any; nil = every client of the bus.
    public func announce<Node>(
        _ table: Interface<Node>, from before: Node, to after: Node, path: ObjectPath, clients: [BusName?] = [nil]
    ) {
        let changes = table.changes(from: before, to: after)
        guard !changes.isEmpty else { return }
        for client in clients {
            signal(.propertiesChanged(path), to: client) { (writer) throws(BusError) in
                try table.writeChanges(changes, of: after, into: &writer)
            }
        }
    }
}

/// The signals of an object manager, about objects that have one interface.
extension BusConnection {
    public func announceAdded<Node>(
        _ table: Interface<Node>, _ node: Node, path: ObjectPath, manager: ObjectPath, to client: BusName
    ) {
        signal(.interfacesAdded(manager), to: client) { (writer) throws(BusError) in
            try path.write(to: &writer)
            try writer.array(of: "{sa{sv}}") { (writer) throws(BusError) in
                try table.writeEntry(of: node, into: &writer)
            }
        }
    }

    public func announceRemoved<Node>(
        _ table: Interface<Node>, path: ObjectPath, manager: ObjectPath, to client: BusName
    ) {
        signal(.interfacesRemoved(manager), to: client) { (writer) throws(BusError) in
            try path.write(to: &writer)
            try [table.name.text].write(to: &writer)
        }
    }
}
