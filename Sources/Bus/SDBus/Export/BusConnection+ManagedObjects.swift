// SPDX-License-Identifier: MIT

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
