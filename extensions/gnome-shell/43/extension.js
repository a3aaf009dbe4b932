// SPDX-License-Identifier: MIT
// The entry for GNOME Shell 43 and 44, whose modules are legacy ones. The rest of the extension is modules of
// ECMAScript.
/* exported init */

const {Gio} = imports.gi;
const ExtensionUtils = imports.misc.extensionUtils;

const shell = {
    version: imports.misc.config.PACKAGE_VERSION,
    Main: imports.ui.main,
    PanelMenu: imports.ui.panelMenu,
    PopupMenu: imports.ui.popupMenu,
    QuickSettings: imports.ui.quickSettings,
    addToQuickSettings(indicator) {
        const {quickSettings} = shell.Main.panel.statusArea;
        quickSettings._indicators.insert_child_at_index(indicator, 0);
        quickSettings._addItems(indicator.quickSettingsItems);
    },
};

class Extension {
    enable() {
        this._isEnabled = true;
        // Legacy code loads a module of ECMAScript later. The extension may be disabled by then.
        const {path, metadata} = ExtensionUtils.getCurrentExtension();
        const folder = Gio.File.new_for_path(path);
        import(folder.get_child('surface.js').get_uri()).then(({Surface}) => {
            if (this._isEnabled)
                this._surface ??= new Surface(shell, metadata);
        }).catch(error => logError(error, 'MonkeyCall'));
    }

    // Of the unlock dialog too: a call that rings on the locked screen must be answered there.
    disable() {
        this._isEnabled = false;
        this._surface?.destroy();
        this._surface = null;
    }
}

/** GNOME Shell calls it once. */
function init() {
    return new Extension();
}
