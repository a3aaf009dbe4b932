// SPDX-License-Identifier: MIT
internal import CSystemd
internal import Glibc

/// The objects that a connection exports below one path. From the tables sd-bus answers `Introspect`, `Properties`,
/// `Peer` and, at an object manager, `GetManagedObjects`.
public final class ExportedTree {
    fileprivate unowned let connection: BusConnection
    private let nodes: (_ prefix: ObjectPath, _ sender: String) throws(BusError) -> [ObjectPath]
    private(set) var interfaces: [ExportedInterface] = []
    private var tables: [VTable] = []
    private var slots: [OpaquePointer?] = []
    /// The paths at which sd-bus calls `nodes`.
    private var listed: Set<ObjectPath> = []

    init(
        _ connection: BusConnection, _ prefix: ObjectPath, _ interfaces: [ExportedInterface],
        _ nodes: @escaping (ObjectPath, String) throws(BusError) -> [ObjectPath]
    ) throws(BusError) {
        self.connection = connection
        self.nodes = nodes
        for interface in interfaces { try add(interface, prefix) }
        try addNodes(at: prefix)
    }

    deinit { end() }

    /// Ends the export. The slots go first, because they point to the tables.
    func end() {
        for slot in slots { sd_bus_slot_unref(slot) }
        slots = []
        tables = []
        interfaces = []
    }

    /// Answers `GetManagedObjects` at a path at or below the prefix, and lists the objects below that path by `nodes`.
    /// Never call it in a handler: use `EventLoop.deferred`.
    public func addObjectManager(at path: ObjectPath) throws(BusError) {
        var slot: OpaquePointer?
        try check(sd_bus_add_object_manager(connection.raw, &slot, path.text), "Adding an object manager at \(path)")
        slots.append(slot)
        try addNodes(at: path)
    }

    /// Makes a path visible that is not an object but has objects below it, so that tools can walk the tree.
    public func addNodes(at path: ObjectPath) throws(BusError) {
        guard listed.insert(path).inserted else { return }
        var slot: OpaquePointer?
        try check(
            sd_bus_add_node_enumerator(connection.raw, &slot, path.text, listNodes, unretained(self)),
            "Adding nodes at \(path)")
        slots.append(slot)
    }

    private func add(_ interface: ExportedInterface, _ prefix: ObjectPath) throws(BusError) {
        let table = VTable(interface.rows)
        var slot: OpaquePointer?
        try check(
            sd_bus_add_fallback_vtable(
                connection.raw, &slot, prefix.text, interface.name.text, table.raw, findObject, unretained(interface)),
            "Exporting \(interface.name) (are the names of its arguments valid?)")
        interfaces.append(interface)
        tables.append(table)
        slots.append(slot)
    }

    /// A list that sd-bus frees; nil without memory.
    fileprivate func list(
        _ prefix: ObjectPath
    ) throws(BusError) -> UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? {
        let sender = sd_bus_get_current_message(connection.raw).flatMap { sd_bus_message_get_sender($0) }
        let paths = try nodes(prefix, sender.map { String(cString: $0) } ?? "")
        connection.turns?.replied(paths.reduce(0) { $0 + $1.text.utf8.count + 20 })
        let list = calloc(paths.count + 1, MemoryLayout<UnsafeMutablePointer<CChar>?>.stride)?
            .assumingMemoryBound(to: UnsafeMutablePointer<CChar>?.self)
        for (index, path) in paths.enumerated() { list?[index] = strdup(path.text) }
        return list
    }
}

private func findObject(
    _ bus: OpaquePointer?, _ path: UnsafePointer<CChar>?, _: UnsafePointer<CChar>?,
    _ interface: UnsafeMutableRawPointer?, _ found: UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
    _ error: UnsafeMutablePointer<sd_bus_error>?
) -> Int32 {
    guard let path, let message = sd_bus_get_current_message(bus),
        let exported = object(interface, ExportedInterface.self)
    else { return 0 }
    do throws(BusError) {
        guard try exported.isAt(path, message) else { return 0 }
    } catch let failure {
        return refuse(message, failure, on: exported.connection, error)
    }
    found?.pointee = interface
    return 1
}

private func listNodes(
    _ bus: OpaquePointer?, _ prefix: UnsafePointer<CChar>?, _ tree: UnsafeMutableRawPointer?,
    _ list: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>?,
    _ error: UnsafeMutablePointer<sd_bus_error>?
) -> Int32 {
    guard let prefix, let tree = object(tree, ExportedTree.self) else { return 0 }
    do throws(BusError) {
        list?.pointee = try tree.list(ObjectPath(trusted: String(cString: prefix)))
    } catch let failure {
        return refuse(sd_bus_get_current_message(bus), failure, on: tree.connection, error)
    }
    return list?.pointee == nil ? -ENOMEM : 1
}

/// Lets sd-bus answer the message with a failure.
private func refuse(
    _ message: OpaquePointer?, _ failure: BusError, on connection: BusConnection,
    _ error: UnsafeMutablePointer<sd_bus_error>?
) -> Int32 {
    if let message { connection.onRefusal?(failure, Message(retaining: message)) }
    return sd_bus_error_set(error, failure.name, failure.message)
}

extension BusConnection {
    /// Exports objects at and below `prefix`, as long as the connection is open. `nodes` lists the paths of the objects
    /// below a path that the sender of the call may see; its error refuses the call. Call it before `requestName(_:)`,
    /// and not in a handler.
    @discardableResult
    public func export(
        under prefix: ObjectPath,
        nodes: @escaping (_ prefix: ObjectPath, _ sender: String) throws(BusError) -> [ObjectPath],
        _ interfaces: [ExportedInterface]
    ) throws(BusError) -> ExportedTree {
        let tree = try ExportedTree(self, prefix, interfaces, nodes)
        trees.append(tree)
        return tree
    }
    /// Exports one object with one interface, as long as the connection is open.
    public func export<Node>(
        _ interface: Interface<Node>, at path: ObjectPath, _ node: @escaping () -> Node
    ) throws(BusError) {
        let finder = ObjectFinder<Void>(on: self) { (found, _) throws(BusError) in found == path ? () : nil }
        try export(under: path, nodes: { _, _ in [] }, [ExportedInterface(interface, finder, node)])
    }
}
