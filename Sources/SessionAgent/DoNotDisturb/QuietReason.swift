// SPDX-License-Identifier: MIT

/// What has switched do-not-disturb on: our own switch, or one of the desktop's. In this order the first is named.
package enum QuietReason: String, CaseIterable {
    case user, gnome, kde, dunst, mako
}
