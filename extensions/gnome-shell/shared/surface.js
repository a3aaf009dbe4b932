// SPDX-License-Identifier: MIT
// What this extension shows: on a locked screen a panel, and else the call in the top panel and in the quick settings.

import {Calls} from './calls.js';
import {LockPanel} from './lockPanel.js';
import {PanelButton} from './panelButton.js';
import {QuickCall} from './quickToggle.js';
import {untriedNote} from './versions.js';

const NOTHING = {calls: [], route: '', routes: []};

export class Surface {
    /**
     * `shell` has the modules of GNOME Shell, which each of its versions imports in another way, and its version.
     * `metadata` is the extension's.
     */
    constructor(shell, metadata) {
        const note = untriedNote(shell.version, metadata['tried-versions']);
        if (note)
            console.warn(note);
        this._sessionMode = shell.Main.sessionMode;
        const press = (call, word) => this._calls.press(call, word);
        const setRoute = route => this._calls.setRoute(route);
        this._lockPanel = new LockPanel(shell.Main.layoutManager, press);
        this._panelButton = new PanelButton(shell, press, setRoute);
        this._quickCall = new QuickCall(shell, press, setRoute);
        this._state = NOTHING;
        this._mode = this._sessionMode.connect('updated', () => this._show());
        this._calls = new Calls(state => {
            this._state = state;
            this._show();
        });
    }

    destroy() {
        this._sessionMode.disconnect(this._mode);
        this._calls.destroy();
        this._quickCall.destroy();
        this._panelButton.destroy();
        this._lockPanel.destroy();
    }

    /** The agent may hear of the lock later than the shell. Until then it has not filtered the calls. */
    _show() {
        const {isLocked} = this._sessionMode;
        const locked = isLocked && this._state.isLocked ? this._state : NOTHING;
        const unlocked = isLocked ? NOTHING : this._state;
        this._lockPanel.show(locked.calls);
        this._panelButton.show(unlocked);
        this._quickCall.show(unlocked);
    }
}
