# SPDX-License-Identifier: MIT
"""The installed service: its unit, its process, and connections to it."""
import contextlib
import os
import pathlib
import pwd
import random
import select
import signal
import struct
import subprocess
import threading
import time
import uuid

from gi.repository import Gio, GLib

NAME, PATH = "org.monkeycall.CallManager", "/org/monkeycall/CallManager"
PROPERTIES = "org.freedesktop.DBus.Properties"
UNIT = "monkeycalld.service"
CALLER = pwd.getpwnam("monkeytester")
# In the journal, when the service does not use the whole state that it found.
GIVEN_UP = "services ended while|was dropped"
FOLDER = pathlib.Path("/run/monkeycall")

_as_caller = threading.Lock()


class Refused(Exception):
    """The service replied with an error."""
    def __init__(self, name, message):
        super().__init__(f"{name}: {message}")
        self.name = name.rpartition(".")[2]


@contextlib.contextmanager
def as_caller():
    """Acts as an ordinary user: the bus takes the user of a connection from the moment when it is made."""
    with _as_caller:
        os.setegid(CALLER.pw_gid)
        os.seteuid(CALLER.pw_uid)
        try:
            yield
        finally:
            os.seteuid(0)
            os.setegid(0)


class Connection:
    """A connection of the ordinary user. Threads may share it."""
    def __init__(self):
        address = Gio.dbus_address_get_for_bus_sync(Gio.BusType.SYSTEM)
        flags = Gio.DBusConnectionFlags
        with as_caller():
            self.bus = Gio.DBusConnection.new_for_address_sync(
                address, flags.AUTHENTICATION_CLIENT | flags.MESSAGE_BUS_CONNECTION)

    def call_once(self, method, signature="()", *arguments, on=NAME, path=PATH):
        """Also starts the service. Raises Refused, also with NoReply if the service ends meanwhile."""
        try:
            reply = self.bus.call_sync(
                NAME, path, on, method, GLib.Variant(signature, arguments), None, Gio.DBusCallFlags.NONE, 60_000, None)
        except GLib.Error as error:
            raise Refused(Gio.DBusError.get_remote_error(error) or error.domain, error.message) from None
        return reply.unpack()

    def call(self, *arguments, **more):
        """Repeats a call without a reply, as docs/clients/APPS.md says."""
        while True:
            try:
                return self.call_once(*arguments, **more)
            except Refused as error:
                # NameHasNoOwner comes from dbus-broker if the service is killed while it starts.
                if error.name not in ("NoReply", "NameHasNoOwner"):
                    raise

    def get(self, name, on=NAME, path=PATH):
        return self.call("Get", "(ss)", on, name, on=PROPERTIES, path=path)[0]

    def request(self, action, call, **more):
        """Requests an action for the user. The id makes the request harmless to repeat."""
        types = {bool: "b", str: "s", tuple: "(ss)"}
        values = {"Action": action, "Call": call, **more}
        wire = {key: GLib.Variant(types[type(value)], value) for key, value in values.items()}
        options = {"Transaction": GLib.Variant("s", str(uuid.uuid4()))}
        return self.call("RequestTransaction", "(aa{sv}a{sv})", [wire], options)[0]

    def calls(self):
        """All calls: identifiers of their providers, by id."""
        return {call: provider for call, _, provider, *_ in self.call("ListCalls")[0]}

    def state_of(self, call):
        """The properties of a call; empty if there is none."""
        path = PATH + "/calls/" + call.replace("-", "_")
        try:
            return self.call("GetAll", "(s)", NAME + ".Call", on=PROPERTIES, path=path)[0]
        except Refused as error:
            if error.name not in ("UnknownObject", "UnknownMethod", "UnknownInterface"):
                raise
            return {}

    def state(self):
        """Everything that clients can read of calls, providers and audio."""
        objects = self.call("GetManagedObjects", on="org.freedesktop.DBus.ObjectManager")[0]
        audio = self.call("GetAll", "(s)", NAME + ".Audio", on=PROPERTIES)[0]
        return {"Instance": self.get("Instance"), "objects": objects, "audio": audio}


def systemctl(*arguments):
    subprocess.run(["systemctl", *arguments], check=True)


def show(property, unit=UNIT):
    command = ["systemctl", "show", f"--property={property}", "--value", unit]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


def process():
    """The main process of the unit; 0 = none."""
    return int(show("MainPID"))


# If the service is killed while it starts, dbus-broker refuses the calls that wait for it, with NameHasNoOwner. Clients
# do not repeat these calls.
KILLS_STARTS = show("Id", "dbus.service") != "dbus-broker.service"


def end_process(number=signal.SIGKILL):
    """Returns when the process is gone, because until then it may still answer."""
    main = process()
    descriptor = os.pidfd_open(main)
    os.kill(main, number)
    # It is readable when the process has ended.
    with open(descriptor, "rb", buffering=0) as ended:
        if not select.select([ended], [], [], 20)[0]:
            raise TimeoutError(f"the service did not end within 20 seconds of signal {number}")


class Guard:
    """The service's own guard against a state that crashes it: after three services in a row that ended while one user was
    at hand, it gives up a part of this user's state. A kill during an event or a start looks like a crash, so at most two
    of these may come in a row. The next answered request of a client of this user ends the row."""

    def __init__(self):
        self.kills_at_hand = 0

    def allows_kill(self):
        at_hand, counts = guard_words()
        return at_hand == 0 or max(counts, default=0) < 2

    def kill(self, in_event=False):
        """Kills the service at this moment, or later if the guard would take it for a third crash. `in_event` waits for a
        moment at which the service handles an event."""
        while True:
            main = process()
            if main == 0:
                continue
            with contextlib.suppress(ProcessLookupError):
                while True:
                    # It stands still, so nothing changes between look and kill.
                    os.kill(main, signal.SIGSTOP)
                    if self.allows_kill() and (not in_event or is_in_event()) and (KILLS_STARTS or not is_starting()):
                        self.kills_at_hand += guard_words()[0] != 0
                        return os.kill(main, signal.SIGKILL)
                    os.kill(main, signal.SIGCONT)
                    time.sleep(random.uniform(0, 0.01))


def is_starting():
    return show("ActiveState") != "active"


def guard_words():
    """What the service handles, 0 = nothing, and the numbers of services that ended with the same at hand:
    Sources/Daemon/CallService/State/CrashGuard.swift."""
    try:
        at_hand, *strikes = [word for word, in struct.iter_unpack("=Q", (FOLDER / "at-hand").read_bytes())]
    except (FileNotFoundError, ValueError):
        return 0, []
    return at_hand, [word >> 40 & 0xFF for word in strikes]


def is_in_event():
    return guard_words()[0] >> 32 == 2


def journal(pattern):
    """The lines of the unit's journal that match."""
    subprocess.run(["journalctl", "--sync"], check=True)
    command = ["journalctl", "--quiet", "--output=cat", f"--unit={UNIT}", f"--grep={pattern}"]
    return subprocess.run(command, capture_output=True, text=True).stdout.splitlines()
