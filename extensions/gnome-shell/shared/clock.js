// SPDX-License-Identifier: MIT
// Shows the time of a call while it can be seen. Nothing wakes the shell up at other times.

import GLib from 'gi://GLib';

const INTERVAL = 500;

export class Clock {
    /** `tick` shows the time. */
    constructor(tick) {
        this._tick = tick;
        this._source = 0;
    }

    /** Shows the time now, and goes on while `isWanted`. */
    run(isWanted) {
        this._tick();
        if (!isWanted) {
            this.stop();
        } else if (!this._source) {
            this._source = GLib.timeout_add(GLib.PRIORITY_DEFAULT, INTERVAL, () => {
                this._tick();
                return GLib.SOURCE_CONTINUE;
            });
        }
    }

    stop() {
        if (this._source)
            GLib.source_remove(this._source);
        this._source = 0;
    }
}
