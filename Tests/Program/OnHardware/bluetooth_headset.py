# SPDX-License-Identifier: MIT
"""A Bluetooth headset: its button answers and ends the calls of apps, through BlueZ, PipeWire and the front of modems."""

import os
import signal
import time

from bluetooth_phone import COMPUTER_ADDRESS, PHONE_CONTROLLER, make_controllers, turn_on
from machine import App, Lines, check, run

CALLER, OTHER, FRIEND = "+4930123456", "+4930654321", "+4940111222"
APP, SECOND = "org.example.App", "org.example.Second"
FRONT, BLUETOOTH = "monkeycall-modem-front.service", "bluetooth.service"
MODEM_MANAGER = "ModemManager.service"
HAS_MODEM_MANAGER = os.path.exists("/usr/sbin/ModemManager")


class Scene:
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
        if HAS_MODEM_MANAGER:
            run("systemctl", "mask", "--now", MODEM_MANAGER)
        run("systemctl", "start", FRONT)
        user.units("start", "monkeycall-bridge.service", "monkeycall-agent.service")
        self.app, self.second = App(user, APP), App(user, SECOND)
        self.headset = Lines("handsfree", [
            "/usr/bin/python3", os.path.join(os.path.dirname(__file__), "handsfree.py"), PHONE_CONTROLLER, COMPUTER_ADDRESS])
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
        try:
            return self.user.run("monkeycall", "bridges")
        except RuntimeError as error:
            # A bridge that was killed is not there yet.
            return str(error)

    def is_shown(self):
        """The front has the calls, and WirePlumber asks it."""
        return "bluetooth-headsets  user    runs" in self.bridges()

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

    def has_ended(self, number):
        """The user presses again when nothing has happened: the gateway ignores a hang-up in the second after another
        call has come to the front, as it does while calls come back to a service."""
        pressed = [0]

        def condition():
            if self.calls.has_ended(number, "local-ended")():
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


def connects(scene):
    check("the headset connects to the computer", lambda: scene.headset.says("ready"), lambda: "\n".join(scene.headset.said))
    check("the front shows the calls to headsets", scene.is_shown, scene.shown)


def answered(scene):
    scene.rings()
    check("the headset shows the number", scene.says(f"number {CALLER}"), scene.shown)
    check("the headset knows that a call comes in", scene.indicator("callsetup", 1), scene.shown)
    scene.presses("answer")
    check("the headset answers", scene.calls.is_in(CALLER, "active"), scene.shown)
    check("the answered call has the audio", lambda: scene.calls.of(CALLER)["HasAudio"])
    check("the headset no longer rings", scene.indicator("callsetup", 0), scene.shown)
    check("the headset lists the call", scene.lists(f"active:{CALLER}"), scene.shown)
    scene.presses("tone", "5")
    check("the headset plays a tone", lambda: any(line.startswith("dtmf ") and line.endswith(" 5") for line in scene.app.said),
          lambda: "\n".join(scene.app.said))
    scene.ends()


def rejected(scene):
    scene.rings()
    scene.presses("end")
    check("the headset rejects a call, which counts as declined", scene.calls.has_ended(CALLER, "declined"), scene.shown)
    check("the headset no longer rings after it has rejected", scene.indicator("callsetup", 0), scene.shown)


def given_up(scene):
    scene.rings()
    scene.hangs_up(CALLER)
    check("a caller who gives up ends the ringing at the headset", scene.indicator("callsetup", 0), scene.shown)
    check("a call that nobody answers is not declined by the headset", lambda: scene.calls.of(CALLER) is None)


def dialled_here(scene):
    scene.user.monkeycall("dial", APP, FRIEND)
    check("the headset follows a call that is dialled here", scene.indicator("call", 1), scene.shown)
    check("the headset lists the dialled call", scene.lists(f"active:{FRIEND}"), scene.shown)
    scene.ends(FRIEND)


def dials(scene):
    scene.presses("dial", FRIEND)
    check("a number that the headset dials is taken", scene.says(f"ok ATD{FRIEND};"), scene.shown)
    # The default is the question to the user, who does not answer here.
    scene.set("[Headsets]\\nDial=allow\\n[DefaultProviders]\\nphone-number=" + APP + "\\n")
    scene.presses("dial", OTHER)
    check("with Dial=allow the number is dialled", scene.calls.is_in(OTHER, "active"), scene.shown)
    check("the number that was asked about is not dialled", lambda: scene.calls.of(FRIEND) is None)
    scene.ends(OTHER)
    scene.set("[Headsets]\\nDial=off\\n")


