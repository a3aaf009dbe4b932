// SPDX-License-Identifier: MIT
// The call in the quick settings: the switch mutes and unmutes, and its menu has the other buttons and the routes.

import {addRoutes} from './panelButton.js';
import {duration, firstCall} from './calls.js';

const MUTING = ['mute', 'unmute'];

export class QuickCall {
    /** `shell` has the modules PopupMenu and QuickSettings, and `addToQuickSettings`. */
    constructor(shell, press, setRoute) {
        this._shell = shell;
        this._press = press;
        this._setRoute = setRoute;
        this._call = null;
        this._toggle = new shell.QuickSettings.QuickMenuToggle({iconName: 'call-start-symbolic', visible: false});
        this._toggle.connect('clicked', () => this._mute());
        // The time is right when the user opens the menu.
        this._toggle.menu.connect('open-state-changed', (_menu, isOpen) => {
            if (isOpen)
                this._showHeader();
        });
        this._indicator = new shell.QuickSettings.SystemIndicator();
        this._indicator.quickSettingsItems.push(this._toggle);
        shell.addToQuickSettings(this._indicator);
    }

    destroy() {
        this._toggle.destroy();
        this._indicator.destroy();
    }

    show({calls, route, routes}) {
        this._call = firstCall(calls);
        const {menu} = this._toggle;
        menu.removeAll();
        this._toggle.visible = this._call !== null;
        if (!this._call)
            return;
        const {title, isMuted, buttons, id} = this._call;
        const muting = this._muting();
        // GNOME 44 calls it title.
        this._toggle['title' in this._toggle ? 'title' : 'label'] = muting?.label ?? title;
        this._toggle.checked = isMuted;
        this._toggle.reactive = true;
        this._showHeader();
        for (const {word, label} of buttons.filter(button => !MUTING.includes(button.word)))
            menu.addAction(label, () => this._press(id, word));
        addRoutes(menu, this._shell.PopupMenu, route, routes, this._setRoute);
    }

    _muting() {
        return this._call?.buttons.find(({word}) => MUTING.includes(word));
    }

    _showHeader() {
        if (this._call)
            this._toggle.menu.setHeader('call-start-symbolic', this._call.title, duration(this._call));
    }

    /** A call without a microphone to mute opens its menu. */
    _mute() {
        const muting = this._muting();
        if (muting)
            this._press(this._call.id, muting.word);
        else
            this._toggle.menu.open();
    }
}
