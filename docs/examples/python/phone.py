#!/usr/bin/python3
# SPDX-License-Identifier: MIT
# A calling app without a network: all that it owes to org.monkeycall.CallManager. What to type: ../README.md.
import time
import uuid

import dbus
import dbus.mainloop.glib
from gi.repository import GLib

NAME, PATH, PHONE = "org.monkeycall.CallManager", "/org/monkeycall/CallManager", "org.example.PythonPhone"
BUS = "org.freedesktop.DBus"

calls = {}  # by id, oldest first: what a service that is started anew has to be told of each
media = ""  # the call that microphone and speaker are open for


def say(*words):
    print(*words, flush=True)


def tell(method, signature, *arguments, done=lambda *reply: None, refused=lambda: None):
    """Never waits: the reply to ReportNewIncomingCall may take ten seconds, and no window may hang for so long."""
    def failed(error):
        say("error", method, error.get_dbus_name(), error.get_dbus_message())
        refused()
    bus.call_async(NAME, PATH, NAME, method, signature, arguments, done, failed)


def request(action, call, **more):
    """What the user wants goes to the service first, from this app's own window too. It comes back to perform()."""
    tell("RequestTransaction", "aa{sv}a{sv}", [{"Action": action, "Call": call, **more}], {})


def dial(handle):
    request("start-call", str(uuid.uuid4()), Provider=PHONE, Handle=handle)


def report(method, call):
    # A call that is refused is one that nobody is told of: a real app would let the caller know.
    tell(method, "ssa{sv}", PHONE, call, calls[call],
         done=lambda: say("reported", call), refused=lambda: calls.pop(call, None))


def owner_changed(owner):
    """The service is there, or is gone. People go on talking, but who has the microphone is to be said anew."""
    set_media("")
    if not owner:
        say("no service")
    else:
        configuration = {"LocalizedName": "Phone in Python", "SupportedHandleTypes": ["phone-number"]}
        tell("RegisterProvider", "sa{sv}", PHONE, configuration, done=registered)


def registered(provider):
    say("registered", PHONE)
    for call in calls:
        report("ReportExistingCall", call)


def signalled(_, *arguments, member):
    if member.startswith("Perform"):
        perform(member.removeprefix("Perform").removesuffix("Action"), *arguments[:-1])
    elif member == "DidActivateAudioSession":  # the microphone is ours now, and not before
        set_media(arguments[0]["Call"])
    elif member == "DidDeactivateAudioSession":
        set_media("")
    elif member == "StartCallRequested":  # by an address book, or a link
        dial(arguments[0])
    elif member == "TransactionCompleted" and not arguments[0]:
        say("failed", arguments[1]["FailedAction"], arguments[1]["Reason"])
    elif member == "ProviderDidReset":  # the service was told to stop, and has ended all calls
        set_media("")
        calls.clear()


def perform(action, identifier, call, value="", *_):
    """Does it, and then says so: only that makes it true for everybody else."""
    if action == "StartCall" and value[0] == "phone-number":  # here an app would send the invitation
        calls[call] = {"RemoteHandle": value, "Outgoing": True, "State": "dialing"}
    if call not in calls:  # not a number, or the call has just ended: whoever waits for it has to know
        return tell("FailAction", "sa{sv}", identifier, {})
    say(action, call, value[1] if action == "StartCall" else value)
    if action == "AnswerCall":  # to be fulfilled when both sides can hear each other
        connected(call)
    elif action == "EndCall":
        del calls[call]
    elif action == "SetHeldCall":
        calls[call]["OnHold"] = bool(value)
    elif action == "SetMutedCall":
        calls[call]["Muted"] = bool(value)  # here an app would send silence, or the microphone again
    elif action == "SetGroupCall" and value:
        calls[call]["Group"] = calls.get(value, {}).setdefault("Group", str(uuid.uuid4()))
    elif action == "SetGroupCall":
        calls[call].pop("Group", None)
    # A real app also hears PlayDTMFCall here, and sends the tones in value to the other side.
    tell("FulfillAction", "sa{sv}", identifier, {})
    if action == "StartCall":  # there is nobody at the other side: it rings and picks up at once
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
    if command == "ring":  # the network: somebody calls
        call = str(uuid.uuid4())
        calls[call] = {"RemoteHandle": ("phone-number", number), "State": "incoming"}
        report("ReportNewIncomingCall", call)
    elif command == "dial":  # the user, in a window of this app
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
# If the bus knows how to: that there is no service is said above.
bus.call_async(BUS, "/org/freedesktop/DBus", BUS, "StartServiceByName", "su", (NAME, 0), None, None)
GLib.io_add_watch(open(0, "rb", buffering=0), GLib.IO_IN | GLib.IO_HUP, typed)
loop.run()
