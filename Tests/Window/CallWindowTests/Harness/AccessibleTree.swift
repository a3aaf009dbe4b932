// SPDX-License-Identifier: MIT

import BusTesting
import Testing

/// Everything that the window tells a screen reader at one moment, of any role.
struct AccessibleTree {
    struct Node: CustomStringConvertible {
        let object: AccessibilityBus.Node
        let role: Int
        let name: String
        let text: String
        let states: UInt64
        /// The names of the objects around it.
        let place: [String]
        /// It is drawn by the button around it, which has the focus.
        let isPartOfButton: Bool

        var isFocusable: Bool { states & 1 << 11 != 0 }
        var isFocused: Bool { states & 1 << 12 != 0 }
        var description: String { "role \(role) \"\(name)\" in \(place)" }
    }

    /// The visible objects.
    private(set) var nodes: [Node] = []

    init(_ window: PhoneWindow) throws {
        for program in try window.programs() { collect(program, window.screen.accessibility, [], inButton: false) }
    }

    private mutating func collect(
        _ node: AccessibilityBus.Node, _ bus: AccessibilityBus, _ place: [String], inButton: Bool
    ) {
        // Objects come and go during the read. What is hidden has no size.
        guard let role = try? bus.role(of: node), let children = try? bus.children(of: node) else { return }
        let area = (try? bus.extents(of: node, inWindow: true)) ?? []
        let hasPlace = role != Self.application
        guard !hasPlace || area.count == 4 && area[2] + area[3] > 0 else { return }
        var inside = place
        if hasPlace, area[2] > 0, area[3] > 0, let name = try? bus.label(of: node),
            let states = try? bus.states(of: node)
        {
            let hasText = role == Self.label || states & 1 << 11 != 0
            let text = hasText ? (try? bus.description(of: node)) ?? "" : ""
            nodes.append(
                Node(
                    object: node, role: role, name: name.withoutIsolation, text: text.withoutIsolation, states: states,
                    place: place, isPartOfButton: inButton))
            if !name.isEmpty { inside.append(name) }
        }
        let isButton = inButton || role == Self.button
        for child in children { collect(child, bus, inside, inButton: isButton) }
    }

    /// What a person uses: each role of atspi-constants.h that GTK gives to a control or to an item of a list.
    private static let controls: Set<Int> = [
        7, 8, 11, 12, 32, 33, 35, 37, 40, 42, 43, 44, 45, 51, 52, 61, 62, 65, 79, 88, 98, 116, 119, 130,
    ]
    /// It takes the focus so that keys can scroll, and has no meaning of its own.
    private static let scrollPane = 49
    private static let label = 29
    private static let button = 43
    private static let application = 75

    /// GTK gives a nameless widget the name of its type.
    private static func isNameless(_ node: Node) -> Bool {
        ["Gtk", "Adw"].contains { node.name.hasPrefix($0) } || node.name.allSatisfy(\.isWhitespace)
    }

    /// What a person reaches without hearing what it is.
    var nameless: [Node] {
        nodes.filter { node in
            (node.isFocusable || Self.controls.contains(node.role)) && node.role != Self.scrollPane
                && !node.isPartOfButton && Self.isNameless(node)
        }
    }

    /// The names and descriptions of labels. The state of a call is one of them, beside the time.
    var states: [String] {
        nodes.filter { $0.role == Self.label }.map {
            [$0.name, $0.text].filter { !$0.isEmpty }.joined(separator: ", ")
        }
    }
}

extension PhoneWindow {
    /// Waits until a screen reader is told such a state of a call, and fails for a visible object without a name.
    ///
    /// A row that is made anew during a read may be without a name in that read. So only an object that has none in two
    /// reads in a row counts.
    func expectTree(_ states: String..., location: SourceLocation = #_sourceLocation) throws {
        var before: Set<AccessibilityBus.Node>?
        let tree: AccessibleTree = try wait("the states \(states)") {
            let tree = try AccessibleTree(self)
            let nameless = Set(tree.nameless.map(\.object))
            defer { before = nameless }
            guard nameless.isEmpty || nameless == before else { return nil }
            return states.allSatisfy { state in tree.states.contains { $0.contains(state) } } ? tree : nil
        }
        #expect(tree.nameless.isEmpty, "\(tree.nameless)", sourceLocation: location)
        // Nobody can use a window that shows nothing.
        #expect(tree.nodes.count { $0.isFocusable } > 3, sourceLocation: location)
    }
}