def two_apps(scene):
    scene.call()
    scene.rings(OTHER, scene.second)
    scene.presses("answer")
    check("the headset answers the call of another app", scene.calls.is_in(OTHER, "active"), scene.shown)
    check("the call of the first app is held for it", scene.calls.is_in(CALLER, "held"), scene.shown)
    check("the headset lists both calls", scene.lists(f"held:{CALLER}", f"active:{OTHER}"), scene.shown)
    scene.hangs_up(OTHER, scene.second)
    check("the second call has ended", lambda: scene.calls.of(OTHER) is None, scene.shown)
    check("a held call alone does not end for the headset", scene.lists(f"active:{CALLER}"), scene.shown)
    check("the headset still talks", scene.indicator("call", 1), scene.shown)
    scene.user.monkeycall("resume")
    check("the held call resumes", scene.calls.is_in(CALLER, "active"), scene.shown)
    scene.hangs_up(CALLER)
    check("the headset knows that both calls are over", scene.indicator("call", 0), scene.shown)


def locked(scene):
    scene.set("[Screen]\\nShowCallerWhenLocked=no\\nAnswerWhenLocked=no\\n")
    lock(scene.user, True)
    scene.rings()
    check("the headset lists the call without a number while the screen is locked", scene.lists("incoming:"), scene.shown)
    scene.presses("answer")
    check("the press of the headset has arrived", scene.says("ok ATA"), scene.shown)
    check("a locked screen that does not answer keeps the call ringing", scene.calls.is_in(CALLER, "incoming"), scene.shown)
    scene.presses("end")
    check("the headset rejects on a locked screen", scene.calls.has_ended(CALLER, "declined"), scene.shown)
    lock(scene.user, False)
    scene.set("")
    scene.rings()
    check("an unlocked screen shows the number again", scene.says(f"number {CALLER}"), scene.shown)
    scene.presses("end")
    check("the call after the lock ends", scene.calls.has_ended(CALLER, "declined"), scene.shown)


def lock(user, is_locked):
    session = run("loginctl", "show-seat", "seat0", "--property=ActiveSession", "--value").strip()
    path = run("busctl", "call", "org.freedesktop.login1", "/org/freedesktop/login1", "org.freedesktop.login1.Manager",
               "GetSession", "s", session).split()[1].strip('"')
    user.run("busctl", "call", "org.freedesktop.login1", path, "org.freedesktop.login1.Session", "SetLockedHint", "b",
             str(is_locked).lower())
    check(f"the agent knows that the screen is {'locked' if is_locked else 'open'}",
          lambda: agent_says(user, "Locked") == str(is_locked).lower())


def agent_says(user, name):
    """A property of its interface for surfaces."""
    return user.run("busctl", "--user", "get-property", "org.monkeycall.Agent", "/org/monkeycall/Agent",
                    "org.monkeycall.Agent.Calls", name).split()[1]


def do_not_disturb(scene):
    scene.user.monkeycall("dnd", "on")
    begin = len(scene.headset.said)
    scene.app.ring(OTHER)
    check("do-not-disturb refuses the call", lambda: any("filtered" in line.lower() for line in scene.app.said),
          lambda: "\n".join(scene.app.said))
    scene.user.monkeycall("dnd", "off")
    # The next call comes after the refused one.
    scene.rings()
    check("the headset did not ring for the refused call", lambda: f"number {OTHER}" not in scene.headset.said[begin:])
    scene.presses("end")
    check("the call after do-not-disturb ends", scene.calls.has_ended(CALLER, "declined"), scene.shown)


def modem_manager(scene):
    """It comes during a call, and goes again."""
    if not HAS_MODEM_MANAGER:
        return
    check("mmcli sees no modem of the front", lambda: "No modems were found" in run("mmcli", "--list-modems"))
    scene.call()
    run("systemctl", "unmask", MODEM_MANAGER)
    run("systemctl", "start", MODEM_MANAGER)
    check("ModemManager gets its name from the front",
          lambda: "another program has the name of ModemManager" in scene.bridges(), scene.shown)
    check("the headset has no call while ModemManager runs", scene.indicator("call", 0), scene.shown)
    check("the call goes on while ModemManager runs", scene.calls.is_in(CALLER, "active"), scene.shown)
    run("systemctl", "mask", "--now", MODEM_MANAGER)
    check("the front shows the calls after ModemManager", scene.is_shown, scene.shown)
    check("the headset has the call after ModemManager", scene.lists(f"active:{CALLER}"), scene.shown)
    scene.ends()


