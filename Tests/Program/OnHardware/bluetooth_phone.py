# SPDX-License-Identifier: MIT
"""A phone over Bluetooth: BlueZ, PipeWire, WirePlumber and the bridge, between a phone and the user's calls."""

import os
import signal

from machine import Lines, check, run, succeeds

# btvirt makes three controllers that hear each other. The first one often does not answer in time.
COMPUTER, PHONE_CONTROLLER = "hci1", "hci-socket:2"
COMPUTER_ADDRESS = "00:AA:01:01:00:01"
PROVIDER = "org.monkeycall.Phone.00AA01020002"
CALLER, OTHER, FRIEND = "+4930123456", "+4930654321", "+4940111222"

ADAPTER = ("org.bluez", f"/org/bluez/{COMPUTER}", "org.bluez.Adapter1")


def make_controllers():
    for module in ("hci_vhci", "rfcomm", "algif_skcipher", "algif_hash", "ecb", "cmac"):
        run("modprobe", module)
    with open("/etc/bluetooth/main.conf", "w") as file:
        file.write("[General]\nControllerMode = bredr\nDiscoverableTimeout = 0\nPairableTimeout = 0\n"
                   "JustWorksRepairing = always\n[Policy]\nAutoEnable = false\n")
    emulator = Lines("btvirt", ["btvirt", "-l3"])
    check("the kernel has Bluetooth controllers", lambda: os.path.exists("/sys/class/bluetooth/hci2"))
    return emulator


def turn_on():
    """As the settings of a desktop do: switched on, visible, and pairing allowed."""
    run("systemctl", "start", "bluetooth.service")
    check("BlueZ shows the controller", lambda: succeeds("busctl", "get-property", *ADAPTER, "Address"))
    for name in ("Powered", "Pairable", "Discoverable"):
        check(f"BlueZ sets {name}", lambda: succeeds("busctl", "set-property", *ADAPTER, name, "b", "true"))
    return Lines("agent-of-bluez", ["bt-agent", "--capability=NoInputNoOutput"])


class Scene:
    def __init__(self, user, calls):
        self.user, self.calls = user, calls
        self.emulator = make_controllers()
        self.pairing = turn_on()
        user.units("start", "monkeycall-bridge.service", "monkeycall-agent.service")
        self.phone = Lines("phone", [
            "/usr/bin/python3", os.path.join(os.path.dirname(__file__), "phone.py"), PHONE_CONTROLLER, COMPUTER_ADDRESS])
        self.heard = 0

    def commands(self):
        """What the phone was told since the last `forget`."""
        return [line[3:] for line in self.phone.said[self.heard:] if line.startswith("at ")]

    def forget(self):
        self.heard = len(self.phone.said)

    def gets(self, command):
        return lambda: command in self.commands()

    def tells(self, *words):
        self.forget()
        self.phone.tell(*words)

    def types(self, verb, *words):
        """A number stands for its call."""
        self.forget()
        self.user.monkeycall(verb, *[self.calls.name(word) for word in words])

    def call(self):
        """An active call that came in."""
        self.tells("ring", CALLER)
        check("a call of the phone rings", self.calls.is_in(CALLER, "incoming"), self.calls.shown)
        self.types("answer")
        check("the call is active", self.calls.is_in(CALLER, "active"), self.calls.shown)

    def two_calls(self):
        self.call()
        self.tells("ring", OTHER)
        check("a second call of the phone waits", self.calls.is_in(OTHER, "incoming"), self.calls.shown)


def pairs(scene):
    check("the phone pairs and connects as a hands-free phone", lambda: scene.phone.says("ready"),
          lambda: "\n".join(scene.phone.said))
    check("the bridge registers the phone", lambda: PROVIDER in scene.calls.providers, scene.calls.shown)
    check("the phone is a provider of class voip", lambda: scene.calls.providers[PROVIDER]["Class"] == "voip")


