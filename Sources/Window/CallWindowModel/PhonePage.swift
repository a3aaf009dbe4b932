// SPDX-License-Identifier: MIT

import ConfigurationText

/// The pages of the main window, in their order.
package enum PhonePage: String, CaseIterable, Sendable {
    case recents, favourites, contacts, keypad

    package var title: String {
        switch self {
        case .recents: Catalogue.text("Recents")
        case .favourites: Catalogue.text("Favourites")
        case .contacts: Catalogue.text("Contacts")
        case .keypad: Catalogue.text("Keypad")
        }
    }

    /// A name of the icon theme of GNOME, which is a dependency.
    package var icon: String {
        switch self {
        case .recents: "document-open-recent-symbolic"
        case .favourites: "starred-symbolic"
        case .contacts: "avatar-default-symbolic"
        case .keypad: "input-dialpad-symbolic"
        }
    }
}
