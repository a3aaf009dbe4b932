// SPDX-License-Identifier: MIT

/// The switches of do-not-disturb: our own, and those of desktops. They are the words of `DoNotDisturbReason`. If
/// several are on, the first one counts.
public enum QuietReason: String, Hashable, Sendable, CaseIterable {
    case user, gnome, kde, dunst, mako, xfce, swaync, elementary, mate, cinnamon, cosmic
}
