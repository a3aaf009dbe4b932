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

    /// Appends the properties as `a{sv}`: all of them, or those of `only`, in the order of the table.
    public func writeProperties(
        of node: Node, only: Set<String>? = nil, into writer: inout MessageWriter
    ) throws(BusError) {
        try writer.array(of: "{sv}") { (writer) throws(BusError) in
            for member in members {
                guard case .property(let signature, _, let write) = member.kind else { continue }
                if let only, !only.contains(member.name) { continue }
                try writer.entry(member.name, signature: signature) { (writer) throws(BusError) in
                    try write(node, &writer)
                }
            }
        }
    }
}
