// SPDX-License-Identifier: MIT
// The calls on the locked screen.

import St from 'gi://St';

import {callBox} from './callBox.js';

const WIDTH = 420;
const MARGIN = 16;

export class LockPanel {
    /** `press` gets a call and the word of a button. */
    constructor(layoutManager, press) {
        this._layoutManager = layoutManager;
        this._press = press;
        this._panel = new St.BoxLayout({vertical: true, style_class: 'monkeycall-lock-panel', reactive: true, visible: false});
        layoutManager.addTopChrome(this._panel);
    }

    destroy() {
        this._layoutManager.removeChrome(this._panel);
        this._panel.destroy();
    }

    /** Shows the calls; hides the panel without calls. The urgent one is on top. */
    show(calls) {
        this._panel.destroy_all_children();
        const inOrder = [...calls].sort((one, other) => other.isUrgent - one.isUrgent);
        for (const call of inOrder)
            this._panel.add_child(callBox(call, word => this._press(call.id, word)));
        this._panel.visible = calls.length > 0;
        if (this._panel.visible)
            this._place();
    }

    /** The screen shield puts itself above all others when the mode of the session changes. */
    _place() {
        const monitor = this._layoutManager.primaryMonitor;
        if (!monitor)
            return;
        const width = Math.min(WIDTH, monitor.width - 2 * MARGIN);
        this._panel.width = width;
        this._panel.set_position(
            monitor.x + Math.floor((monitor.width - width) / 2), monitor.y + Math.floor(monitor.height / 8));
        this._panel.get_parent().set_child_above_sibling(this._panel, null);
    }
}
