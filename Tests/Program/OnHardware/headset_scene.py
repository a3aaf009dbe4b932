# SPDX-License-Identifier: MIT
"""A Bluetooth headset at the machine, two apps, and what the headset shows of their calls."""

import os
import pathlib
import time

import modem_manager
from bluetooth_phone import COMPUTER_ADDRESS, PHONE_CONTROLLER, make_controllers, turn_on
from machine import App, Lines, check, run

CALLER, OTHER, FRIEND = "+4930123456", "+4930654321", "+4940111222"
APP, SECOND = "org.example.App", "org.example.Second"
FRONT, BLUETOOTH = "monkeycall-modem-front.service", "bluetooth.service"
# What headsets dial is dialled at once, by the provider whose identifier follows.
DIAL = "[Headsets]\\nDial=allow\\n[DefaultProviders]\\nphone-number="


def asks_front():
    """Whether PipeWire has our change, and asks the front by the front's own name."""
    setting = b"bluez5.hfphsp-backend-native-modem-service"
    plugins = pathlib.Path("/usr/lib").glob("*/spa-0.2/bluez5/libspa-bluez5.so")
    return any(setting in plugin.read_bytes() for plugin in plugins)


ASKS_FRONT = asks_front()


class Scene:
    # The program that plays the headset.
    program = "handsfree.py"

    def __init__(self, user, calls):
        self.user, self.calls = user, calls
        self.write("")
        # An earlier story may have paired a phone on the same controller. WirePlumber would start BlueZ at once.
        user.units("stop", "wireplumber.service")
        run("systemctl", "stop", BLUETOOTH)
        run("sh", "-c", "rm -rf /var/lib/bluetooth/*")
        self.emulator = make_controllers()
        self.pairing = turn_on()
        user.units("start", "wireplumber.service")
        if ASKS_FRONT:
            modem_manager.start()
        elif modem_manager.IS_INSTALLED:
            modem_manager.mask()
        run("systemctl", "start", FRONT)
        user.units("start", "monkeycall-bridge.service", "monkeycall-agent.service")
        self.app, self.second = App(user, APP), App(user, SECOND)
        self.headset = Lines("handsfree", [
            "/usr/bin/python3", os.path.join(os.path.dirname(__file__), self.program), PHONE_CONTROLLER, COMPUTER_ADDRESS])
        self.heard = 0

    def set(self, text):
        """The user changes the settings of the agent. It tells of its buttons when it has read them, so they are off for
        a moment."""
        for lines, word in (("[Headsets]\\nButtons=no\\n", "false"), (text, "true")):
            self.write(lines)
            check(f"the agent has read {lines}", lambda: agent_says(self.user, "HeadsetButtons") == word)

    def write(self, text):
        folder = os.path.join(self.user.environment["HOME"], ".config/monkeycall")
        self.user.run("mkdir", "-p", folder)
        self.user.run("sh", "-c", f'printf "%b" "$1" > "{folder}/agent.conf"', "sh", text)

    # What the headset shows

    def bridges(self):
        return bridges(self.user)

    def is_shown(self):
        """The front has the calls, and WirePlumber asks it."""
        return gateway_is(self.user, "runs")()

    def shown(self):
        return "\n".join([*self.headset.said[-20:], self.calls.shown(), self.bridges()])

    def forget(self):
        self.heard = len(self.headset.said)

    def says(self, line):
        """Since the last `forget`."""
        return lambda: line in self.headset.said[self.heard:]

    def indicator(self, name, value):
        """The present value of an indicator."""
        def condition():
            values = [line.split()[1] for line in self.headset.said if line.startswith(name + " ")]
            return values[-1:] == [str(value)]
        return condition

    def lists(self, *calls):
        """Asks for the list of calls until it is this one."""
        def condition():
            self.headset.tell("calls")
            lists = [line for line in self.headset.said if line.startswith("calls")]
            return lists and sorted(lists[-1].split()[1:]) == sorted(calls)
        return condition

    def presses(self, *words):
        self.forget()
        self.headset.tell(*words)

    def has_ended(self, number, reason="local-ended", calls=None):
        """The user presses again when nothing has happened: the gateway ignores a hang-up in the second after a call has
        gone, or another one has come to the front, as it does while calls come back to a service."""
        pressed = [0]

        def condition():
            if (calls or self.calls).has_ended(number, reason)():
                return True
            if time.monotonic() - pressed[0] > 3:
                pressed[0] = time.monotonic()
                self.presses("end")
            return False
        return condition

    # Calls

    def rings(self, number=CALLER, app=None):
        self.forget()
        (app or self.app).ring(number)
        check(f"the headset rings for {number}", self.says("ring"), self.shown)

    def call(self):
        """A call that the headset has answered."""
        self.rings()
        self.presses("answer")
        check("the call that the headset answers is active", self.calls.is_in(CALLER, "active"), self.shown)
        check("the headset knows that it talks", self.indicator("call", 1), self.shown)

    def hangs_up(self, number, app=None):
        """The other side does."""
        (app or self.app).tell("ended", self.calls.name(number))

    def ends(self, number=CALLER):
        self.presses("end")
        check(f"the headset ends the call with {number}", self.calls.has_ended(number, "local-ended"), self.shown)
        check("the headset knows that the call is over", self.indicator("call", 0), self.shown)


def bridges(user):
    try:
        return user.run("monkeycall", "bridges")
    except RuntimeError as error:
        # A bridge that was killed is not there yet.
        return str(error)


def gateway_is(user, state):
    """Whether the user's bridge says that of headsets."""
    return lambda: f"bluetooth-headsets  user    {state}" in bridges(user)


def agent_says(user, name):
    """A property of its interface for surfaces."""
    return user.run("busctl", "--user", "get-property", "org.monkeycall.Agent", "/org/monkeycall/Agent",
                    "org.monkeycall.Agent.Calls", name).split()[1]
