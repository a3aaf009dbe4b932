# SPDX-License-Identifier: MIT
"""Sound cards: ALSA's drivers without a device, PipeWire, WirePlumber, and the routes and sounds of the agent."""

import os

from gadget import SoundHeadset
from machine import App, check, run

CALLER = "+4930123456"
# What plays at one half of a loopback card can be recorded at the other half.
RECORD = ("arecord", "--quiet", "--device=plughw:CARD=Loopback,DEV=1", "--format=S16_LE", "--rate=48000", "--channels=2",
          "--file-type=raw", "--duration=2")


class Scene:
    def __init__(self, user, calls):
        self.user, self.calls = user, calls
        for module in ("snd-dummy", "snd-aloop"):
            run("modprobe", module)
        user.units("start", "monkeycall-agent.service")
        self.app = App(user)
        self.headset = SoundHeadset("Story Headset")

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
    for name, card in (("snd_dummy", "the dummy card"), ("snd_aloop", "the loopback card")):
        check(f"{card} is a route", lambda: scene.route(name), scene.seen)
        check(f"PipeWire plays at {card}", lambda: scene.sink(name), scene.seen)


def chosen(scene):
    scene.set_default("snd_dummy")
    scene.call()
    check("a call begins at the desktop's default", scene.is_on("snd_dummy"), scene.seen)
    scene.user.monkeycall("route", scene.route("snd_aloop"))
    check("a call goes to the card that the user chooses", scene.is_on("snd_aloop"), scene.seen)
    check("PipeWire plays at the card of the call", scene.plays_at("snd_aloop"), scene.seen)
    scene.ends()
    check("after the call PipeWire plays at the default again", scene.plays_at("snd_dummy"), scene.seen)


def headset(scene):
    scene.call()
    check("a call is at a loudspeaker", scene.is_on("snd_dummy"), scene.seen)
    scene.headset.plug_in()
    check("a headset that is plugged in during a call is a route", lambda: scene.route("Story_Headset"), scene.seen)
    check("the route is a headset", lambda: scene.routes()[scene.route("Story_Headset")]["Kind"] == "headset", scene.seen)
    check("the call goes to the headset", scene.is_on("Story_Headset"), scene.seen)
    check("PipeWire plays at the headset", scene.plays_at("Story_Headset"), scene.seen)
    check("PipeWire records from the headset", lambda: "Story_Headset" in scene.user.run("pactl", "get-default-source"))
    scene.headset.unplug()
    check("the call goes back when the headset is unplugged", scene.is_on("snd_dummy"), scene.seen)
    check("PipeWire plays at the loudspeaker again", scene.plays_at("snd_dummy"), scene.seen)
    check("the call goes on without the headset", scene.calls.is_in(CALLER, "active"))
    scene.ends()


def is_sound(samples):
    return len(samples) > 0 and any(samples)


def record(scene):
    """Whether two seconds of the loopback card have a sound."""
    import subprocess
    done = subprocess.run(RECORD, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    print(RECORD, len(done.stdout), done.stderr.decode())
    return is_sound(done.stdout)


def ringing(scene):
    folder = os.path.expanduser(f"~{scene.user.name}/.config/monkeycall")
    scene.user.run("mkdir", "-p", folder)
    with open(f"{folder}/agent.conf", "w") as file:
        file.write(f"[Ringing]\nDevice={scene.sink('snd_aloop')}\n")
    scene.app.ring(CALLER)
    check("a call for the ring device rings", scene.calls.is_in(CALLER, "incoming"))
    check("the ring device plays the ringing, also if it is not the default", lambda: record(scene))
    check("the default stays another card", scene.plays_at("snd_dummy"), scene.seen)
    scene.user.monkeycall("decline")
    check("the ringing ends with the call", lambda: not record(scene))
    os.remove(f"{folder}/agent.conf")


def story(user, calls):
    scene = Scene(user, calls)
    for part in (listed, chosen, headset, ringing):
        part(scene)
