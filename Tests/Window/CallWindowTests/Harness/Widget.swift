// SPDX-License-Identifier: MIT

import BusTesting

/// A widget as a screen reader sees it.
struct Widget {
    /// Numbers of atspi-constants.h. Widgets of other roles are left out.
    enum Role: Int {
        case alert = 2
        case checkBox = 7
        case comboBox = 11
        case dialog = 16
        case entry = 79
        case label = 29
        case listItem = 32
        case menuItem = 35
        case pageTab = 37
        case passwordText = 40
        case button = 43
        case text = 61
        case toggleButton = 62
        case searchBar = 110
    }

    let node: AccessibilityBus.Node
    let role: Role
    /// Without the marks of direction that isolate texts of apps.
    let name: String
    let states: UInt64
    /// Left, top, width, height.
    let area: [Int]

    /// GTK 4.8 says the name of a button in a dialog twice; in its own dialogs, first with the mark of its key.
    func isCalled(_ name: String) -> Bool {
        self.name == name || ["\(name) \(name)", "_\(name) \(name)"].contains(self.name)
    }

    var isVisible: Bool { area.count == 4 && area[2] > 0 && area[3] > 0 }
    var isSensitive: Bool { states & 1 << 24 != 0 }
    /// A toggle that is on.
    var isPressed: Bool { states & (1 << 20 | 1 << 4) != 0 }
    var isFocusable: Bool { states & 1 << 11 != 0 }
    var isFocused: Bool { states & 1 << 12 != 0 }

    var isButton: Bool { role == .button || role == .toggleButton }
    /// Something that a person can use, and that must have a name.
    var isControl: Bool {
        switch role {
        case .button, .toggleButton, .checkBox, .comboBox, .entry, .menuItem, .pageTab, .passwordText, .text: true
        default: false
        }
    }
}
