#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""A stand-in for GNOME Calls with one active call, on the session bus, until it is killed: gnome_calls.py [PROTOCOL ID]"""

import sys

from gi.repository import Gio, GLib

OBJECTS = """<node><interface name="org.freedesktop.DBus.ObjectManager"><method name="GetManagedObjects">
<arg type="a{oa{sa{sv}}}" direction="out"/></method></interface></node>"""

protocol, other_side = sys.argv[1:] or ("tel", "0987654321")
CALL = {
    "Inbound": GLib.Variant("b", True),
    "State": GLib.Variant("u", 1),
    "Id": GLib.Variant("s", other_side),
    "Protocol": GLib.Variant("s", protocol),
}


def called(bus, sender, path, interface, method, arguments, invocation):
    objects = {"/org/gnome/Calls/Call/1": {"org.gnome.Calls.Call": CALL}}
    invocation.return_value(GLib.Variant("(a{oa{sa{sv}}})", (objects,)))


bus = Gio.bus_get_sync(Gio.BusType.SESSION)
bus.register_object("/org/gnome/Calls", Gio.DBusNodeInfo.new_for_xml(OBJECTS).interfaces[0], called)
Gio.bus_own_name_on_connection(bus, "org.gnome.Calls", Gio.BusNameOwnerFlags.NONE)
GLib.MainLoop().run()
