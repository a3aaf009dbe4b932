// SPDX-License-Identifier: MIT
// A call with its texts and buttons. Every text is plain text.

import GLib from 'gi://GLib';
import Pango from 'gi://Pango';
import St from 'gi://St';

import {Clock} from './clock.js';
import {duration} from './calls.js';
import {column} from './column.js';
import {KeptActors} from './keptActors.js';

/** The buttons of the three places, from left to right. Of those of a call the first in the list takes the place. */
const LEFT = ['decline', 'mute', 'unmute'];
const MIDDLE = ['end', 'end-and-answer', 'silence'];
const RIGHT = ['answer', 'hold-and-answer', 'end-and-answer', 'hold', 'resume', 'swap'];
const PLACES = 3;
const STYLES = {
    decline: 'monkeycall-end', end: 'monkeycall-end', answer: 'monkeycall-answer', 'hold-and-answer': 'monkeycall-answer',
};
/** How many milliseconds End takes no press after it has appeared: it comes where End & Answer was. */
const END_DELAY = 600;

/** Boxes of calls in a container. `press` gets the id of a call and the word of a button. */
export function callBoxes(container, press) {
    return new KeptActors(container, call => call.id, ({id}) => new CallBox(word => press(id, word)));
}

class CallBox {
    /** `press` gets the word of a button. */
    constructor(press) {
        this._call = null;
        this._title = line('monkeycall-title');
        this._lines = column({x_expand: true});
        this._lineLabels = new KeptActors(this._lines, ({place}) => place, () => textLine());
        this._time = new St.Label({style_class: 'monkeycall-timer'});
        this._followTime = showTime(this._time, () => this._call);
        const buttons = new St.BoxLayout({style_class: 'monkeycall-buttons', x_expand: true});
        this._buttonLayout = buttons.layout_manager;
        this._buttons = new KeptActors(
            buttons, ({key}) => key, place => place.label ? callButton(place, press) : emptyPlace(place));
        this._places = [];
        this.actor = column({style_class: 'monkeycall-call', x_expand: true});
        for (const child of [this._title, this._lines, this._time, buttons])
            this.actor.add_child(child);
    }

    show(call) {
        this._call = call;
        this._title.text = call.title;
        this._lines.visible = call.lines.length > 0;
        this._lineLabels.show(call.lines.map((text, place) => ({text, place})));
        this._time.visible = call.connectedAt > 0;
        this._followTime();
        this._place(call.buttons);
        this._buttonLayout.homogeneous = this._places.length <= PLACES;
        this._buttons.show(this._places);
    }

    /**
     * A button that has gone leaves its place empty and as wide as it was, until another button comes: no button moves
     * below a second press.
     */
    _place(buttons) {
        const offered = new Map(buttons.map(button => [button.word, button]));
        if (buttons.every(({word}) => this._places.some(place => place.word === word))) {
            this._places = this._places.map(place => {
                const {word} = place;
                if (offered.has(word))
                    return {...offered.get(word), key: word};
                return place.label ? {word, key: `${word} gone`, width: this._buttons.widthOf(place)} : place;
            });
            return;
        }
        const words = [...offered.keys()];
        const right = RIGHT.find(word => offered.has(word));
        const middle = MIDDLE.find(word => offered.has(word) && word !== right);
        const left = LEFT.find(word => offered.has(word));
        const others = words.filter(word => ![left, middle, right].includes(word));
        this._places = [left, middle, right, ...others].map(
            (word, place) => word ? {...offered.get(word), key: word} : {key: `empty ${place}`});
    }
}

/** A place without a width has that of its neighbours. */
function emptyPlace({width}) {
    return {actor: width ? new St.Widget({width}) : new St.Widget({x_expand: true}), show() {}};
}

/** The button has its label before it is on the screen: GNOME Shell gives no colour to a label that comes later. */
function callButton({word, label}, press) {
    const actor = new St.Button({
        label, style_class: `button monkeycall-button ${STYLES[word] ?? ''}`, can_focus: true, x_expand: true,
    });
    actor.connect('clicked', () => press(word));
    if (word === 'end')
        delayPresses(actor);
    return {actor, show: place => actor.set({label: place.label, accessible_name: place.label})};
}

/** The pointer may be where the button has just appeared. The keyboard presses it at once. */
function delayPresses(button) {
    button.reactive = false;
    let source = GLib.timeout_add(GLib.PRIORITY_DEFAULT, END_DELAY, () => {
        source = 0;
        button.reactive = true;
        return GLib.SOURCE_REMOVE;
    });
    button.connect('destroy', () => {
        if (source)
            GLib.source_remove(source);
    });
}

function textLine() {
    const actor = line('monkeycall-line');
    return {actor, show: ({text}) => actor.set({text})};
}

/** A long text ends with dots: an app chose it. */
function line(style) {
    const label = new St.Label({style_class: style, x_expand: true});
    label.clutter_text.ellipsize = Pango.EllipsizeMode.END;
    label.clutter_text.use_markup = false;
    return label;
}

/**
 * Keeps the label equal to the duration of a call while it is on the screen. Call the result when there is another
 * call.
 */
export function showTime(label, getCall) {
    const clock = new Clock(() => {
        label.text = duration(getCall());
    });
    const follow = () => clock.run(label.mapped && duration(getCall()) !== '');
    label.connect('notify::mapped', follow);
    label.connect('destroy', () => clock.stop());
    follow();
    return follow;
}
