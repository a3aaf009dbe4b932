// SPDX-License-Identifier: MIT

import BusTesting

extension PhoneWindow {
    /// Clicks on the row whose text begins so, or contains a number.
    func choose(_ text: String) throws { try click(on: try waitFor(text)) }

    /// Turns the wheel of the mouse above a text until there is a widget that fits.
    func scrollDown(from text: String, until fits: (Widget) -> Bool) throws {
        try point(at: try waitFor(text))
        _ = try wait("the end of the scrolling") {
            try screen.turnWheel()
            return try widgets().contains(where: fits) ? true : nil
        }
    }

    /// Presses the answer of a dialog. libadwaita says the names of these buttons twice.
    func answer(_ name: String) throws {
        let button = try wait("the answer \"\(name)\"") {
            try widgets().first { $0.isButton && ["\(name) \(name)", name].contains($0.name) }
        }
        try screen.accessibility.act(on: button.node)
    }

    /// Presses an item of an open menu.
    func choose(item name: String) throws {
        let item = try wait("the item \"\(name)\"") {
            try widgets().first { $0.role == .menuItem && $0.isCalled(name) && $0.isSensitive }
        }
        try screen.accessibility.act(on: item.node)
    }

    /// Shows a page of the settings.
    func turnTo(_ name: String) throws {
        let tab = try wait("the page \"\(name)\"") { try widgets().first { $0.role == .pageTab && $0.name == name } }
        try screen.accessibility.act(on: tab.node)
    }

    /// Switches the switch with that name.
    func toggle(_ name: String) throws {
        let control = try wait("the switch \"\(name)\"") {
            try widgets().first { $0.isControl && $0.name == name && $0.isSensitive }
        }
        try screen.accessibility.act(on: control.node)
    }
}
