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
        var changes: [Property<Node>] = []
        for property in properties where property.isAnnounced && !property.isSame(before, after) {
            changes.append(property)
        }
        return changes
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
