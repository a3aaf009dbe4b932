// SPDX-License-Identifier: MIT

import BusTesting

/// The texts and places that programs report to screen readers.
final class Accessibility {
    private let bus: AccessibilityBus

    init(_ home: Home) throws { bus = try AccessibilityBus(home) }

    /// All visible texts and buttons of all programs, from top to bottom and from left to right.
    func read() throws -> [Element] {
        var elements: [Element] = []
        for application in try bus.programs() { collect(application, &elements) }
        return elements.sorted { ($0.y, $0.x) < ($1.y, $1.x) }
    }

    private func collect(_ node: AccessibilityBus.Node, _ elements: inout [Element]) {
        // Objects come and go during the read.
        guard let role = try? bus.role(of: node), let children = try? bus.children(of: node) else { return }
        if [Self.label, Self.button, Self.notification].contains(role),
            let element = try? element(node, isButton: role == Self.button)
        {
            elements.append(element)
        }
        // The label inside a button is not a separate text.
        if role != Self.button { for child in children { collect(child, &elements) } }
    }

    private func element(_ node: AccessibilityBus.Node, isButton: Bool) throws -> Element? {
        guard try bus.states(of: node) & 1 << Self.showing != 0 else { return nil }
        let (name, area) = (try bus.label(of: node), try bus.extents(of: node))
        guard !name.isEmpty, area.count == 4, area[2] > 0, area[3] > 0 else { return nil }
        return Element(
            text: name.withoutIsolation, isButton: isButton, x: area[0], y: area[1], width: area[2], height: area[3])
    }

    // Numbers from atspi-constants.h of at-spi2-core.
    private static let showing: UInt64 = 25
    private static let label = 29
    private static let button = 43
    private static let notification = 101
}
