# SPDX-License-Identifier: MIT
"""USB headsets: the kernel's hidraw, our rule of udev, the access that logind gives, and the agent."""

import os

from headset import BUTTONS_AND_LIGHTS, KEYS, Headset
from machine import App, check, run

CALLER, OTHER = "+4930123456", "+4930654321"


def property_of(node, name):
    words = dict(line.split("=", 1) for line in run("udevadm", "info", "--query=property", node).splitlines())
    return words.get(name)


def may_open(user, node):
    return user.succeeds("test", "-r", node) and user.succeeds("test", "-w", node)


class Scene:
    def __init__(self, user, calls):
        self.user, self.calls = user, calls
        for module in ("uhid", "hid-generic"):
            run("modprobe", module)
        user.units("start", "monkeycall-agent.service")
        check("the agent is the shell of the user", lambda: calls.audio.get("HasShell"))
        self.app = App(user)
        self.headset = None

    def rings(self, number=CALLER):
        self.app.ring(number)
        check("a call rings", self.calls.is_in(number, "incoming"))

    def shows(self, *lights, headset=None):
        return lambda: (headset or self.headset).lights == set(lights)

    def seen(self):
        return f"{self.calls.shown()}\nlights: {self.headset.shown}"

    def agent_uses(self, node):
        folder = f"/proc/{self.user.process('monkeycall-agent.service')}/fd"
        return node in [os.readlink(f"{folder}/{name}") for name in os.listdir(folder) if os.path.islink(f"{folder}/{name}")]

    def hangs_up(self):
        """The hook is pressed again, because the first press may come so soon after the light that it counts as an echo."""
        has_ended = self.calls.has_ended(CALLER, "local-ended")
        return lambda: has_ended() or self.headset.press_hook()

    def ends(self):
        self.user.monkeycall("end")
        check("the call has ended", lambda: not self.calls.calls)


def plugged_in(scene):
    scene.headset = Headset("Headset One")
    check("the kernel makes a device of the headset", lambda: scene.headset.node)
    node = scene.headset.node
    check("udev finds that it is a headset for calls", lambda: property_of(node, "ID_CALL_HEADSET") == "1")
    check("logind gives it to the user at the seat", lambda: may_open(scene.user, node))
    check("another user may not open it", lambda: "nobody" not in run("getfacl", "-p", node))
    check("the agent opens it", lambda: scene.agent_uses(node))


def hook(scene):
    scene.rings()
    check("the headset rings", scene.shows("ring"), scene.seen)
    scene.headset.press_hook()
    check("its hook answers the call", scene.calls.is_in(CALLER, "active"), scene.seen)
    check("its light says that it is in a call", scene.shows("off-hook"), scene.seen)
    check("the answered call has the audio", lambda: scene.calls.of(CALLER)["HasAudio"], scene.seen)
    scene.headset.press_mute()
    check("its mute key mutes the call", lambda: scene.calls.of(CALLER)["Muted"], scene.seen)
    check("its light says that it is muted", scene.shows("off-hook", "mute"), scene.seen)
    scene.user.monkeycall("unmute")
    check("the light goes out when the call is unmuted elsewhere", scene.shows("off-hook"), scene.seen)
    check("its hook ends the call", scene.hangs_up(), scene.seen)
    check("all its lights are off after the call", scene.shows(), scene.seen)


def echo(scene):
    """The headset repeats as its own state what the light has told it."""
    scene.rings()
    scene.user.monkeycall("answer")
    check("the headset goes off-hook by itself when the call is answered elsewhere", lambda: scene.headset.is_off_hook)
    check("the call has the audio then", lambda: scene.calls.of(CALLER)["HasAudio"], scene.seen)
    scene.headset.press_mute()
    check("a key after that is heard", lambda: scene.calls.of(CALLER)["Muted"])
    check("the echo of the light did nothing to the call", scene.calls.is_in(CALLER, "active"), scene.seen)
    scene.ends()
    check("the headset goes on-hook by itself", lambda: not scene.headset.is_off_hook, scene.seen)


def declined_elsewhere(scene):
    scene.rings()
    check("the headset rings again", scene.shows("ring"), scene.seen)
    scene.user.monkeycall("decline")
    check("the headset is silent when the call is declined elsewhere", scene.shows(), scene.seen)


def two_headsets(scene):
    second = Headset("Headset Two")
    check("the agent opens a second headset", lambda: second.node and scene.agent_uses(second.node))
    scene.rings()
    check("the first headset rings", scene.shows("ring"), scene.seen)
    check("the second headset rings", scene.shows("ring", headset=second), scene.seen)
    second.press_hook()
    check("the hook of the second headset answers", scene.calls.is_in(CALLER, "active"), scene.seen)
    check("both headsets are in the call", lambda: scene.headset.lights == second.lights == {"off-hook"}, scene.seen)
    check("the hook of the first headset ends the call", scene.hangs_up(), scene.seen)
    second.unplug()
    check("the second headset leaves", lambda: second.node is None)


def unplugged(scene):
    scene.rings()
    scene.headset.press_hook()
    check("a call is on the headset", scene.calls.is_in(CALLER, "active"), scene.seen)
    scene.headset.unplug()
    check("the headset leaves in a call", lambda: scene.headset.node is None)
    check("the call goes on without it", scene.calls.is_in(CALLER, "active"))
    scene.headset = Headset("Headset One")
    check("a headset that comes in a call shows it", scene.shows("off-hook"), scene.seen)
    scene.headset.press_mute()
    check("the headset that came in a call works", lambda: scene.calls.of(CALLER)["Muted"], scene.seen)
    check("its coming did nothing to the call", scene.calls.is_in(CALLER, "active"), scene.seen)
    scene.ends()


def keyboard(scene):
    """It could read what the user types, and a program could type."""
    device = Headset("Keyboard", KEYS + BUTTONS_AND_LIGHTS)
    check("the kernel makes a device of the keyboard", lambda: device.node)
    run("udevadm", "settle")
    check("a keyboard with keys for calls is no headset", lambda: property_of(device.node, "ID_CALL_HEADSET") is None)
    check("the user may not open it", lambda: not may_open(scene.user, device.node))
    scene.rings()
    check("the headset beside it rings", scene.shows("ring"), scene.seen)
    check("it gets no lights", lambda: not device.shown)
    check("the agent has not opened it", lambda: not scene.agent_uses(device.node))
    scene.headset.press_hook()
    check("the headset beside it answers", scene.calls.is_in(CALLER, "active"), scene.seen)
    scene.ends()
    device.unplug()


def story(user, calls):
    scene = Scene(user, calls)
    for part in (plugged_in, hook, echo, declined_elsewhere, two_headsets, unplugged, keyboard):
        part(scene)
    scene.headset.unplug()