def answered(scene):
    scene.tells("ring", CALLER)
    check("a call of the phone rings with its number", scene.calls.is_in(CALLER, "incoming"))
    check("the desktop rings", lambda: scene.calls.audio.get("Alert") == "ring")
    scene.types("answer")
    check("answer reaches the phone", scene.gets("ATA"))
    check("the answered call is active", scene.calls.is_in(CALLER, "active"))
    check("the answered call has the audio", lambda: scene.calls.of(CALLER)["HasAudio"])
    scene.types("end")
    check("end reaches the phone", scene.gets("AT+CHUP"))
    check("the call that was ended here has ended here", scene.calls.has_ended(CALLER, "local-ended"))


def declined(scene):
    scene.tells("ring", CALLER)
    check("a call that will be declined rings", scene.calls.is_in(CALLER, "incoming"))
    scene.types("decline")
    check("decline reaches the phone", scene.gets("AT+CHUP"))
    check("the declined call counts as declined", scene.calls.has_ended(CALLER, "declined"), scene.calls.shown)


def given_up(scene):
    scene.tells("ring", CALLER)
    check("a call that nobody answers rings", scene.calls.is_in(CALLER, "incoming"))
    scene.tells("give-up")
    check("a call whose caller gives up was missed", scene.calls.has_ended(CALLER, "unanswered"))


def answered_at_the_phone(scene):
    scene.tells("ring", CALLER)
    check("a call that the phone answers rings here", scene.calls.is_in(CALLER, "incoming"))
    scene.tells("answer")
    check("a call that is answered at the phone is active here", scene.calls.is_in(CALLER, "active"))
    scene.tells("hang-up")
    check("a call whose other side hangs up has ended", scene.calls.has_ended(CALLER, "unknown", "remote-ended"))


def dialled(scene):
    scene.types("dial", PROVIDER, FRIEND)
    check("dial reaches the phone", scene.gets(f"ATD{FRIEND};"))
    scene.tells("alert")
    check("a dialled call connects when it rings at the other side", scene.calls.is_in(FRIEND, "connecting"), scene.calls.shown)
    scene.tells("connect")
    check("a dialled call is active when the other side answers", scene.calls.is_in(FRIEND, "active"))
    scene.types("dtmf", "12")
    check("tones reach the phone one after another",
          lambda: [word for word in scene.commands() if word.startswith("AT+VTS")] == ["AT+VTS=1", "AT+VTS=2"])
    scene.types("end")
    check("a dialled call ends here", scene.calls.has_ended(FRIEND, "local-ended"))


def muted(scene):
    scene.call()
    scene.types("mute")
    check("the call is muted", lambda: scene.calls.of(CALLER)["Muted"])
    check("the sound server's microphone is muted", lambda: "Mute: yes" in scene.user.run("pactl", "get-source-mute", "@DEFAULT_SOURCE@"))
    scene.types("unmute")
    check("the sound server's microphone is open again", lambda: "Mute: no" in scene.user.run("pactl", "get-source-mute", "@DEFAULT_SOURCE@"))
    scene.types("end")
    check("the call that was muted ends", scene.calls.has_ended(CALLER, "local-ended"))


def waiting(scene):
    scene.two_calls()
    scene.types("answer")
    check("the phone holds its active call for the one that waited", scene.gets("AT+CHLD=2"))
    check("the call that waited is active", scene.calls.is_in(OTHER, "active"), scene.calls.shown)
    check("the first call is held", scene.calls.is_in(CALLER, "held"), scene.calls.shown)
    scene.types("resume", CALLER)
    check("resume swaps the calls of the phone", scene.gets("AT+CHLD=2"))
    check("the first call is active again", scene.calls.is_in(CALLER, "active"), scene.calls.shown)
    check("the second call is held", scene.calls.is_in(OTHER, "held"), scene.calls.shown)
    scene.types("end", CALLER)
    check("the phone talks to the held call when the active one ends", scene.calls.is_in(OTHER, "active"), scene.calls.shown)
    scene.types("end")
    check("the last of two calls ends", scene.calls.has_ended(OTHER, "local-ended"), scene.calls.shown)


