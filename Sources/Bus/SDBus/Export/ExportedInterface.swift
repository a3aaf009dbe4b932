// SPDX-License-Identifier: MIT

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

/// A row of the table that sd-bus reads, and the code that it runs: `answer` for a method, `write` for a property.
final class ExportedRow {
    let entry: VTable.Entry
    /// The largest call of the method, in bytes.
    let mostBytes: Int
    let answer: (_ message: OpaquePointer) -> Void
    let write: (inout MessageWriter) throws(BusError) -> Void

    /// What a call needs at most, unless its row says more.
    static let mostBytes = 64 << 10

    init(
        _ entry: VTable.Entry, mostBytes: Int = ExportedRow.mostBytes,
        answer: @escaping (OpaquePointer) -> Void = { _ in },
        write: @escaping (inout MessageWriter) throws(BusError) -> Void = { (_: inout MessageWriter) in }
    ) {
        self.entry = entry
        self.mostBytes = mostBytes
        self.answer = answer
        self.write = write
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

    /// The largest size of a call of that method, in bytes. Without an interface the name may be that of several
    /// methods.
    func mostBytes(ofMethod member: String, in interface: String) -> Int {
        let interfaces = trees.lazy.flatMap(\.interfaces).filter { interface.isEmpty || $0.name.text == interface }
        let rows = interfaces.flatMap(\.rows).filter { row in
            if case .method(member, _, _, _) = row.entry { true } else { false }
        }
        return rows.map(\.mostBytes).max() ?? ExportedRow.mostBytes
    }
}
