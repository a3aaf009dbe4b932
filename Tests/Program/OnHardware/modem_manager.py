# SPDX-License-Identifier: MIT
"""The real ModemManager, with a modem that is simulated."""

import os

from machine import Lines, check, run

UNIT, NAME = "ModemManager.service", "org.freedesktop.ModemManager1"
IS_INSTALLED = os.path.exists("/usr/sbin/ModemManager")
SOCKET = "abstract:monkeycall-modem"
# ModemManager's own switches for tests. It then takes the profile of a modem, and looks for no other one.
SETTINGS = """[Service]
ExecStart=
ExecStart=/usr/sbin/ModemManager --no-auto-scan --test-enable --test-no-udev --test-no-qrtr --test-no-suspend-resume
"""


def mask():
    run("systemctl", "mask", "--now", UNIT)


def start():
    folder = f"/run/systemd/system/{UNIT}.d"
    os.makedirs(folder, exist_ok=True)
    with open(folder + "/stories.conf", "w") as file:
        file.write(SETTINGS)
    run("systemctl", "unmask", UNIT)
    run("systemctl", "daemon-reload")
    run("systemctl", "start", UNIT)


def has_its_name():
    owner = run("busctl", "call", "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus",
                "GetConnectionUnixProcessID", "s", NAME).split()[1]
    return owner == run("systemctl", "show", "--property=MainPID", "--value", UNIT).strip()


def plug_in():
    """A modem that can call."""
    modem = Lines("modem", ["/usr/bin/python3", os.path.join(os.path.dirname(__file__), "modem.py"), SOCKET])
    check("the modem listens", lambda: modem.says("listens"))
    run("busctl", "call", NAME, "/org/freedesktop/ModemManager1", NAME + ".Test", "SetProfile", "ssas", "modem", "generic",
        "1", SOCKET)
    check("ModemManager finds a modem", lambda: "/Modem/" in modems())
    run("mmcli", "--modem=any", "--enable")
    check("the modem is registered", lambda: "registered" in run("mmcli", "--modem=any"), lambda: run("mmcli", "--modem=any"))
    return modem


def modems():
    """As mmcli lists them."""
    return run("mmcli", "--list-modems")
