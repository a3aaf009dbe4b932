// SPDX-License-Identifier: MIT

/// The switches of do-not-disturb: our own, and those of desktops. If several are on, the first one counts.
package enum QuietReason: String, CaseIterable {
    case user, gnome, kde, dunst, mako
}
