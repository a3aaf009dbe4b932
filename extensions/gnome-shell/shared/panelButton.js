// SPDX-License-Identifier: MIT
// The call in the top panel: an icon with the time of the call, and a menu with the calls, their buttons and the
// routes.

import Clutter from 'gi://Clutter';
import St from 'gi://St';

import {callBoxes, showTime} from './callBox.js';
import {column} from './column.js';
import {RouteItems} from './menuItems.js';

export class PanelButton {
    /** `shell` has the modules Main, PanelMenu and PopupMenu. */
    constructor({Main, PanelMenu, PopupMenu}, press, setRoute) {
        this._call = null;
        this._button = new PanelMenu.Button(0.5, 'MonkeyCall');
        const box = new St.BoxLayout({style_class: 'panel-status-menu-box'});
        this._icon = new St.Icon({icon_name: 'call-start-symbolic', style_class: 'system-status-icon'});
        this._time = new St.Label({y_align: Clutter.ActorAlign.CENTER, style_class: 'monkeycall-panel-timer'});
        box.add_child(this._icon);
        box.add_child(this._time);
        this._button.add_child(box);
        this._button.visible = false;
        this._followTime = showTime(this._time, () => this._call);
        const {menu} = this._button;
        const item = new PopupMenu.PopupBaseMenuItem({activate: false, can_focus: false, hover: false});
        const list = column({style_class: 'monkeycall-list', x_expand: true});
        item.add_child(list);
        menu.addMenuItem(item);
        this._boxes = callBoxes(list, press);
        this._routes = new RouteItems(menu, PopupMenu, setRoute);
        Main.panel.addToStatusArea('monkeycall', this._button);
    }

    destroy() {
        this._button.destroy();
    }

    show({calls, route, routes}) {
        this._call = calls[0] ?? null;
        this._icon.icon_name = this._call?.isMuted ? 'microphone-disabled-symbolic' : 'call-start-symbolic';
        this._button.accessible_name = this._call?.title ?? '';
        this._button.visible = calls.length > 0;
        this._followTime();
        if (!calls.length)
            this._button.menu.close();
        this._boxes.show(calls);
        this._routes.show(route, routes);
    }
}
