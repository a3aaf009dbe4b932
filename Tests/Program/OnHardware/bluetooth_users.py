# SPDX-License-Identifier: MIT
"""Who gets the calls of the front of modems: WirePlumber of the user in front, also when two users take turns at the seat,
and no program that looks for a modem. The headset that is connected wakes nobody."""

import json
import os
import shutil
import time

import modem_manager
from bluetooth_headset import Program, connects, kill
from headset_scene import CALLER, FRIEND, FRONT, OTHER, Scene, bridges, gateway_is
from machine import App, Calls, Lines, User, check, run

# Debian 13 has the first one, and Debian 12 the second one, which needs a desktop: it is the machine of all tests.
HAS_NETWORK_MANAGER, HAS_GNOME_CALLS = bool(shutil.which("NetworkManager")), bool(shutil.which("gnome-calls"))
SEAT = "seat0"
# Seconds without a wake-up. A rarer timer is not found.
REST = 15


# Programs that look for modems

class Answers(Lines):
    """What the front sends to the programs that look for modems, as root sees it on the bus."""

    def __init__(self):
        self.processes = {}
        super().__init__("modems", [
            "busctl", "--json=short", "monitor", f"--match=destination='{modem_manager.NAME}',member='GetManagedObjects'",
            f"--match=sender='{modem_manager.NAME}'"])

    def messages(self, kind):
        return [message for message in map(json.loads, [*self.said]) if message["type"] == kind]

    def process_of(self, name):
        """The process of a connection; None if it has left the bus."""
        if name not in self.processes:
            try:
                self.processes[name] = int(run(
                    "busctl", "call", "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus",
                    "GetConnectionUnixProcessID", "s", name).split()[1])
            except RuntimeError:
                self.processes[name] = None
        return self.processes[name]

    def to(self, process):
        """The objects in each answer to that process."""
        asked = {(call["sender"], call["cookie"]) for call in self.messages("method_call")
                 if self.process_of(call["sender"]) == process}
        return [list(reply["payload"]["data"][0]) for reply in self.messages("method_return")
                if (reply["destination"], reply["reply_cookie"]) in asked]

    def are_empty_for(self, process):
        def condition():
            answers = self.to(process)
            return answers and not any(answers)
        return condition

    def told(self):
        """The processes that got a signal of a modem. The front has another interface for gateways."""
        return {self.process_of(signal["destination"]) for signal in self.messages("signal")
                if signal["interface"] != "org.monkeycall.ModemFront"}

    def shown(self):
        return "\n".join(self.said[-20:])


def objects(user):
    """What a program of the user finds that asks once."""
    return user.run("busctl", "call", modem_manager.NAME, "/org/freedesktop/ModemManager1", "org.freedesktop.DBus.ObjectManager",
                    "GetManagedObjects").strip()


def others_find_none(scene):
    answers = Answers()
    check("a program of the user in front finds no modem", lambda: objects(scene.user) == "a{oa{sa{sv}}} 0")
    check("the bus shows who asks", lambda: objects(scene.user) and answers.messages("method_return"), answers.shown)
    wire_plumber = Program("WirePlumber", "wireplumber.service", scene.user, links=True)
    kill(scene, wire_plumber)
    check("WirePlumber finds one modem", lambda: {len(modems) for modems in answers.to(wire_plumber.process())} == {1},
          answers.shown)
    if HAS_NETWORK_MANAGER:
        program = Program("NetworkManager", "NetworkManager.service")
        program.systemctl("start")
        check("NetworkManager asks for modems and gets none", answers.are_empty_for(program.process()), answers.shown)
    if HAS_GNOME_CALLS:
        process = gnome_calls(scene.user)
        check("GNOME Calls asks for modems and gets none", answers.are_empty_for(process), answers.shown)
    scene.call()
    check("a program that asks in a call finds no modem", lambda: objects(scene.user) == "a{oa{sa{sv}}} 0")
    if modem_manager.IS_INSTALLED:
        check("mmcli finds no modem in a call", lambda: "No modems were found" in run("mmcli", "--list-modems"))
    if HAS_NETWORK_MANAGER:
        check("NetworkManager has devices, and none is a modem", network_is_without_modem)
    scene.ends()
    check("only WirePlumber was told of the call", lambda: answers.told() == {wire_plumber.process()}, answers.shown)
    if HAS_NETWORK_MANAGER:
        program.systemctl("stop")


