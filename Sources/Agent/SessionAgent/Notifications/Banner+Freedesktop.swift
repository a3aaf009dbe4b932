// SPDX-License-Identifier: MIT

import ConfigurationText
import SDBus

extension Banner {
    /// Icon, body, actions and hints of `Notify` for that server. `keys` gets the keys of new buttons.
    func freedesktop(
        _ traits: FreedesktopNotifications.Traits, _ keys: inout ActionKeys
    ) -> (icon: String, body: String, actions: [String], hints: [String: Variant]) {
        let text = lines(traits.click).joined(separator: "\n")
        var actions = buttons.flatMap { [keys.key(of: $0.rawValue), $0.label] }
        // Xfce shows it as a button in place of a click, so it is the last one.
        if offersOpen(traits) { actions += [Self.defaultKey, Catalogue.text("Open the Window")] }
        var hints: [String: Variant] = [
            "category": .string(kind.category),
            // A critical notification stays until the user acts, also over a full screen. The others need not.
            "urgency": .byte(isUrgent ? 2 : isQuiet ? 0 : 1),
            "resident": .bool(true),
            // The agent rings.
            "suppress-sound": .bool(true),
            "desktop-entry": .string(Self.desktopEntry),
        ]
        if let picture { hints["image-path"] = .string("file://" + picture.path) }
        return (icon.nameOrURI, traits.readsMarkup ? text.escapedForMarkup : text, actions, hints)
    }

    /// The specification's key of a click beside the buttons. It never answers, ends or dials: some servers let other
    /// programs click, apps in sandboxes among them.
    static let defaultKey = "default"

    /// A server that shows no buttons presses the only one by a click if there is no default action.
    func offersOpen(_ traits: FreedesktopNotifications.Traits) -> Bool { opensWindow || traits.click != nil }
}

extension String {
    var escapedForMarkup: String {
        replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    }
}
