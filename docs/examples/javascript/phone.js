#!/usr/bin/gjs -m
// SPDX-License-Identifier: MIT
// A calling app without a network: everything that org.monkeycall.CallManager needs from an app. ../README.md says what
// to type.
import Gio from 'gi://Gio';
import GLib from 'gi://GLib';

const NAME = 'org.monkeycall.CallManager', PATH = '/org/monkeycall/CallManager', PHONE = 'org.example.JavaScriptPhone';

const bus = Gio.DBus.system;
const calls = new Map();  // by id, oldest first: the facts to report to a service that has lost its state
let media = '';  // the call for which microphone and speaker are open
let instance = null;  // stays the same as long as the service keeps its state
let grace = 0;  // the timer that stops the sound if no service comes

const text = value => new GLib.Variant('s', value);
const flag = value => new GLib.Variant('b', value);
const handle = (type, value) => new GLib.Variant('(ss)', [type, value]);

/** Does not wait: the reply to ReportNewIncomingCall may take ten seconds, too long for a window to hang. */
function tell(method, signature, args, done = () => {}, refused = () => {}, on = NAME, again = false) {
    const parameters = new GLib.Variant(`(${signature})`, args);
    bus.call(NAME, PATH, on, method, parameters, null, Gio.DBusCallFlags.NONE, -1, null, (_, result) => {
        let reply;
        try {
            reply = bus.call_finish(result);
        } catch (error) {
            const name = (Gio.DBusError.get_remote_error(error) ?? '').split('.').at(-1);
            if (name === 'NoReply')  // the service was killed, and may have done it: the next one is told again
                return tell(method, signature, args, done, refused, on, true);
            if (again && ['CallUUIDAlreadyExists', 'ActionAlreadyCompleted'].includes(name))
                return done();
            print(`error ${method} ${error.message}`);
            return refused();
        }
        done(reply);
    });
}

/** A request of the user goes to the service first, also from this app's own window. It comes back to perform(). */
function request(action, call, more = {}) {
    // With an id, the request is harmless to repeat.
    const options = {Transaction: text(GLib.uuid_string_random())};
    tell('RequestTransaction', 'aa{sv}a{sv}', [[{Action: text(action), Call: text(call), ...more}], options]);
}

function dial(type, value) {
    request('start-call', GLib.uuid_string_random(), {Provider: text(PHONE), Handle: handle(type, value)});
}

function report(method, call) {
    // If the service refuses the call, no shell shows it: a real app tells the caller.
    tell(method, 'ssa{sv}', [PHONE, call, calls.get(call)],
        () => print(`reported ${call}`), () => calls.delete(call));
}

/** Most likely the service comes back with its state: the sound goes on for 5 seconds. */
function ownerVanished() {
    print('no service');
    grace ||= GLib.timeout_add_seconds(GLib.PRIORITY_DEFAULT, 5, () => {
        grace = 0;
        setMedia('');
        return GLib.SOURCE_REMOVE;
    });
}

function ownerAppeared() {
    if (grace)
        GLib.source_remove(grace);
    grace = 0;
    get(NAME, 'Instance', identified);
}

function get(on, property, done) {
    tell('Get', 'ss', [on, property], reply => done(reply.recursiveUnpack()[0]), undefined, 'org.freedesktop.DBus.Properties');
}

function identified(value) {
    if (value === instance)  // the service has kept its state; the sound may have stopped meanwhile
        return get(`${NAME}.Audio`, 'OwnerCalls', owners => setMedia(owners.find(call => calls.has(call)) ?? ''));
    // It knows nothing of this app, and decides again which call has the microphone.
    instance = value;
    setMedia('');
    const types = new GLib.Variant('as', ['phone-number']);
    const configuration = {LocalizedName: text('Phone in JavaScript'), SupportedHandleTypes: types};
    tell('RegisterProvider', 'sa{sv}', [PHONE, configuration], registered);
}

function registered() {
    print(`registered ${PHONE}`);
    for (const call of calls.keys())
        report('ReportExistingCall', call);
}

