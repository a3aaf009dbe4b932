// SPDX-License-Identifier: MIT
// A call with its texts and buttons. Every text is plain text.

import GLib from 'gi://GLib';
import Pango from 'gi://Pango';
import St from 'gi://St';

import {duration} from './calls.js';

const STYLES = {
    'answer': 'monkeycall-answer', 'hold-and-answer': 'monkeycall-answer', 'end-and-answer': 'monkeycall-answer',
    'decline': 'monkeycall-end', 'end': 'monkeycall-end',
};

/** `press` gets the word of a button. */
export function callBox(call, press) {
    const box = new St.BoxLayout({vertical: true, style_class: 'monkeycall-call', x_expand: true});
    box.add_child(line(call.title, 'monkeycall-title'));
    for (const text of call.lines)
        box.add_child(line(text, 'monkeycall-line'));
    if (call.connectedAt)
        box.add_child(timer(call));
    const buttons = new St.BoxLayout({style_class: 'monkeycall-buttons', x_expand: true});
    for (const {word, label} of call.buttons) {
        const button = new St.Button({
            label, style_class: `button monkeycall-button ${STYLES[word] ?? ''}`, can_focus: true, x_expand: true,
            accessible_name: label,
        });
        button.connect('clicked', () => press(word));
        buttons.add_child(button);
    }
    box.add_child(buttons);
    return box;
}

/** A long text ends with dots: an app chose it. */
function line(text, style) {
    const label = new St.Label({text, style_class: style, x_expand: true});
    label.clutter_text.ellipsize = Pango.EllipsizeMode.END;
    label.clutter_text.use_markup = false;
    return label;
}

function timer(call) {
    const label = new St.Label({style_class: 'monkeycall-timer'});
    showTime(label, () => call);
    return label;
}

/**
 * Keeps the label equal to the duration of a call. Nothing wakes the shell up while the label is not on the screen, or while the call
 * has not connected. Call the result when there is another call.
 */
export function showTime(label, getCall) {
    let source = 0;
    const stop = () => {
        if (source)
            GLib.source_remove(source);
        source = 0;
    };
    const follow = () => {
        label.text = duration(getCall());
        const isWanted = label.mapped && label.text;
        if (isWanted && !source) {
            source = GLib.timeout_add(GLib.PRIORITY_DEFAULT, 500, () => {
                label.text = duration(getCall());
                return GLib.SOURCE_CONTINUE;
            });
        } else if (!isWanted) {
            stop();
        }
    };
    label.connect('notify::mapped', follow);
    label.connect('destroy', stop);
    follow();
    return follow;
}
