#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""A notification server with buttons, on the session bus, until it is killed. Its property Shown has the texts that it was told."""

from gi.repository import Gio, GLib

INTERFACE = """<node><interface name="org.freedesktop.Notifications">
<method name="GetCapabilities"><arg type="as" direction="out"/></method>
<method name="GetServerInformation"><arg type="s" direction="out"/><arg type="s" direction="out"/>
<arg type="s" direction="out"/><arg type="s" direction="out"/></method>
<method name="Notify"><arg type="s" direction="in"/><arg type="u" direction="in"/><arg type="s" direction="in"/>
<arg type="s" direction="in"/><arg type="s" direction="in"/><arg type="as" direction="in"/>
<arg type="a{sv}" direction="in"/><arg type="i" direction="in"/><arg type="u" direction="out"/></method>
<method name="CloseNotification"><arg type="u" direction="in"/></method>
<property name="Shown" type="as" access="read"/></interface></node>"""

shown = []


def call(_bus, _sender, _path, _interface, method, arguments, reply):
    if method == "GetCapabilities":
        reply.return_value(GLib.Variant("(as)", (["actions", "body"],)))
    elif method == "GetServerInformation":
        reply.return_value(GLib.Variant("(ssss)", ("test", "test", "1", "1.2")))
    elif method == "Notify":
        shown.append(f"{arguments[3]} {arguments[4]}")
        reply.return_value(GLib.Variant("(u)", (arguments[1] or len(shown),)))
    else:
        reply.return_value(None)


bus = Gio.bus_get_sync(Gio.BusType.SESSION)
bus.register_object(
    "/org/freedesktop/Notifications", Gio.DBusNodeInfo.new_for_xml(INTERFACE).interfaces[0], call,
    lambda *_: GLib.Variant("as", shown), None)
Gio.bus_own_name_on_connection(bus, "org.freedesktop.Notifications", Gio.BusNameOwnerFlags.NONE, None, None)
GLib.MainLoop().run()