def leaves(scene):
    scene.call()
    scene.headset.tell("leave")
    check("the headset leaves", scene.says("left"), scene.shown)
    check("the call goes on without the headset", scene.calls.is_in(CALLER, "active"), scene.shown)
    scene.presses("come")
    check("the headset comes back", scene.says("ready"), scene.shown)
    check("the headset that comes back knows the call", scene.indicator("call", 1), scene.shown)
    scene.ends()


class Program:
    """One of those between the app and the headset."""

    def __init__(self, name, unit, user=None, links=False):
        self.name, self.unit, self.user, self.links = name, unit, user, links

    def systemctl(self, *words):
        return self.user.units(*words, self.unit) if self.user else run("systemctl", *words, self.unit)

    def process(self):
        return int(self.systemctl("show", "--property=MainPID", "--value"))

    def kill(self):
        # systemd starts some units only a few times in a row.
        self.systemctl("reset-failed")
        process = self.process()
        os.kill(process, signal.SIGKILL)
        check(f"{self.name} has been killed", lambda: self.process() != process)


def kill(scene, program):
    scene.forget()
    program.kill()
    if program.unit == BLUETOOTH:
        scene.pairing.end()
        scene.pairing = turn_on()
    if program.links:
        check(f"the headset loses {program.name}", scene.says("left"), scene.shown)
        # The computer connects it again, or the headset does so.
        scene.headset.tell("come")
        check(f"the headset has {program.name} again", scene.says("ready"), scene.shown)
    check(f"the front shows the calls after {program.name} was killed", scene.is_shown, scene.shown)


def killed(scene):
    """Each program is killed while a call rings, while one is active, and while another one is held. The calls must go
    on, and the headset must act on them afterwards."""
    for program in (
            Program("the service", "monkeycalld.service"),
            Program("the gateway", "monkeycall-bridge.service", scene.user),
            Program("the front", FRONT),
            Program("WirePlumber", "wireplumber.service", scene.user, links=True),
            Program("bluetoothd", BLUETOOTH, links=True)):
        note = f"after {program.name} was killed"
        scene.rings()
        kill(scene, program)
        check(f"a call rings on {note}", scene.calls.is_in(CALLER, "incoming"), scene.shown)
        check(f"the headset has the ringing call {note}", scene.lists(f"incoming:{CALLER}"), scene.shown)
        scene.presses("answer")
        check(f"the headset answers {note}", scene.calls.is_in(CALLER, "active"), scene.shown)
        check(f"the headset talks {note}", scene.indicator("call", 1), scene.shown)
        kill(scene, program)
        check(f"a call goes on {note}", scene.calls.is_in(CALLER, "active"), scene.shown)
        check(f"the headset has the active call {note}", scene.lists(f"active:{CALLER}"), scene.shown)
        scene.rings(OTHER, scene.second)
        scene.presses("answer")
        check(f"the headset answers a second call {note}", scene.calls.is_in(CALLER, "held"), scene.shown)
        kill(scene, program)
        check(f"a held call stays held {note}", scene.calls.is_in(CALLER, "held"), scene.shown)
        check(f"the headset has both calls {note}", scene.lists(f"held:{CALLER}", f"active:{OTHER}"), scene.shown)
        check(f"the headset ends the active call {note}", scene.has_ended(OTHER), scene.shown)
        check(f"the headset shows the held one {note}", scene.lists(f"active:{CALLER}"), scene.shown)
        scene.hangs_up(CALLER)
        check(f"the headset knows that all is over {note}", scene.indicator("call", 0), scene.shown)


def story(user, calls):
    scene = Scene(user, calls)
    for part in (connects, answered, rejected, given_up, dialled_here, dials, two_apps, locked, do_not_disturb, leaves,
                 modem_manager, killed):
        part(scene)
    scene.set("")
    run("systemctl", "stop", FRONT)
