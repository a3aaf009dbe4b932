// SPDX-License-Identifier: MIT
// The call in the top panel: an icon with the time of the call, and a menu with the calls, their buttons and the routes.

import Clutter from 'gi://Clutter';
import St from 'gi://St';

import {callBox, showTime} from './callBox.js';
import {firstCall} from './calls.js';

export class PanelButton {
    /** `shell` has the modules Main, PanelMenu and PopupMenu. */
    constructor(shell, press, setRoute) {
        this._shell = shell;
        this._press = press;
        this._setRoute = setRoute;
        this._call = null;
        this._button = new shell.PanelMenu.Button(0.5, 'MonkeyCall');
        const box = new St.BoxLayout({style_class: 'panel-status-menu-box'});
        this._icon = new St.Icon({icon_name: 'call-start-symbolic', style_class: 'system-status-icon'});
        this._time = new St.Label({y_align: Clutter.ActorAlign.CENTER, style_class: 'monkeycall-panel-timer'});
        box.add_child(this._icon);
        box.add_child(this._time);
        this._button.add_child(box);
        this._button.visible = false;
        this._followTime = showTime(this._time, () => this._call);
        shell.Main.panel.addToStatusArea('monkeycall', this._button);
    }

    destroy() {
        this._button.destroy();
    }

    show({calls, route, routes}) {
        this._call = firstCall(calls);
        this._icon.icon_name = this._call?.isMuted ? 'microphone-disabled-symbolic' : 'call-start-symbolic';
        this._button.accessible_name = this._call?.title ?? '';
        this._button.visible = calls.length > 0;
        this._followTime();
        const {menu} = this._button;
        menu.removeAll();
        if (!calls.length)
            menu.close();
        for (const call of calls) {
            const item = new this._shell.PopupMenu.PopupBaseMenuItem({activate: false, can_focus: false, hover: false});
            item.add_child(callBox(call, word => this._press(call.id, word)));
            menu.addMenuItem(item);
        }
        addRoutes(menu, this._shell.PopupMenu, route, routes, this._setRoute);
    }
}

/** An item for each route. The one in use has a mark. */
export function addRoutes(menu, PopupMenu, route, routes, setRoute) {
    if (routes.length < 2)
        return;
    menu.addMenuItem(new PopupMenu.PopupSeparatorMenuItem());
    for (const {name, label, isAvailable} of routes) {
        const item = new PopupMenu.PopupMenuItem(label);
        item.setOrnament(name === route ? PopupMenu.Ornament.CHECK : PopupMenu.Ornament.NONE);
        item.setSensitive(isAvailable);
        item.connect('activate', () => setRoute(name));
        menu.addMenuItem(item);
    }
}
