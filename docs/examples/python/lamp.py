#!/usr/bin/python3
# SPDX-License-Identifier: MIT
# A lamp at the door. It follows Lamp of org.monkeycall.Agent, and sets the lamp by the program busylight, which knows
# the lamps of many makers (python3 -m pip install busylight-for-humans). For another lamp change COMMANDS and FREE.
import signal
import subprocess

import dbus
import dbus.mainloop.glib
from gi.repository import GLib

NAME, PATH = "org.monkeycall.Agent", "/org/monkeycall/Agent"
FREE = ["busylight", "off"]
COMMANDS = {
    "ringing": ["busylight", "blink", "yellow"],
    "muted": ["busylight", "on", "orange"],
    "in-call": ["busylight", "on", "red"],
    "held": ["busylight", "blink", "red"],
    "do-not-disturb": ["busylight", "on", "purple"],
}


class Lamp:
    def __init__(self):
        self.command, self.process = None, None

    def show(self, states):
        """The first state is the most important one. A later version of the agent may have states of other names."""
        command = next((COMMANDS[state] for state in states if state in COMMANDS), FREE)
        if command == self.command:
            return
        if self.process:  # for some lamps the program runs as long as the lamp is on
            self.process.terminate()
            self.process.wait()
        self.command, self.process = command, subprocess.Popen(command)


def appeared(owner):
    """The agent may start later, and another one may take its place."""
    if owner:
        agent = bus.get_object(NAME, PATH, introspect=False)
        agent.Get(NAME, "Lamp", dbus_interface=dbus.PROPERTIES_IFACE, reply_handler=lamp.show, error_handler=print)
    else:
        lamp.show([])


def changed(interface, values, _):
    if "Lamp" in values:
        lamp.show(values["Lamp"])


dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
bus, loop, lamp = dbus.SessionBus(), GLib.MainLoop(), Lamp()
bus.add_signal_receiver(changed, "PropertiesChanged", dbus.PROPERTIES_IFACE, NAME, PATH, arg0=NAME)
bus.watch_name_owner(NAME, appeared)
for number in (signal.SIGINT, signal.SIGTERM):
    GLib.unix_signal_add(GLib.PRIORITY_DEFAULT, number, loop.quit)
loop.run()
lamp.show([])
lamp.process.wait()