def network_is_without_modem():
    kinds = run("nmcli", "--get-values=TYPE", "device").split()
    return kinds and not {"gsm", "cdma"}.intersection(kinds)


def gnome_calls(user):
    """The process of the program."""
    screen = Lines("screen", user.command(
        "Xvfb", "-displayfd", "1", "-screen", "0", "800x600x8", "-nolisten", "tcp"), env=user.environment)
    display = ":" + check("there is a screen", lambda: screen.said)[0]
    # Without its history: the thread of that database sometimes crashes it.
    environment = {**user.environment, "DISPLAY": display, "GDK_BACKEND": "x11", "XDG_DATA_HOME": "/dev/null/data",
                   "GSETTINGS_BACKEND": "memory", "GIO_USE_VFS": "local", "NO_AT_BRIDGE": "1"}
    return Lines("gnome-calls", user.command("gnome-calls", "-p", "mm", "--daemon"), env=environment).process.pid


# At rest

def wake_ups(process):
    """How often the threads of a process have waited so far."""
    count = 0
    for thread in os.listdir(f"/proc/{process}/task"):
        with open(f"/proc/{process}/task/{thread}/status") as status:
            count += sum(int(line.split()[1]) for line in status if line.startswith("voluntary_ctxt_switches"))
    return count


def rests(processes, when):
    """Each try has to be without a wake-up as a whole, because the first one may begin before the last message."""
    counts = []

    def condition():
        before = [wake_ups(process) for process in processes]
        time.sleep(REST)
        counts.append([wake_ups(process) - count for process, count in zip(processes, before)])
        return not any(counts[-1])
    check(f"neither the front nor the bridge wakes up in {REST} seconds {when}", condition, lambda: str(counts))


def at_rest(scene):
    programs = (Program("the front", FRONT), Program("the bridge", "monkeycall-bridge.service", scene.user))
    processes = [program.process() for program in programs]
    rests(processes, "with a headset and without a call")
    before = [wake_ups(process) for process in processes]
    scene.call()
    check("a call wakes both", lambda: all(wake_ups(process) > count for process, count in zip(processes, before)))
    rests(processes, "with a headset in a call")
    scene.ends()


# Two users

class Other:
    """A second person, with an account and a session of their own at another terminal of the seat."""

    def __init__(self, name, terminal):
        run("systemd-sysusers", "--inline", f"u {name} 61235 - /home/{name}")
        run("install", "-d", "-o", name, "-g", name, f"/home/{name}")
        variables = {"XDG_SEAT": SEAT, "XDG_VTNR": terminal, "XDG_SESSION_TYPE": "tty", "XDG_SESSION_CLASS": "user"}
        run("systemd-run", f"--unit=session-of-{name}", f"--uid={name}", "--property=PAMName=login",
            f"--property=TTYPath=/dev/tty{terminal}", "--property=StandardInput=tty",
            *[f"--setenv={key}={value}" for key, value in variables.items()], "sleep", "infinity")
        self.user = User(name)
        check(f"{name} logs in", lambda: self.user.succeeds("systemctl", "--user", "--quiet", "is-active", "default.target"))
        self.user.units("start", "wireplumber.service", "monkeycall-bridge.service", "monkeycall-agent.service")
        self.calls = Calls(self.user)
        self.app = App(self.user, "org.example.Other")

    def shown(self):
        return "\n".join([self.calls.shown(), bridges(self.user)])


def session_of(user):
    """Without that of the user's systemd, which has no seat."""
    for session in run("loginctl", "show-user", user.name, "--property=Sessions", "--value").split():
        if run("loginctl", "show-session", session, "--property=Seat", "--value").strip() == SEAT:
            return session
    return None


def comes_to_front(scene, user, leaver, shown):
    """The user's session comes to the front, and the headset to this user."""
    session = session_of(user)
    scene.forget()
    run("loginctl", "activate", session)
    check(f"the session of {user.name} is in front",
          lambda: run("loginctl", "show-seat", SEAT, "--property=ActiveSession", "--value").strip() == session)
    check(f"the headset leaves {leaver.name}", scene.says("left"), shown)
    scene.headset.tell("come")
    check(f"the headset comes to {user.name}", scene.says("ready"), shown)
    check(f"headsets get the calls of {user.name}", gateway_is(user, "runs"), shown)
    check(f"{leaver.name} reads that another user is in front", gateway_is(leaver, "another user is in front"), shown)


