#!/usr/bin/python3
# SPDX-License-Identifier: MIT
# A calling app without a network: everything that org.monkeycall.CallManager needs from an app. ../README.md says what
# to type.
import time
import uuid

import dbus
import dbus.mainloop.glib
from gi.repository import GLib

NAME, PATH, PHONE = "org.monkeycall.CallManager", "/org/monkeycall/CallManager", "org.example.PythonPhone"
BUS = "org.freedesktop.DBus"

calls = {}  # by id, oldest first: the facts to report to a service that has lost its state
media = ""  # the call for which microphone and speaker are open
instance = None  # stays the same as long as the service keeps its state
grace = 0  # the timer that stops the sound if no service comes


def say(*words):
    print(*words, flush=True)


def tell(method, signature, *arguments, done=lambda *reply: None, refused=lambda: None, on=NAME, again=False):
    """Does not wait: the reply to ReportNewIncomingCall may take ten seconds, too long for a window to hang."""
    def failed(error):
        name = error.get_dbus_name().rpartition(".")[2]
        if name == "NoReply":  # the service was killed, and may have done it: the next one is told again
            tell(method, signature, *arguments, done=done, refused=refused, on=on, again=True)
        elif again and name in ("CallUUIDAlreadyExists", "ActionAlreadyCompleted"):
            done()
        else:
            say("error", method, error.get_dbus_name(), error.get_dbus_message())
            refused()
    bus.call_async(NAME, PATH, on, method, signature, arguments, done, failed)


def request(action, call, **more):
    """A request of the user goes to the service first, also from this app's own window. It comes back to perform()."""
    # With an id, the request is harmless to repeat.
    options = {"Transaction": str(uuid.uuid4())}
    tell("RequestTransaction", "aa{sv}a{sv}", [{"Action": action, "Call": call, **more}], options)


def dial(handle):
    request("start-call", str(uuid.uuid4()), Provider=PHONE, Handle=handle)


def report(method, call):
    # If the service refuses the call, no shell shows it: a real app tells the caller.
    tell(method, "ssa{sv}", PHONE, call, calls[call],
         done=lambda: say("reported", call), refused=lambda: calls.pop(call, None))


def owner_changed(owner):
    """The service has appeared or is gone. Most likely it comes back with its state: the sound goes on for 5 seconds."""
    global grace
    if grace:
        GLib.source_remove(grace)
    grace = 0 if owner else GLib.timeout_add_seconds(5, stop_sound)
    if owner:
        tell("Get", "ss", NAME, "Instance", on=BUS + ".Properties", done=identified)
    else:
        say("no service")


def stop_sound():
    global grace
    grace = 0
    set_media("")


def identified(value):
    global instance
    if value == instance:  # the service has kept its state; the sound may have stopped meanwhile
        tell("Get", "ss", NAME + ".Audio", "OwnerCalls", on=BUS + ".Properties",
             done=lambda owners: set_media(next((call for call in owners if call in calls), "")))
    else:  # it knows nothing of this app, and decides again which call has the microphone
        instance = value
        set_media("")
        configuration = {"LocalizedName": "Phone in Python", "SupportedHandleTypes": ["phone-number"]}
        tell("RegisterProvider", "sa{sv}", PHONE, configuration, done=registered)


def registered(provider):
    say("registered", PHONE)
    for call in calls:
        report("ReportExistingCall", call)


def signalled(_, *arguments, member):
    if member.startswith("Perform"):
        perform(member.removeprefix("Perform").removesuffix("Action"), *arguments[:-1])
    elif member == "DidActivateAudioSession":  # from now on the app may use the microphone
        set_media(arguments[0]["Call"])
    elif member == "DidDeactivateAudioSession":
        set_media("")
    elif member == "StartCallRequested":  # from an address book or a link
        dial(arguments[0])
    elif member == "TransactionCompleted" and not arguments[0]:
        say("failed", arguments[1]["FailedAction"], arguments[1]["Reason"])
    elif member == "ProviderDidReset":  # the service has dropped its state, and with it all calls
        set_media("")
        calls.clear()


def perform(action, identifier, call, value="", *_):
    """Performs the action, then fulfils it: only then other programs see the change. A repeated action does no harm here."""
    if action == "StartCall" and value[0] == "phone-number":  # a real app sends the invitation here
        calls[call] = {"RemoteHandle": value, "Outgoing": True, "State": "dialing"}
    if call not in calls:  # not a number, or the call has just ended: tell the requester
        return tell("FailAction", "sa{sv}", identifier, {})
    say(action, call, value[1] if action == "StartCall" else value)
    if action == "AnswerCall":  # fulfil it when both sides can hear each other
        connected(call)
    elif action == "EndCall":
        del calls[call]
    elif action == "SetHeldCall":
        calls[call]["OnHold"] = bool(value)
    elif action == "SetMutedCall":
        calls[call]["Muted"] = bool(value)  # a real app sends silence, or the microphone again
    elif action == "SetGroupCall" and value:
        calls[call]["Group"] = calls.get(value, {}).setdefault("Group", str(uuid.uuid4()))
    elif action == "SetGroupCall":
        calls[call].pop("Group", None)
    # A real app also handles PlayDTMFCall here, and sends the tones in value to the other side.
    tell("FulfillAction", "sa{sv}", identifier, {})
    if action == "StartCall":  # there is no real other side: it rings and answers at once
        tell("ReportOutgoingCallStartedConnecting", "st", call, 0)
        tell("ReportOutgoingCallConnected", "st", call, 0)
        connected(call)


def connected(call):
    calls[call].update(State="active", ConnectedAt=dbus.UInt64(time.time() * 1_000_000))


def set_media(call):
    global media
    if call != media:
        say("audio", call or "off")
    media = call


def typed(lines, condition):
    line = lines.readline().decode()
    command, _, number = line.strip().partition(" ")
    call = next(reversed(calls), None)
    if command == "ring":  # the network: a call comes in
        call = str(uuid.uuid4())
        calls[call] = {"RemoteHandle": ("phone-number", number), "State": "incoming"}
        report("ReportNewIncomingCall", call)
    elif command == "dial":  # the user, in the window of this app
        dial(("phone-number", number))
    elif command == "end" and call:
        request("end-call", call)
    elif command == "remote-end" and call:  # the network: the other side has hung up
        del calls[call]
        tell("ReportCallEnded", "stsa{sv}", call, 0, "remote-ended", {})
    return line or loop.quit()


dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
bus, loop = dbus.SystemBus(), GLib.MainLoop()
bus.add_signal_receiver(signalled, dbus_interface=NAME, bus_name=NAME, member_keyword="member")
bus.watch_name_owner(NAME, owner_changed)
# Only if the bus can start it; the code above reports a missing service.
bus.call_async(BUS, "/org/freedesktop/DBus", BUS, "StartServiceByName", "su", (NAME, 0), None, None)
GLib.io_add_watch(open(0, "rb", buffering=0), GLib.IO_IN | GLib.IO_HUP, typed)
loop.run()
