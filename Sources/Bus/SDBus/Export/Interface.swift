// SPDX-License-Identifier: MIT

/// An interface as one table: its name and its members. The handlers of the members get the called node.
public final class Interface<Node> {
    /// The D-Bus name, e.g. `org.example.Thing`.
    public let name: InterfaceName
    /// The callers of its members. A row may permit fewer.
    let access: Access
    /// The message of the error for a caller without access.
    let refusal: String?
    let members: [Member<Node>]
    private let properties: [Property<Node>]

    /// `access` is that of every member, also of the properties; without it a caller cannot introspect the object
    /// either. A row may permit fewer callers. `refusal` tells a caller without access what it may do. The names of
    /// arguments are checked when the table is exported.
    public init(
        _ name: InterfaceName, for access: Access = .everyone, refusal: String? = nil, _ members: [Member<Node>]
    ) {
        (self.name, self.access, self.refusal) = (name, access, refusal)
        self.members = members
        properties = members.compactMap { if case .property(let property) = $0.kind { property } else { nil } }
    }

    /// The callers of each method and property, which tests compare with the documents.
    package var callers: [(member: String, access: Access)] {
        members.compactMap { member in
            switch member.kind {
            case .method(let own, _, _, _, _): (member.name.text, max(access, own))
            case .property: (member.name.text, access)
            case .signal: nil
            }
        }
    }

    /// The announced properties, for `writeChanges`.
    public var changingProperties: [Property<Node>] { properties.filter(\.isAnnounced) }

    /// The announced properties in which two nodes differ, for `writeChanges`.
    public func changes(from before: Node, to after: Node) -> [Property<Node>] {
        properties.filter { $0.isAnnounced && !$0.isSame(before, after) }
    }

    /// Appends the body of `PropertiesChanged`: the new values, and the names of the properties that are only
    /// invalidated.
    public func writeChanges(
        _ changes: [Property<Node>], of node: Node, into writer: inout MessageWriter
    ) throws(BusError) {
        try writer.append(name.text)
        try writer.array(of: "{sv}") { (writer) throws(BusError) in
            for property in changes where property.emits == .change { try write(property, of: node, into: &writer) }
        }
        try writer.array(of: "s") { (writer) throws(BusError) in
            for property in changes where property.emits == .invalidates { try writer.append(property.name.text) }
        }
    }

    /// Appends the entry of this interface in the `a{sa{sv}}` by which an object manager describes an object.
    public func writeEntry(of node: Node, into writer: inout MessageWriter) throws(BusError) {
        try writer.entry(name.text, contents: "a{sv}") { (writer) throws(BusError) in
            try writer.array(of: "{sv}") { (writer) throws(BusError) in
                for property in properties { try write(property, of: node, into: &writer) }
            }
        }
    }

    private func write(
        _ property: Property<Node>, of node: Node, into writer: inout MessageWriter
    ) throws(BusError) {
        try writer.entry(property.name.text, signature: property.signature) { (writer) throws(BusError) in
            try property.write(node, &writer)
        }
    }
}

/// One row of an interface table. The Swift types of its arguments and results define the D-Bus signature.
public struct Member<Node> {
    enum Kind {
        /// `answer` reads the arguments, runs the handler and sends the reply. If it throws, it has sent none.
        /// `names` are those of the arguments, then of the results.
        case method(
            Access, arguments: String, results: String, names: [String],
            answer: (Node, MethodCall) throws(BusError) -> Void)
        case property(Property<Node>)
        case signal(signature: String, names: [String])
    }

    let name: MemberName
    let kind: Kind
    /// The largest call of a method, in bytes. A larger one is refused before it is read, if the connection takes
    /// turns.
    var mostBytes = ExportedRow.mostBytes

    /// The same method for calls of at most this number of bytes.
    public func upTo(bytes: Int) -> Member {
        var member = self
        member.mostBytes = bytes
        return member
    }

