// SPDX-License-Identifier: MIT

internal import CSystemd
internal import Glibc

/// The objects that a connection exports below one path. From the tables sd-bus answers `Introspect`, `Properties`,
/// `Peer` and, at an object manager, `GetManagedObjects`.
public final class ExportedTree: ExportedObjects {
    fileprivate unowned let connection: BusConnection
    private let nodes: (_ prefix: ObjectPath, _ sender: String) throws(BusError) -> [ObjectPath]
    private var interfaces: [ExportedInterface] = []
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

    func mostBytes(ofMethod member: String, in interface: String) -> Int? {
        let meant = interfaces.lazy.filter { interface.isEmpty || $0.name.text == interface }
        let rows = meant.flatMap(\.rows).filter { row in
            if case .method(member, _, _, _) = row.entry { true } else { false }
        }
        return rows.map(\.mostBytes).max()
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
        exports.append(tree)
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

/// An interface of a tree as the C callbacks see it. Closures stand for the types of objects and nodes, because the
/// compiler specializes closures for the types that a service uses, and not the methods of a generic class.
public final class ExportedInterface {
    let name: InterfaceName
    unowned let connection: BusConnection
    /// Whether the object at a path has the interface. The rows that sd-bus calls next are about that object. Refuses a
    /// caller that may use no member of the interface.
    let isAt: (_ path: UnsafePointer<CChar>, _ message: OpaquePointer) throws(BusError) -> Bool
    /// The rows of the table that sd-bus reads.
    let rows: [ExportedRow]

    /// An interface of the objects that `finder` finds. `select` maps an object to the node that the table shows; nil
    /// if the object lacks the interface.
    public init<Object, Node>(
        _ interface: Interface<Node>, _ finder: ObjectFinder<Object>, _ select: @escaping (Object) -> Node?
    ) {
        name = interface.name
        connection = finder.connection
        let (access, refusal) = (interface.access, interface.refusal)
        isAt = { (path, message) throws(BusError) in
            guard try finder.object(at: path, for: message).flatMap(select) != nil else { return false }
            try access.check(MethodCall(message, finder.connection), refusal: refusal)
            return true
        }
        rows = interface.members.map { member in
            switch member.kind {
            case .method(let access, let arguments, let results, let names, let answer):
                ExportedRow(
                    .method(member.name.text, arguments, results, names), mostBytes: member.mostBytes,
                    answer: { message in
                        guard let node = finder.lastObject.flatMap(select) else { return }
                        // The method may change the object.
                        finder.forget()
                        finder.connection.answer(message) { (call) throws(BusError) in
                            try access.check(call, refusal: refusal)
                            try answer(node, call)
                        }
                    })
            case .property(let property):
                ExportedRow(
                    .property(property.name.text, property.signature, property.emits),
                    write: { (writer) throws(BusError) in
                        guard let node = finder.lastObject.flatMap(select) else {
                            throw .unknownObject("The object is gone.")
                        }
                        try property.write(node, &writer)
                        finder.connection.turns?.replied(writer.size)
                    })
            case .signal(let signature, let names): ExportedRow(.signal(member.name.text, signature, names))
            }
        }
    }
}

extension BusConnection {
    /// Answers a call by `body`, which sends the reply or throws the error reply.
    func answer(_ message: OpaquePointer, by body: (MethodCall) throws(BusError) -> Void) {
        let call = MethodCall(message, self)
        do throws(BusError) {
            try body(call)
        } catch {
            refuse(call.message, error)
        }
        afterDispatch?()
    }
}

/// Finds the objects of a tree for the interfaces that show them.
///
/// sd-bus looks for an object once for each interface, and hands the callbacks of properties no object. So the last
/// object stays here until sd-bus looks for another path or for another message, or a method is called.
public final class ObjectFinder<Object> {
    unowned let connection: BusConnection
    private let find: (_ path: ObjectPath, _ sender: String) throws(BusError) -> Object?
    private var last: Finding?

    /// The answer to one question of sd-bus. sd-bus may reuse the memory of a message, so the serial and the sender
    /// count, too.
    private struct Finding {
        let path: String
        let message: OpaquePointer
        let serial: UInt64
        let sender: String
        let object: Object?
    }

    /// `find` maps a path at or below the tree's prefix to the object that this caller finds there; nil if there is
    /// none, or none that the caller may know of. It must return nil for the prefix itself if no object is there. An
    /// error that it throws is the reply.
    public init(
        on connection: BusConnection,
        _ find: @escaping (_ path: ObjectPath, _ sender: String) throws(BusError) -> Object?
    ) {
        self.connection = connection
        self.find = find
    }

    /// The object that a call is about.
    public func object(of call: MethodCall) throws(BusError) -> Object? {
        guard let path = sd_bus_message_get_path(call.message.raw) else { return nil }
        return try object(at: path, for: call.message.raw)
    }

    /// The object that sd-bus has just looked for.
    var lastObject: Object? { last?.object }

    func forget() { last = nil }

    func object(at path: UnsafePointer<CChar>, for message: OpaquePointer) throws(BusError) -> Object? {
        var serial: UInt64 = 0
        sd_bus_message_get_cookie(message, &serial)
        let sender = sd_bus_message_get_sender(message)
        if let last, last.message == message, last.serial == serial, isSame(last.sender, sender),
            isSame(last.path, path)
        {
            return last.object
        }
        last = nil
        let (text, name) = (String(cString: path), sender.map { String(cString: $0) } ?? "")
        let object = try find(ObjectPath(trusted: text), name)
        last = Finding(path: text, message: message, serial: serial, sender: name, object: object)
        return object
    }

    private func isSame(_ text: String, _ other: UnsafePointer<CChar>?) -> Bool {
        guard let other else { return text.isEmpty }
        return text.withCString { strcmp($0, other) == 0 }
    }
}
