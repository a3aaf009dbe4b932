// SPDX-License-Identifier: MIT
// The entry for GNOME Shell 45 and later.

import {Extension} from 'resource:///org/gnome/shell/extensions/extension.js';
import * as Config from 'resource:///org/gnome/shell/misc/config.js';
import * as Main from 'resource:///org/gnome/shell/ui/main.js';
import * as PanelMenu from 'resource:///org/gnome/shell/ui/panelMenu.js';
import * as PopupMenu from 'resource:///org/gnome/shell/ui/popupMenu.js';
import * as QuickSettings from 'resource:///org/gnome/shell/ui/quickSettings.js';

import {Surface} from './surface.js';

const shell = {
    version: Config.PACKAGE_VERSION,
    Main, PanelMenu, PopupMenu, QuickSettings,
    addToQuickSettings: indicator => Main.panel.statusArea.quickSettings.addExternalIndicator(indicator),
};

export default class MonkeyCallExtension extends Extension {
    enable() {
        this._surface = new Surface(shell, this.metadata);
    }

    // Of the unlock dialog too: a call that rings on the locked screen must be answered there.
    disable() {
        this._surface.destroy();
        this._surface = null;
    }
}
