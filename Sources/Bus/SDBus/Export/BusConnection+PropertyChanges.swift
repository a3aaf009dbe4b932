// SPDX-License-Identifier: MIT

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