function signalled(_bus, _sender, _path, _interface, member, parameters) {
    const [first, ...more] = parameters.recursiveUnpack();
    if (member.startsWith('Perform'))
        return perform(member.slice('Perform'.length, -'Action'.length), ...more.slice(0, -1));
    switch (member) {
    case 'DidActivateAudioSession':  // from now on the app may use the microphone
        return setMedia(more[0].Call);
    case 'DidDeactivateAudioSession':
        return setMedia('');
    case 'StartCallRequested':  // from an address book or a link
        return dial(...more[0]);
    case 'TransactionCompleted':
        if (!more[0])
            print(`failed ${more[1].Reason}`);
        break;
    case 'ProviderDidReset':  // the service has dropped its state, and with it all calls
        setMedia('');
        calls.clear();
    }
}

/**
 * Performs the action, then fulfils it: only then other programs see the change. A repeated action does no harm here.
 */
function perform(action, identifier, call, value = '') {
    if (action === 'StartCall' && value[0] === 'phone-number')  // a real app sends the invitation here
        calls.set(call, {RemoteHandle: handle(...value), Outgoing: flag(true), State: text('dialing')});
    const state = calls.get(call);
    if (!state)  // not a number, or the call has just ended: tell the requester
        return tell('FailAction', 'sa{sv}', [identifier, {}]);
    print(action, call, action === 'StartCall' ? value[1] : typeof value === 'boolean' ? Number(value) : value);
    if (action === 'AnswerCall')  // fulfil it when both sides can hear each other
        connected(state);
    else if (action === 'EndCall')
        calls.delete(call);
    else if (action === 'SetHeldCall')
        state.OnHold = flag(value);
    else if (action === 'SetMutedCall')
        state.Muted = flag(value);  // a real app sends silence, or the microphone again
    else if (action === 'SetGroupCall' && value)
        state.Group = (calls.get(value) ?? {}).Group ??= text(GLib.uuid_string_random());
    else if (action === 'SetGroupCall')
        delete state.Group;
    // A real app also handles PlayDTMFCall here, and sends the tones in value to the other side.
    tell('FulfillAction', 'sa{sv}', [identifier, {}]);
    if (action === 'StartCall') {  // there is no real other side: it rings and answers at once
        tell('ReportOutgoingCallStartedConnecting', 'st', [call, 0]);
        tell('ReportOutgoingCallConnected', 'st', [call, 0]);
        connected(state);
    }
}

function connected(state) {
    Object.assign(state, {State: text('active'), ConnectedAt: new GLib.Variant('x', GLib.get_real_time())});
}

function setMedia(call) {
    if (call !== media)
        print(`audio ${call || 'off'}`);
    media = call;
}

function typed(input, result) {
    const [line] = input.read_line_finish_utf8(result);
    if (line === null)
        return loop.quit();
    input.read_line_async(GLib.PRIORITY_DEFAULT, null, typed);
    const [command, number = ''] = line.trim().split(' ');
    let call = [...calls.keys()].at(-1);
    if (command === 'ring') {  // the network: a call comes in
        call = GLib.uuid_string_random();
        calls.set(call, {RemoteHandle: handle('phone-number', number), State: text('incoming')});
        report('ReportNewIncomingCall', call);
    } else if (command === 'dial') {  // the user, in the window of this app
        dial('phone-number', number);
    } else if (command === 'end' && call) {
        request('end-call', call);
    } else if (command === 'remote-end' && call) {  // the network: the other side has hung up
        calls.delete(call);
        tell('ReportCallEnded', 'stsa{sv}', [call, 0, 'remote-ended', {}]);
    }
}

const loop = new GLib.MainLoop(null, false);
bus.signal_subscribe(NAME, NAME, null, PATH, null, Gio.DBusSignalFlags.NONE, signalled);
Gio.bus_watch_name(Gio.BusType.SYSTEM, NAME, Gio.BusNameWatcherFlags.AUTO_START, ownerAppeared, ownerVanished);
// Newer versions of GLib have it in a module of its own.
const UnixInputStream = await import('gi://GioUnix').then(unix => unix.default.InputStream, () => Gio.UnixInputStream);
const input = new Gio.DataInputStream({base_stream: new UnixInputStream({fd: 0, close_fd: false})});
input.read_line_async(GLib.PRIORITY_DEFAULT, null, typed);
loop.run();
