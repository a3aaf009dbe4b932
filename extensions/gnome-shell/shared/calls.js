// SPDX-License-Identifier: MIT
// The calls of monkeycall-agent (org.monkeycall.Agent.Calls on the session bus). The agent has translated all texts and
// left out what a locked screen must not show or do, so this file and its users decide nothing. The first call is the
// most important one.

import Gio from 'gi://Gio';
import GLib from 'gi://GLib';

const NAME = 'org.monkeycall.Agent';
const PATH = '/org/monkeycall/Agent';
const INTERFACE = 'org.monkeycall.Agent.Calls';
const PROPERTIES = 'org.freedesktop.DBus.Properties';

/** No calls: also the state while no agent runs. */
const NOTHING = {calls: [], isLocked: false, route: '', routes: []};

export class Calls {
    /** `changed` gets each new state. */
    constructor(changed) {
        this._changed = changed;
        this._state = NOTHING;
        this._cancellable = new Gio.Cancellable();
        this._signals = [];
        this._watch = Gio.bus_watch_name(
            Gio.BusType.SESSION, NAME, Gio.BusNameWatcherFlags.NONE, (_connection, _name, owner) => this._follow(owner),
            () => this._leave());
    }

    destroy() {
        this._changed = () => {};
        this._cancellable.cancel();
        Gio.bus_unwatch_name(this._watch);
        this._leave();
    }

    /** Presses a button of a call. The state shows the result. */
    press(call, button) {
        this._call(INTERFACE, 'Perform', new GLib.Variant('(ssa{sv})', [call, button, {}]));
    }

    setRoute(route) {
        this._call(INTERFACE, 'SetRoute', new GLib.Variant('(s)', [route]));
    }

    /**
     * The agent sends its signals to this connection alone. Any program can send such a signal, so the sender must be
     * the agent.
     */
    _follow(owner) {
        this._leave();
        const listen = (iface, member, argument, then) => Gio.DBus.session.signal_subscribe(
            owner, iface, member, PATH, argument, Gio.DBusSignalFlags.NONE,
            (_connection, _sender, _path, _interface, _signal, parameters) => then(parameters));
        this._signals = [
            listen(PROPERTIES, 'PropertiesChanged', INTERFACE, changes => this._take(changes.get_child_value(1))),
            listen(INTERFACE, 'SubscriptionEnded', null, () => this._read()),
        ];
        this._read();
    }

    _read() {
        // Subscribes first, so that no change is missed.
        this._call(INTERFACE, 'Subscribe', null);
        this._call(PROPERTIES, 'GetAll', new GLib.Variant('(s)', [INTERFACE]), reply => this._take(reply.get_child_value(0)));
    }

    _leave() {
        for (const signal of this._signals)
            Gio.DBus.session.signal_unsubscribe(signal);
        this._signals = [];
        this._set(NOTHING);
    }

    _call(iface, method, parameters, then = () => {}) {
        Gio.DBus.session.call(
            NAME, PATH, iface, method, parameters, null, Gio.DBusCallFlags.NO_AUTO_START, -1, this._cancellable,
            (connection, result) => {
                try {
                    then(connection.call_finish(result));
                } catch (error) {
                    if (!error.matches(Gio.IOErrorEnum, Gio.IOErrorEnum.CANCELLED))
                        console.warn(`MonkeyCall: ${method}: ${error.message}`);
                }
            });
    }

    _take(properties) {
        const values = properties.recursiveUnpack();
        const {Calls: calls, Locked: isLocked, Route: route, Routes: routes} = values;
        this._set({
            calls: calls?.map(readCall) ?? this._state.calls,
            isLocked: isLocked ?? this._state.isLocked,
            route: route ?? this._state.route,
            routes: routes?.map(readRoute) ?? this._state.routes,
        });
    }

    _set(state) {
        this._state = state;
        this._changed(state);
    }
}

function readCall(entry) {
    return {
        id: entry.Call,
        title: entry.Title,
        lines: entry.Lines,
        connectedAt: Number(entry.ConnectedAt),
        isMuted: entry.Muted,
        isOnHold: entry.OnHold,
        buttons: entry.Buttons.map(([word, label]) => ({word, label})),
    };
}

function readRoute(entry) {
    return {name: entry.Name, label: entry.LocalizedName, isAvailable: entry.Available};
}

/** The time since the connection, such as 1:05 or 1:00:05; empty before it. */
export function duration(call) {
    if (!call?.connectedAt)
        return '';
    const seconds = Math.max(0, Math.floor((GLib.get_real_time() - call.connectedAt) / 1e6));
    const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
    const shown = parts[0] ? parts : parts.slice(1);
    return shown.map((part, place) => place ? `${part}`.padStart(2, '0') : `${part}`).join(':');
}
