// SPDX-License-Identifier: MIT
// A container whose children are below each other.

import Clutter from 'gi://Clutter';
import St from 'gi://St';

/**
 * A box with these properties. GNOME Shell 43 to 49 has the property `vertical` of the box, 48 and later have
 * `orientation`. The manager of its layout has one word for it in all of them.
 */
export function column(properties) {
    const box = new St.BoxLayout(properties);
    box.layout_manager.orientation = Clutter.Orientation.VERTICAL;
    return box;
}
