// SPDX-License-Identifier: MIT
// Items of a menu. They are made again only if they differ, because an item that is replaced loses a press and the
// focus.

/** A part of a menu with an item for each entry. */
export class MenuItems {
    constructor(menu, PopupMenu) {
        this._section = new PopupMenu.PopupMenuSection();
        menu.addMenuItem(this._section);
        this._shown = '[]';
        this.items = [];
    }

    /** `press` gets an entry. An entry has a label, and maybe `isAvailable`. */
    show(entries, press) {
        const shown = JSON.stringify(entries);
        if (shown === this._shown)
            return;
        this._shown = shown;
        this._section.removeAll();
        this.items = entries.map(entry => {
            const item = this._section.addAction(entry.label, () => press(entry));
            item.setSensitive(entry.isAvailable ?? true);
            return item;
        });
    }
}

/** An item for each route. The one in use has a mark. */
export class RouteItems {
    constructor(menu, PopupMenu, setRoute) {
        this._ornament = PopupMenu.Ornament;
        this._setRoute = setRoute;
        this._separator = new PopupMenu.PopupSeparatorMenuItem();
        menu.addMenuItem(this._separator);
        this._part = new MenuItems(menu, PopupMenu);
    }

    show(route, routes) {
        const offered = routes.length < 2 ? [] : routes;
        this._separator.visible = offered.length > 0;
        this._part.show(offered, ({name}) => this._setRoute(name));
        offered.forEach(({name}, place) =>
            this._part.items[place].setOrnament(name === route ? this._ornament.CHECK : this._ornament.NONE));
    }
}
