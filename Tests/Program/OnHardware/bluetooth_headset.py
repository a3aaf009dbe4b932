# SPDX-License-Identifier: MIT
"""A Bluetooth headset: its button answers and ends the calls of apps, through BlueZ, PipeWire and the front of modems."""

import os
import signal

from bluetooth_phone import turn_on
from headset_and_modems import beside_modem_manager, modem_manager_comes
from headset_scene import APP, ASKS_FRONT, BLUETOOTH, CALLER, DIAL, FRIEND, FRONT, OTHER, Scene, agent_says
from machine import check, run


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
    scene.set(DIAL + APP + "\\n")
    scene.presses("dial", OTHER)
    check("with Dial=allow the number is dialled", scene.calls.is_in(OTHER, "active"), scene.shown)
    check("the number that was asked about is not dialled", lambda: scene.calls.of(FRIEND) is None)
    scene.ends(OTHER)
    redials(scene)
    scene.set("[Headsets]\\nDial=off\\n")
    scene.presses("dial", FRIEND)
    check("with Dial=off the press of the headset has arrived", scene.says(f"ok ATD{FRIEND};"), scene.shown)
    scene.rings()
    check("with Dial=off no number is dialled", scene.lists(f"incoming:{CALLER}"), scene.shown)
    scene.presses("end")
    check("the call after Dial=off ends", scene.calls.has_ended(CALLER, "declined"), scene.shown)
    # Its last ring must not be taken for that of the next call.
    check("the headset stops ringing after Dial=off", scene.indicator("callsetup", 0), scene.shown)


def redials(scene):
    """The number that was dialled last, and not the one of a later call that came in."""
    scene.rings()
    scene.presses("end")
    check("a call that nobody dialled has ended", scene.calls.has_ended(CALLER, "declined"), scene.shown)
    scene.presses("redial")
    if not ASKS_FRONT:
        return check("PipeWire refuses to redial", lambda: any(line.startswith("refused AT+BLDN") for line in scene.headset.said),
                     scene.shown)
    check("redial reaches the front", scene.says("ok AT+BLDN"), scene.shown)
    check("the headset redials", scene.calls.is_in(OTHER, "active"), scene.shown)
    check("no other number is redialled", scene.lists(f"active:{OTHER}"), scene.shown)
    scene.ends(OTHER)


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
                 beside_modem_manager if ASKS_FRONT else modem_manager_comes, killed):
        part(scene)
    scene.set("")
    run("systemctl", "stop", FRONT)
