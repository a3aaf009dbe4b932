// SPDX-License-Identifier: MIT
// A call with its texts and buttons. Every text is plain text.

import Pango from 'gi://Pango';
import St from 'gi://St';

import {Clock} from './clock.js';
import {duration} from './calls.js';
import {column} from './column.js';
import {KeptActors} from './keptActors.js';

/** So many buttons have places of one width. */
const PLACES = 3;
const ANSWERS = ['answer', 'hold-and-answer', 'end-and-answer'];
const ENDS = ['decline', 'end'];
/** By the place of a button. */
const STYLES = ['monkeycall-end', '', 'monkeycall-answer'];

const placeOf = word => ENDS.includes(word) ? 0 : ANSWERS.includes(word) ? 2 : 1;

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
            buttons, ({word}) => word, ({word, isEmpty}) => isEmpty ? emptyPlace() : callButton(word, press));
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
        this._buttonLayout.homogeneous = call.buttons.length <= PLACES;
        this._buttons.show(inPlaces(call.buttons));
    }
}

/**
 * What refuses or ends comes first and what answers comes last, with empty places between them. So End comes where
 * Decline was, Answer stays where it was when Silence has gone, and a second press neither ends nor answers the call.
 */
function inPlaces(buttons) {
    const inPlace = place => buttons.filter(({word}) => placeOf(word) === place);
    const places = [...inPlace(0), ...inPlace(1)];
    for (let count = buttons.length; count < PLACES; count++)
        places.push({word: `empty ${count}`, isEmpty: true});
    return [...places, ...inPlace(2)];
}

function emptyPlace() {
    return {actor: new St.Widget({x_expand: true}), show() {}};
}

function callButton(word, press) {
    const actor = new St.Button({
        style_class: `button monkeycall-button ${STYLES[placeOf(word)]}`, can_focus: true, x_expand: true,
    });
    actor.connect('clicked', () => press(word));
    return {actor, show: ({label}) => actor.set({label, accessible_name: label})};
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