    /// A method that replies at once: the handler returns the reply, or throws the error reply.
    ///
    /// `takes` and `returns` have the name and the type of each argument and each result. A caller without access is
    /// refused before its arguments are read.
    public static func method<each In: BusValue, each Out: BusValue>(
        _ name: MemberName, for access: Access = .everyone, takes arguments: repeat (String, (each In).Type),
        returns results: repeat (String, (each Out).Type),
        by handler: @escaping (Node, MethodCall, repeat each In) throws(BusError) -> (repeat each Out)
    ) -> Member {
        let names = names(repeat each arguments) + names(repeat each results)
        return method(name, access, signatures(repeat (each In).self), signatures(repeat (each Out).self), names) {
            (node, call) throws(BusError) in
            var reader = MessageReader(message: call.message.raw, limits: call.connection.readLimits)
            let results = try handler(node, call, repeat try (each In)(from: &reader))
            let reply = try MessageBuilder.reply(to: call.message.raw)
            var writer = MessageWriter(message: reply.raw)
            repeat try (each results).write(to: &writer)
            call.connection.turns?.replied(writer.size)
            try reply.send()
        }
    }

    /// A method that replies later, through the `PendingReply` before the arguments. If the handler throws before it
    /// has replied, the error is the reply.
    public static func deferredMethod<each In: BusValue, each Out: BusValue>(
        _ name: MemberName, for access: Access = .everyone, takes arguments: repeat (String, (each In).Type),
        returns results: repeat (String, (each Out).Type),
        by handler:
            @escaping (Node, MethodCall, PendingReply<repeat each Out>, repeat each In) throws(BusError) -> Void
    ) -> Member {
        let names = names(repeat each arguments) + names(repeat each results)
        return method(name, access, signatures(repeat (each In).self), signatures(repeat (each Out).self), names) {
            (node, call) throws(BusError) in
            var reader = MessageReader(message: call.message.raw, limits: call.connection.readLimits)
            let reply = PendingReply<repeat each Out>(call)
            do throws(BusError) {
                try handler(node, call, reply, repeat try (each In)(from: &reader))
            } catch {
                reply.fail(error)
            }
        }
    }

    private static func method(
        _ name: MemberName, _ access: Access, _ arguments: String, _ results: String, _ names: [String],
        _ answer: @escaping (Node, MethodCall) throws(BusError) -> Void
    ) -> Member {
        Member(
            name: name,
            kind: .method(access, arguments: arguments, results: results, names: names, answer: answer))
    }

    private static func names<each Value>(_ columns: repeat (String, (each Value).Type)) -> [String] {
        var names: [String] = []
        for (name, _) in repeat each columns { names.append(name) }
        return names
    }

    /// A read-only property. The node decides what this caller may see, because its finder knows the caller. The getter
    /// cannot fail, because one failing getter would fail `GetAll` for the whole object.
    public static func property<Value: BusValue & Equatable>(
        _ name: MemberName, emits: PropertyChange = .change, _ getter: @escaping (Node) -> Value
    ) -> Member {
        property(name, emits: emits, comparing: getter, getter)
    }

    /// The same for a value that is costly to get: `comparing` returns a mark that differs if the value does.
    public static func property<Value: BusValue, Mark: Equatable>(
        _ name: MemberName, emits: PropertyChange = .change, comparing mark: @escaping (Node) -> Mark,
        _ getter: @escaping (Node) -> Value
    ) -> Member {
        Member(
            name: name,
            kind: .property(
                Property(
                    name: name, signature: Value.signature, emits: emits,
                    write: { (node, writer) throws(BusError) in try getter(node).write(to: &writer) },
                    isSame: { mark($0) == mark($1) })))
    }

    /// A signal for introspection, with the names and types of its arguments.
    public static func signal(
        _ name: MemberName, _ arguments: [(name: String, type: any BusValue.Type)] = []
    ) -> Member {
        Member(
            name: name,
            kind: .signal(
                signature: arguments.map { $0.type.signature }.joined(), names: arguments.map(\.name)))
    }
}

/// A property of an interface table. A class, because every change of an object compares all properties.
public final class Property<Node> {
    let name: MemberName
    let signature: String
    let emits: PropertyChange
    let write: (Node, inout MessageWriter) throws(BusError) -> Void
    let isSame: (Node, Node) -> Bool

    /// Whether `PropertiesChanged` names the property.
    var isAnnounced: Bool { emits == .change || emits == .invalidates }

    init(
        name: MemberName, signature: String, emits: PropertyChange,
        write: @escaping (Node, inout MessageWriter) throws(BusError) -> Void,
        isSame: @escaping (Node, Node) -> Bool
    ) {
        self.name = name
        self.signature = signature
        self.emits = emits
        self.write = write
        self.isSame = isSame
    }
}
