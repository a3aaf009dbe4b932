// SPDX-License-Identifier: MIT

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
