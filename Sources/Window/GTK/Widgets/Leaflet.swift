// SPDX-License-Identifier: MIT

internal import CAdwaita

/// AdwLeaflet: parts beside each other, or one at a time if there is no room.
package final class Leaflet: Widget {
    package override class var type: UInt { UInt(adw_leaflet_get_type()) }

    /// Whether it shows one part at a time.
    package var isFolded: Bool { adw_leaflet_get_folded(raw) != 0 }

    package func show(_ child: Widget) { adw_leaflet_set_visible_child(raw, child.widget) }
}
