// SPDX-License-Identifier: MIT
internal import CSystemd

/// An interface on a connection without the type of its nodes, for the C callbacks.
class ExportedInterface {
    unowned let connection: BusConnection

    init(_ connection: BusConnection) { self.connection = connection }

    /// Finds the node and keeps it for the rows, which sd-bus calls next.
    func find(_ path: String, _ caller: BusCaller) throws(BusError) -> Bool { false }

    /// The rows of the table for sd-bus.
    var rows: [ExportedRow] { [] }
}

/// An interface on a connection.
final class ExportedTable<Node>: ExportedInterface {
    typealias Finder = (String, BusCaller) throws(BusError) -> Node?

    private let finder: Finder
    private var bound: [ExportedRow] = []
    /// The node that the finder found last. With absolute offsets sd-bus passes the row to the callbacks, not the node;
    /// but it always calls the finder directly before them, on the same thread.
    fileprivate var node: Node?

    init(_ interface: Interface<Node>, _ connection: BusConnection, _ finder: @escaping Finder) {
        self.finder = finder
        super.init(connection)
        bound = interface.members.map { row($0) }
    }

    override var rows: [ExportedRow] { bound }

    override func find(_ path: String, _ caller: BusCaller) throws(BusError) -> Bool {
        node = nil
        node = try finder(path, caller)
        return node != nil
    }

    private func row(_ member: Member<Node>) -> ExportedRow {
        switch member.kind {
        case .method(let arguments, let results, let names, let answer):
            ExportedMethod(self, member.name, arguments, results, names, answer)
        case .property(let property):
            ExportedProperty(self, property)
        case .signal(let signature, let names):
            ExportedRow(.signal(member.name, signature, names))
        }
    }
}

/// A row of the table for sd-bus, and its callback. Rows of signals have no callback.
class ExportedRow {
    let entry: VTable.Entry

    init(_ entry: VTable.Entry) { self.entry = entry }

    func answer(_ message: OpaquePointer) {}
    func write(to writer: inout MessageWriter) throws(BusError) {}
}

private final class ExportedMethod<Node>: ExportedRow {
    private unowned let table: ExportedTable<Node>
    private let body: (Node, MethodCall) throws(BusError) -> Void

    init(
        _ table: ExportedTable<Node>, _ name: String, _ arguments: String, _ results: String, _ names: [String],
        _ body: @escaping (Node, MethodCall) throws(BusError) -> Void
    ) {
        self.table = table
        self.body = body
        super.init(.method(name, arguments, results, names))
    }

    override func answer(_ message: OpaquePointer) {
        guard let node = table.node else { return }
        table.node = nil
        let connection = table.connection
        let call = MethodCall(message, connection)
        do throws(BusError) {
            try body(node, call)
        } catch {
            call.message.replyError(error)
        }
        connection.afterDispatch?()
    }
}

private final class ExportedProperty<Node>: ExportedRow {
    private unowned let table: ExportedTable<Node>
    private let property: Property<Node>

    init(_ table: ExportedTable<Node>, _ property: Property<Node>) {
        self.table = table
        self.property = property
        super.init(.property(property.name, property.signature, property.emits))
    }

    override func write(to writer: inout MessageWriter) throws(BusError) {
        guard let node = table.node else { throw .unknownObject("Nothing was found") }
        try property.write(node, &writer)
        table.connection.turns?.replied(writer.size)
    }
}
