// SPDX-License-Identifier: MIT

import BusTesting

extension PhoneWindow {
    /// Clicks on the row whose text begins so, or contains a number.
    func choose(_ text: String) throws { try click(on: try waitFor(text)) }

    /// Gives the keyboard to the list, and to its first row, which has that text.
    func focusFirstRow(_ text: String) throws {
        try waitFor(text)
        try screen.type("ctrl+f")
        _ = try wait("the focus in the search") { try widgets().first { $0.isFocused && $0.isControl } }
        for _ in 0..<6 {
            try screen.type("Tab")
            if try widgets().contains(where: { $0.isFocused && !$0.isControl }) { return }
        }
        throw SupportError("the keyboard does not reach the list")
    }

    /// Switches the switch with that name.
    func toggle(_ name: String) throws {
        let control = try wait("the switch \"\(name)\"") {
            try widgets().first { $0.isControl && $0.name == name && $0.isSensitive }
        }
        try screen.accessibility.act(on: control.node)
    }
}