def is_through(scene, command):
    """The headset has the answer to its press."""
    def condition():
        return any(line.split()[1] == command for line in scene.headset.said[scene.heard:] if line.startswith(("ok ", "refused ")))
    return condition


def two_users(scene):
    other = Other("monkeyother", 2)

    def shown():
        return "\n".join([scene.shown(), other.shown()])
    check("the other user reads that another user is in front", gateway_is(other.user, "another user is in front"), shown)
    check("a program of the other user finds no modem", lambda: objects(other.user) == "a{oa{sa{sv}}} 0")

    scene.call()
    other.app.ring(OTHER)
    check("a call of the other user rings", other.calls.is_in(OTHER, "incoming"), shown)
    check("the headset does not get it", scene.lists(f"active:{CALLER}"), shown)
    scene.presses("answer")
    check("the headset has pressed", is_through(scene, "ATA"), shown)
    check("the call of the other user still rings", other.calls.is_in(OTHER, "incoming"), shown)
    other.app.tell("ended", other.calls.name(OTHER))
    check("the call of the other user has ended", lambda: other.calls.of(OTHER) is None, shown)

    comes_to_front(scene, other.user, scene.user, shown)
    check("the call of the first user goes on", scene.calls.is_in(CALLER, "active"), shown)
    check("the headset does not have it any more", scene.lists(), shown)
    scene.second.ring(FRIEND)
    check("a second call of the first user rings", scene.calls.is_in(FRIEND, "incoming"), shown)
    scene.rings(OTHER, other.app)
    check("the headset shows the number of the other user's call", scene.says(f"number {OTHER}"), shown)
    check("the headset has that call alone", scene.lists(f"incoming:{OTHER}"), shown)
    scene.presses("answer")
    check("the headset answers the call of the other user", other.calls.is_in(OTHER, "active"), shown)
    check("the call of the first user is not answered", scene.calls.is_in(FRIEND, "incoming"), shown)
    check("the headset talks with the other user", scene.lists(f"active:{OTHER}"), shown)
    scene.presses("tone", "7")
    check("the tone reaches the app of the other user",
          lambda: any(line.startswith("dtmf ") and line.endswith(" 7") for line in other.app.said), shown)
    scene.presses("end")
    check("the headset ends the call of the other user", other.calls.has_ended(OTHER, "local-ended"), shown)
    check("the headset knows that it is over", scene.indicator("call", 0), shown)
    for word, command in (("end", "AT+CHUP"), ("answer", "ATA"), ("tone 8", "AT+VTS=8")):
        scene.presses(*word.split())
        check(f"the headset has pressed {word}", is_through(scene, command), shown)
    # A press that went to the first user would be there before this call.
    scene.rings(OTHER, other.app)
    check("the headset rejects a call of the other user", scene.has_ended(OTHER, "declined", other.calls), shown)
    check("the calls of the first user are as before",
          lambda: (scene.calls.state(CALLER), scene.calls.state(FRIEND)) == ("active", "incoming"), shown)
    check("no tone reached the apps of the first user",
          lambda: not any(line.endswith((" 7", " 8")) for line in [*scene.app.said, *scene.second.said]))
    scene.hangs_up(FRIEND, scene.second)
    check("the second call of the first user has ended", lambda: scene.calls.of(FRIEND) is None, shown)

    comes_to_front(scene, scene.user, other.user, shown)
    check("the headset has the call of the first user again", scene.lists(f"active:{CALLER}"), shown)
    scene.ends()
    other.user.units("stop", "monkeycall-bridge.service", "monkeycall-agent.service")
    run("loginctl", "terminate-user", other.user.name)


def story(user, calls):
    scene = Scene(user, calls)
    try:
        for part in (connects, at_rest, others_find_none, two_users):
            part(scene)
    finally:
        # The stories that follow a failure have a user in front.
        run("loginctl", "activate", session_of(user))
        run("systemctl", "stop", FRONT)
