// SPDX-License-Identifier: MIT
// The children of a container, one for each entry of a list. A child stays while its entry is in the list, because a
// child that is replaced loses a press of the pointer and the focus of the keyboard.

export class KeptActors {
    /**
     * `keyOf` gets an entry. `make` gets an entry and returns an object with the `actor` of the entry, and with the
     * function `show`, which gets the entry in each of its versions.
     */
    constructor(container, keyOf, make) {
        this._container = container;
        this._keyOf = keyOf;
        this._make = make;
        this._parts = new Map();
    }

    /** Shows the entries in their order. */
    show(entries) {
        const keys = new Set(entries.map(this._keyOf));
        for (const [key, part] of this._parts) {
            if (keys.has(key))
                continue;
            this._parts.delete(key);
            part.actor.destroy();
        }
        entries.forEach((entry, place) => this._showAt(entry, place));
    }

    /** The width of the child of an entry in pixels. */
    widthOf(entry) {
        return this._parts.get(this._keyOf(entry)).actor.width;
    }

    _showAt(entry, place) {
        const key = this._keyOf(entry);
        let part = this._parts.get(key);
        if (!part) {
            part = this._make(entry);
            this._parts.set(key, part);
            this._container.insert_child_at_index(part.actor, place);
        } else if (this._container.get_child_at_index(place) !== part.actor) {
            this._container.set_child_at_index(part.actor, place);
        }
        part.show(entry);
    }
}