def refused_while_it_waits(scene):
    scene.two_calls()
    scene.forget()
    # PipeWire 1.4 goes on listing the call that the phone has refused, so the service learns nothing and says that.
    scene.user.refuses("decline", scene.calls.name(OTHER))
    check("decline refuses only the call that waits", scene.gets("AT+CHLD=0"))
    check("the call that waited was declined", scene.calls.has_ended(OTHER, "declined"), scene.calls.shown)
    check("the active call goes on", scene.calls.is_in(CALLER, "active"))
    scene.types("end")
    check("the call that went on ends", scene.calls.has_ended(CALLER, "local-ended"))


def held_at_the_phone(scene):
    scene.call()
    scene.tells("hold")
    check("a call that is held at the phone is held here", scene.calls.is_in(CALLER, "held"), scene.calls.shown)
    check("a call that is held at the phone cannot be resumed here",
          lambda: "set-held" not in scene.calls.of(CALLER)["AllowedActions"], scene.calls.shown)
    scene.types("end")
    check("a call that is held at the phone ends here", scene.calls.has_ended(CALLER, "local-ended"), scene.calls.shown)


def leaves(scene):
    scene.call()
    scene.tells("leave")
    check("the calls of a phone that leaves are not listed", lambda: not scene.calls.calls, scene.calls.shown)
    check("a phone that leaves is no provider", lambda: PROVIDER not in scene.calls.providers)
    scene.tells("come")
    check("a phone that comes back is a provider again", lambda: PROVIDER in scene.calls.providers)
    check("the call of a phone that comes back is active", scene.calls.is_in(CALLER, "active"), scene.calls.shown)
    scene.types("end")
    check("the call ends after the phone has come back", scene.calls.has_ended(CALLER, "local-ended"))


def pipewire_killed(scene):
    """WirePlumber speaks to the phone, and ends and starts with PipeWire."""
    scene.call()
    server = scene.user.process("pipewire.service")
    scene.forget()
    os.kill(server, signal.SIGKILL)
    check("when PipeWire is killed the phone is no provider", lambda: PROVIDER not in scene.calls.providers)
    check("another PipeWire runs", lambda: scene.user.process("pipewire.service") not in (0, server))
    check("another WirePlumber runs", lambda: scene.user.succeeds("systemctl", "--user", "--quiet", "is-active", "wireplumber.service"))
    comes_back(scene, "PipeWire")


def bluetoothd_killed(scene):
    scene.call()
    scene.forget()
    run("systemctl", "kill", "--signal=KILL", "bluetooth.service")
    check("when bluetoothd is killed the phone is no provider", lambda: PROVIDER not in scene.calls.providers)
    scene.pairing.end()
    scene.pairing = turn_on()
    comes_back(scene, "bluetoothd")


def comes_back(scene, program):
    check(f"without {program} no call of the phone is listed", lambda: not scene.calls.calls, scene.calls.shown)
    check(f"no command reached the phone when {program} was killed",
          lambda: not {"AT+CHUP", "ATA"}.intersection(scene.commands()))
    scene.tells("come")
    check(f"the phone connects to the next {program}", lambda: PROVIDER in scene.calls.providers)
    check(f"the next {program} has the call of the phone", scene.calls.is_in(CALLER, "active"), scene.calls.shown)
    scene.types("end")
    check(f"the call ends after {program} was killed", scene.calls.has_ended(CALLER, "local-ended"))


def story(user, calls):
    scene = Scene(user, calls)
    for part in (pairs, answered, declined, given_up, answered_at_the_phone, dialled, muted, waiting,
                 refused_while_it_waits, leaves, pipewire_killed, bluetoothd_killed, held_at_the_phone):
        part(scene)
