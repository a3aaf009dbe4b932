# SPDX-License-Identifier: MIT
"""Sound cards: ALSA's drivers without a device, PipeWire, WirePlumber, and the routes and sounds of the agent."""

import os

import subprocess

from machine import App, check, run

CALLER = "+4930123456"
DRIVER, CARD = "/sys/bus/platform/drivers/snd_aloop", "snd_aloop.0"
# What udev says of a USB card with "headset" in its name.
RULE = 'SUBSYSTEM=="sound", KERNEL=="card*", ATTR{id}=="Loopback", ENV{SOUND_FORM_FACTOR}="headset", ENV{ID_BUS}="usb"\n'
FIRST, SECOND, HEADSET = "snd_dummy.0", "snd_dummy.1", "snd_aloop.0"
# What plays at one half of the loopback card can be recorded at the other half, if the format is the same.
PLAYED, RECORDING = "/proc/asound/Loopback/pcm0p/sub0/hw_params", "/run/recording"


def write(path, text):
    with open(path, "w") as file:
        file.write(text)


class Scene:
    def __init__(self, user, calls):
        self.user, self.calls = user, calls
        # The machine has two cards. This one comes and goes.
        os.makedirs("/run/udev/rules.d", exist_ok=True)
        write("/run/udev/rules.d/79-story.rules", RULE)
        run("udevadm", "control", "--reload")
        run("modprobe", "snd-aloop")
        self.unplug()
        user.units("start", "monkeycall-agent.service")
        self.app = App(user)

    def plug_in(self):
        write(f"{DRIVER}/bind", CARD)

    def unplug(self):
        write(f"{DRIVER}/unbind", CARD)

    def routes(self):
        return {route["Name"]: route for route in self.calls.audio.get("Routes", [])}

    def route(self, part):
        return next((name for name in self.routes() if part in name), None)

    def sink(self, part):
        names = [line.split("\t")[1] for line in self.user.run("pactl", "list", "short", "sinks").splitlines()]
        return next((name for name in names if part in name), None)

    def plays_at(self, part):
        return lambda: part in self.user.run("pactl", "get-default-sink")

    def is_on(self, part):
        return lambda: part in self.calls.audio.get("Route", "")

    def seen(self):
        return f"{self.calls.audio}\n{self.user.run('pactl', 'list', 'short', 'sinks')}"

    def set_default(self, part):
        self.user.run("pactl", "set-default-sink", self.sink(part))
        check("a person chooses the card in the mixer", self.plays_at(part))

    def call(self):
        self.app.ring(CALLER)
        check("a call rings", self.calls.is_in(CALLER, "incoming"))
        self.user.monkeycall("answer")
        check("the call is active", self.calls.is_in(CALLER, "active"))

    def ends(self):
        self.user.monkeycall("end")
        check("the call has ended", lambda: not self.calls.calls)


def listed(scene):
    for name, card in ((FIRST, "the first card"), (SECOND, "the second card")):
        check(f"{card} is a route", lambda: scene.route(name), scene.seen)
        check(f"PipeWire plays at {card}", lambda: scene.sink(name), scene.seen)


def chosen(scene):
    scene.set_default(FIRST)
    scene.call()
    check("a call begins at the desktop's default", scene.is_on(FIRST), scene.seen)
    scene.user.monkeycall("route", scene.route(SECOND))
    check("a call goes to the card that the user chooses", scene.is_on(SECOND), scene.seen)
    check("PipeWire plays at the card of the call", scene.plays_at(SECOND), scene.seen)
    scene.ends()
    check("after the call PipeWire plays at the default again", scene.plays_at(FIRST), scene.seen)


def headset(scene):
    scene.call()
    check("a call is at a loudspeaker", scene.is_on(FIRST), scene.seen)
    scene.plug_in()
    check("a headset that is plugged in during a call is a route", lambda: scene.route(HEADSET), scene.seen)
    check("the route is a headset", lambda: scene.routes()[scene.route(HEADSET)]["Kind"] == "headset", scene.seen)
    check("the call goes to the headset", scene.is_on(HEADSET), scene.seen)
    check("PipeWire plays at the headset", scene.plays_at(HEADSET), scene.seen)
    check("PipeWire records from the headset", lambda: HEADSET in scene.user.run("pactl", "get-default-source"))
    scene.unplug()
    check("the call goes back when the headset is unplugged", scene.is_on(FIRST), scene.seen)
    check("PipeWire plays at the loudspeaker again", scene.plays_at(FIRST), scene.seen)
    check("the call goes on without the headset", scene.calls.is_in(CALLER, "active"))
    scene.ends()


def plays_a_sound():
    """Within two seconds of the loopback card. While nothing plays, nothing can be recorded."""
    with open(PLAYED) as file:
        played = dict(line.strip().split(": ", 1) for line in file if ": " in line)
    if not played:
        return False
    apart = "NONINTERLEAVED" in played["access"]
    command = ["arecord", "--quiet", "--device=hw:CARD=Loopback,DEV=1", "--file-type=raw", "--duration=2",
               f"--format={played['format']}", f"--rate={played['rate'].split()[0]}", f"--channels={played['channels']}"]
    if subprocess.run([*command, *(["--separate-channels"] if apart else []), RECORDING]).returncode != 0:
        return False
    with open(RECORDING + (".0" if apart else ""), "rb") as file:
        return any(file.read())


def ringing(scene):
    scene.plug_in()
    check("a card that is plugged in while there is no call is a route", lambda: scene.route(HEADSET), scene.seen)
    scene.set_default(FIRST)
    folder = os.path.expanduser(f"~{scene.user.name}/.config/monkeycall")
    scene.user.run("mkdir", "-p", folder)
    write(f"{folder}/agent.conf", f"[Ringing]\nDevice={scene.sink(HEADSET)}\n")
    scene.app.ring(CALLER)
    check("a call for the ring device rings", scene.calls.is_in(CALLER, "incoming"))
    check("the ring device plays the ringing, also if it is not the default", plays_a_sound)
    check("the default stays another card", scene.plays_at(FIRST), scene.seen)
    scene.user.monkeycall("decline")
    check("the ringing ends with the call", lambda: not plays_a_sound())
    os.remove(f"{folder}/agent.conf")


def story(user, calls):
    scene = Scene(user, calls)
    for part in (listed, chosen, headset, ringing):
        part(scene)
