// SPDX-License-Identifier: MIT

/// An interface as one table, to be read from top to bottom: its name and its members, whose handlers get the node that
/// the call is about.
public final class Interface<Node> {
    /// The D-Bus name, e.g. `org.example.Thing`.
    public let name: String
    let members: [Member<Node>]

    /// A table. Names and numbers of arguments are checked when it is exported.
    public init(_ name: String, _ members: [Member<Node>]) {
        self.name = name
        self.members = members
    }

    /// The properties in which two nodes differ, for `writeChanges`; of those that announce changes.
    public func changes(from before: Node, to after: Node) -> [Member<Node>] {
        members.filter { member in
            guard case .property(_, let emits, _, let isSame) = member.kind else { return false }
            switch emits {
            case .change, .invalidates: return !isSame(before, after)
            case .const, .none: return false
            }
        }
    }

    /// Appends the body of `PropertiesChanged`: new values, and the names of those that are only invalidated.
    public func writeChanges(
        _ changes: [Member<Node>], of node: Node, into writer: inout MessageWriter
    ) throws(BusError) {
        try writer.append(name)
        try writer.array(of: "{sv}") { (writer) throws(BusError) in
            for member in changes {
                if case .property(_, .change, _, _) = member.kind { try write(member, of: node, into: &writer) }
            }
        }
        try writer.array(of: "s") { (writer) throws(BusError) in
            for member in changes {
                if case .property(_, .invalidates, _, _) = member.kind { try writer.append(member.name) }
            }
        }
    }

    /// Appends an entry of the `a{sa{sv}}` in which an object manager shows an object.
    public func writeEntry(of node: Node, into writer: inout MessageWriter) throws(BusError) {
        try writer.entry(name, contents: "a{sv}") { (writer) throws(BusError) in
            try writer.array(of: "{sv}") { (writer) throws(BusError) in
                for member in members { try write(member, of: node, into: &writer) }
            }
        }
    }

    private func write(_ member: Member<Node>, of node: Node, into writer: inout MessageWriter) throws(BusError) {
        guard case .property(let signature, _, let write, _) = member.kind else { return }
        try writer.entry(member.name, signature: signature) { (writer) throws(BusError) in
            try write(node, &writer)
        }
    }
}
