// SPDX-License-Identifier: MIT

import BusTesting
import Foundation

extension PhoneWindow {
    /// Clicks on the row whose text begins so, or contains a number.
    func choose(_ text: String) throws { try click(on: try waitForRest { try waitFor(text) }) }

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

    /// Switches the switch with that name; of several with that name, the one at that place.
    func toggle(_ name: String, at place: Int = 0) throws {
        let control = try wait("the switch \"\(name)\"") {
            try widgets().filter { $0.isControl && $0.name == name && $0.isSensitive }.dropFirst(place).first
        }
        try screen.accessibility.act(on: control.node)
    }

    /// Runs an action of the window, as a desktop or another program does.
    func activate(_ action: String) throws {
        let client = try BusClient(address: desktop.bus.address)
        let window = client.object("org.monkeycall.Phone", "/org/monkeycall/Phone", "org.freedesktop.Application")
        try window.call("ActivateAction", .string(action), .array(of: "v", []), [:])
    }

    /// The window changes the settings file of the desktop.
    func useSettingsOfDesktop() {
        let folder = desktop.settings.deletingLastPathComponent().deletingLastPathComponent()
        screen.home.set("XDG_CONFIG_HOME", folder.path)
    }

    /// The row of the settings with that title and a choice.
    func row(_ title: String) throws -> Widget {
        try wait("the row \"\(title)\"") { try widgets().first { $0.role == .comboBox && $0.name == title } }
    }

    /// Chooses words in the list of a row, with the keyboard. Returns all words of the list.
    @discardableResult
    func choose(_ words: String, in title: String) throws -> [String] {
        _ = try wait("the focus on \"\(title)\"") {
            if try row(title).isFocused { return true }
            try screen.type("Tab")
            return nil
        }
        let before = try widgets().filter { $0.role == .listItem }.map(\.node)
        try screen.type("space")
        let items: [Widget] = try wait("the list of \"\(title)\" with the focus") {
            let seen = try widgets().filter { $0.role == .listItem }
            // The row has an item that shows its choice, and an item of the list may have another one in it.
            guard let focused = seen.first(where: { $0.isFocused && !before.contains($0.node) }),
                let list = try? screen.accessibility.parent(of: focused.node)
            else { return nil }
            return seen.filter { (try? screen.accessibility.parent(of: $0.node)) == list }
        }
        try screen.keepPicture("settings-choice")
        try screen.type("Home")
        _ = try wait("the focus on \"\(words)\"") {
            if try widgets().contains(where: { $0.isFocused && $0.name == words }) { return true }
            try screen.type("Down")
            return nil
        }
        try screen.type("Return")
        return items.map(\.name)
    }
}
