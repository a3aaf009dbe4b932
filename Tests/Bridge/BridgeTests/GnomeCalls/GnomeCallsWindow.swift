// SPDX-License-Identifier: MIT

import BusTesting

/// The window of the real GNOME Calls, as a screen reader sees it.
final class GnomeCallsWindow {
    /// It has the accessibility bus.
    private let home: Home
    private let accessibility: AccessibilityBus

    /// Make it before the program starts on that bus.
    init(on bus: BusDaemon) throws {
        home = try Home(on: bus)
        accessibility = try AccessibilityBus(home)
    }

    /// A visible part of the window.
    private struct Part {
        let node: AccessibilityBus.Node
        let role: Int
        let name: String
        /// Left, top, width and height.
        let area: [Int]

        var centre: Int { area[0] + area[2] / 2 }
        func isAbove(_ other: Part) -> Bool { area[1] < other.area[1] && abs(centre - other.centre) <= area[2] / 2 }
    }

    // Numbers of atspi-constants.h.
    private static let showing: UInt64 = 1 << 25
    private static let label = 29
    private static let toggleButton = 62

    /// Presses the toggle button above that label: the buttons of a call have no names.
    func toggle(_ label: String) throws {
        let deadline = Deadline()
        while true {
            var parts: [Part] = []
            for program in try accessibility.programs() { collect(program, &parts) }
            if let text = parts.first(where: { $0.role == Self.label && $0.name == label }),
                let button = parts.filter({ $0.role == Self.toggleButton && $0.isAbove(text) })
                    .max(by: { $0.area[1] < $1.area[1] })
            {
                return try accessibility.act(on: button.node)
            }
            guard !deadline.hasPassed else { throw SupportError("the window has no button \(label): \(parts)") }
        }
    }

    private func collect(_ node: AccessibilityBus.Node, _ parts: inout [Part]) {
        // Objects come and go during the read.
        guard let role = try? accessibility.role(of: node), let children = try? accessibility.children(of: node) else {
            return
        }
        if role == Self.label || role == Self.toggleButton, let states = try? accessibility.states(of: node),
            states & Self.showing != 0, let name = try? accessibility.label(of: node),
            // GTK 4, which GNOME Calls uses since version 46, tells no place on the screen.
            let area = try? accessibility.extents(of: node, inWindow: true), area.count == 4
        {
            parts.append(Part(node: node, role: role, name: name, area: area))
        }
        for child in children { collect(child, &parts) }
    }
}
