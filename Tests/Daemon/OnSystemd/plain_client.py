# SPDX-License-Identifier: MIT
"""An app that does nothing about restarts of the service: its connection only stays open."""
import time
import uuid

from gi.repository import Gio, GLib

from service import NAME, PATH, Connection

IDENTIFIER = "org.example.Plain"


class PlainClient(Connection):
    def __init__(self):
        super().__init__()
        self.signals = []
        flags = Gio.DBusSignalFlags.NO_MATCH_RULE  # the service sends signals to this connection only
        self.bus.signal_subscribe(None, NAME, None, PATH, None, flags, self.received)
        self.register()

    def register(self):
        self.call("RegisterProvider", "(sa{sv})", IDENTIFIER, {})

    def received(self, _bus, _sender, _path, _interface, member, parameters):
        self.signals.append((member, parameters.unpack()))

    def wait(self, wanted, seconds=20):
        """Returns the arguments of the first signal with this name. Drops the signals before it."""
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            while self.signals:
                member, arguments = self.signals.pop(0)
                if member == wanted:
                    return arguments
            GLib.timeout_add(100, lambda: False)  # wakes the next line
            GLib.MainContext.default().iteration(True)
        raise TimeoutError(f"{wanted} did not come within {seconds} seconds")

    def pending_signals(self):
        while GLib.MainContext.default().iteration(False):
            pass
        return [member for member, _ in self.signals]

    def perform(self, kind):
        """Waits for the action, and fulfils it."""
        self.fulfill(self.wait(f"Perform{kind}Action"))

    def fulfill(self, arguments):
        self.call("FulfillAction", "(sa{sv})", arguments[1], {})

    def active_call(self):
        """A call that comes in and is answered. An active one is held for it."""
        call = str(uuid.uuid4())
        holds = bool(self.get("OwnerCalls", on=NAME + ".Audio"))
        self.call("ReportNewIncomingCall", "(ssa{sv})", IDENTIFIER, call, {})
        self.request("answer-call", call)
        if holds:
            self.perform("SetHeldCall")
        self.perform("AnswerCall")
        self.wait("DidActivateAudioSession")
        return call
