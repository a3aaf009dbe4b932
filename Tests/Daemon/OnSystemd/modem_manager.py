#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""A program with the name of ModemManager on the system bus, until it is killed. It fails if another program has the name."""

import sys

from gi.repository import Gio, GLib

NAME = "org.freedesktop.ModemManager1"
loop = GLib.MainLoop()
lost = []


def lose(bus, name):
    lost.append(name)
    loop.quit()


Gio.bus_own_name(Gio.BusType.SYSTEM, NAME, Gio.BusNameOwnerFlags.DO_NOT_QUEUE, None, None, lose)
loop.run()
sys.exit(len(lost))
