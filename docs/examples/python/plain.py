#!/usr/bin/python3
# SPDX-License-Identifier: MIT
# The smallest calling app. It does nothing about restarts of the service, and its calls go on. ../README.md says what
# to type.
import uuid

import dbus
import dbus.mainloop.glib
from gi.repository import GLib

NAME, PATH, PHONE = "org.monkeycall.CallManager", "/org/monkeycall/CallManager", "org.example.PlainPhone"


def tell(method, signature, *arguments, done=lambda *reply: None):
    bus.call_async(NAME, PATH, NAME, method, signature, arguments, done, lambda error: print(method, error, flush=True))


def signalled(_, *arguments, member):
    if member.startswith("Perform"):  # a real app performs the action here
        print(member, arguments[1], flush=True)
        tell("FulfillAction", "sa{sv}", arguments[0], {})
    elif member.startswith("Did"):  # a real app opens or closes microphone and speaker here
        print(member, flush=True)


def typed(lines, condition):
    command, _, number = lines.readline().decode().strip().partition(" ")
    if command == "ring":  # the network: a call comes in
        call = str(uuid.uuid4())
        update = {"RemoteHandle": ("phone-number", number)}
        tell("ReportNewIncomingCall", "ssa{sv}", PHONE, call, update, done=lambda: print("reported", call, flush=True))
    return command or loop.quit()


dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
bus, loop = dbus.SystemBus(), GLib.MainLoop()
bus.add_signal_receiver(signalled, dbus_interface=NAME, bus_name=NAME, member_keyword="member")
tell("RegisterProvider", "sa{sv}", PHONE, {}, done=lambda provider: print("registered", PHONE, flush=True))
GLib.io_add_watch(open(0, "rb", buffering=0), GLib.IO_IN | GLib.IO_HUP, typed)
loop.run()
