// SPDX-License-Identifier: MIT

/// The bus on which programs tell screen readers what they show.
package final class AccessibilityBus {
    /// An object of a program. It may go at any moment; questions about it then throw.
    package struct Node: Hashable {
        package let name: String
        package let path: String
    }

    private static let prefix = "org.a11y.atspi."
    private let client: BusClient

    /// Start it before GTK programs and after Qt programs. A Qt program that finds the accessibility bus at its start
    /// usually reports nothing.
    package init(_ home: Home) throws {
        let bus = "org.a11y.Bus"
        try home.start(Home.program(of: bus) + ["--launch-immediately"], owning: bus)
        let address = try home.client.call(bus, "/org/a11y/bus", bus, "GetAddress").first?.string
        client = try BusClient(address: address ?? "")
    }

    /// The running programs.
    package func programs() throws -> [Node] {
        try children(of: Node(name: Self.prefix + "Registry", path: "/org/a11y/atspi/accessible/root"))
    }

    package func children(of node: Node) throws -> [Node] {
        let reply = try call(node, "Accessible", "GetChildren").first?.elements ?? []
        return reply.compactMap { child in
            guard let fields = child.elements, let name = fields[0].string, let path = fields[1].string else {
                return nil
            }
            return Node(name: name, path: path)
        }
    }

    /// The number of atspi-constants.h.
    package func role(of node: Node) throws -> Int { try call(node, "Accessible", "GetRole").first?.int ?? 0 }

    /// The bits of atspi-constants.h.
    package func states(of node: Node) throws -> UInt64 {
        let words = try call(node, "Accessible", "GetState").first?.elements?.compactMap(\.int) ?? []
        return words.reversed().reduce(0) { $0 << 32 | UInt64(truncatingIfNeeded: $1) & 0xffff_ffff }
    }

    package func label(of node: Node) throws -> String { try property("Name", of: node) }
    package func description(of node: Node) throws -> String { try property("Description", of: node) }

    /// Left, top, width and height in pixels, on the screen or in the window. GTK 4 knows only the place in its window.
    package func extents(of node: Node, inWindow: Bool = false) throws -> [Int] {
        try call(node, "Component", "GetExtents", .uint32(inWindow ? 1 : 0)).first?.elements?.compactMap(\.int) ?? []
    }

    /// Does the node's first action, such as the press of a button.
    package func act(on node: Node) throws { _ = try call(node, "Action", "DoAction", .int32(0)) }

    /// Writes into an entry.
    package func write(_ text: String, into node: Node) throws {
        _ = try call(node, "EditableText", "SetTextContents", .string(text))
    }

    /// What is written in an entry.
    package func text(of node: Node) throws -> String {
        let length = try client.object(node.name, node.path, Self.prefix + "Text").get("CharacterCount").int ?? 0
        return try call(node, "Text", "GetText", .int32(0), .int32(Int32(length))).first?.string ?? ""
    }

    private func property(_ name: String, of node: Node) throws -> String {
        try client.object(node.name, node.path, Self.prefix + "Accessible").get(name).string ?? ""
    }

    private func call(
        _ node: Node, _ interface: String, _ member: String, _ arguments: DBusValue...
    ) throws -> [DBusValue] {
        try client.call(node.name, node.path, Self.prefix + interface, member, arguments)
    }
}

extension String {
    /// The visible text, without the marks around words that may be written from right to left.
    package var withoutIsolation: String {
        filter { !"\u{2066}\u{2068}\u{2069}".contains($0) }
    }
}
