// SPDX-License-Identifier: MIT
// The calls on the locked screen.

import {callBoxes} from './callBox.js';
import {column} from './column.js';

const WIDTH = 420;
const MARGIN = 16;
/** More would cover the entry of the password. */
const MOST_CALLS = 2;

export class LockPanel {
    /** `press` gets the id of a call and the word of a button. */
    constructor(layoutManager, press) {
        this._layoutManager = layoutManager;
        this._panel = column({style_class: 'monkeycall-lock-panel', reactive: true, visible: false});
        this._boxes = callBoxes(this._panel, press);
        layoutManager.addTopChrome(this._panel);
        this._monitors = layoutManager.connect('monitors-changed', () => this._place());
    }

    destroy() {
        this._layoutManager.disconnect(this._monitors);
        this._layoutManager.removeChrome(this._panel);
        this._panel.destroy();
    }

    /** Shows the most important calls; hides the panel without calls. */
    show(calls) {
        this._boxes.show(calls.slice(0, MOST_CALLS));
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
