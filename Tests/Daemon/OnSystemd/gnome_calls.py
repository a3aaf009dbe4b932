#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""A stand-in for GNOME Calls with one active call, on the session bus, until it is killed: gnome_calls.py [PROTOCOL ID [NAME]]"""

import sys

from gi.repository import Gio, GLib

OBJECTS = """<node><interface name="org.freedesktop.DBus.ObjectManager"><method name="GetManagedObjects">
<arg type="a{oa{sa{sv}}}" direction="out"/></method></interface></node>"""
# The bus library of the test's bridge asks for single properties if it cannot read all together.
PROPERTIES = """<node><interface name="org.freedesktop.DBus.Properties"><method name="Get"><arg type="s" direction="in"/>
<arg type="s" direction="in"/><arg type="v" direction="out"/></method></interface></node>"""

protocol, other_side, name = (sys.argv[1:] + ["", "", ""])[:3]
CALL = {
    "Inbound": GLib.Variant("b", True),
    "State": GLib.Variant("u", 1),
    "Id": GLib.Variant("s", other_side or "0987654321"),
    "Protocol": GLib.Variant("s", protocol or "tel"),
    "DisplayName": GLib.Variant("s", name),
}
PATH = "/org/gnome/Calls/Call/1"


def listed(bus, sender, path, interface, method, arguments, invocation):
    objects = {PATH: {"org.gnome.Calls.Call": CALL}}
    invocation.return_value(GLib.Variant("(a{oa{sa{sv}}})", (objects,)))


def asked(bus, sender, path, interface, method, arguments, invocation):
    value = CALL.get(arguments.unpack()[1])
    if value is None:
        invocation.return_dbus_error("org.freedesktop.DBus.Error.UnknownProperty", "There is no such property")
    else:
        invocation.return_value(GLib.Variant("(v)", (value,)))


bus = Gio.bus_get_sync(Gio.BusType.SESSION)
bus.register_object("/org/gnome/Calls", Gio.DBusNodeInfo.new_for_xml(OBJECTS).interfaces[0], listed)
bus.register_object(PATH, Gio.DBusNodeInfo.new_for_xml(PROPERTIES).interfaces[0], asked)
Gio.bus_own_name_on_connection(bus, "org.gnome.Calls", Gio.BusNameOwnerFlags.NONE)
GLib.MainLoop().run()
