// SPDX-License-Identifier: MIT
// The call in the quick settings: the switch mutes and unmutes, and its menu has the other buttons and the routes.

import {Clock} from './clock.js';
import {duration} from './calls.js';
import {MenuItems, RouteItems} from './menuItems.js';

const MUTING = ['mute', 'unmute'];

export class QuickCall {
    /** `shell` has the modules PopupMenu and QuickSettings, and `addToQuickSettings`. */
    constructor({PopupMenu, QuickSettings, addToQuickSettings}, press, setRoute) {
        this._press = press;
        this._call = null;
        this._toggle = new QuickSettings.QuickMenuToggle({iconName: 'call-start-symbolic', visible: false});
        this._toggle.connect('clicked', () => this._mute());
        const {menu} = this._toggle;
        this._clock = new Clock(() => this._showHeader());
        menu.connect('open-state-changed', () => this._followTime());
        this._buttons = new MenuItems(menu, PopupMenu);
        this._routes = new RouteItems(menu, PopupMenu, setRoute);
        this._indicator = new QuickSettings.SystemIndicator();
        this._indicator.quickSettingsItems.push(this._toggle);
        addToQuickSettings(this._indicator);
    }

    destroy() {
        this._clock.stop();
        this._toggle.destroy();
        this._indicator.destroy();
    }

    show({calls, route, routes}) {
        this._call = calls[0] ?? null;
        this._toggle.visible = this._call !== null;
        this._followTime();
        const {title = '', isMuted = false, buttons = [], id} = this._call ?? {};
        if (!this._call)
            this._toggle.menu.close();
        // GNOME 44 calls it title.
        this._toggle['title' in this._toggle ? 'title' : 'label'] = this._muting()?.label ?? title;
        this._toggle.checked = isMuted;
        const others = buttons.filter(({word}) => !MUTING.includes(word));
        this._buttons.show(others.map(button => ({...button, id})), button => this._press(button.id, button.word));
        this._routes.show(route, routes);
    }

    _muting() {
        return this._call?.buttons.find(({word}) => MUTING.includes(word));
    }

    /** The time of the call goes on while the user sees it. */
    _followTime() {
        this._clock.run(this._toggle.menu.isOpen && duration(this._call) !== '');
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
