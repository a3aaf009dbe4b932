# SPDX-License-Identifier: MIT
"""Sleep, as far as a virtual machine can: systemd and the kernel stop all programs, no device is powered down, and then
the clock is another one. No deadline of the service may pass for that."""

import time

from machine import App, check, run

CALLER, OTHER = "+4930123456", "+4930654321"
NIGHT = 9 * 3600


class Scene:
    def __init__(self, user, calls):
        self.user, self.calls = user, calls
        user.units("start", "monkeycall-agent.service")
        self.app = App(user)

    def rings(self, number):
        self.app.ring(number)
        check("a call rings", self.calls.is_in(number, "incoming"))

    def call(self):
        self.rings(CALLER)
        self.user.monkeycall("answer")
        check("the call is active", self.calls.is_in(CALLER, "active"))


def move_clock(seconds):
    time.clock_settime(time.CLOCK_REALTIME, time.time() + seconds)


def locks():
    return run("systemd-inhibit", "--list", "--no-legend")


def stays_awake(scene):
    scene.call()
    check("logind learns that the machine must not sleep in a call", lambda: "monkeycall" in locks().lower(), locks)
    scene.user.monkeycall("end")
    check("logind learns that it may sleep after the call", lambda: "monkeycall" not in locks().lower(), locks)


def clock(scene):
    scene.call()
    scene.rings(OTHER)
    for seconds, words in ((NIGHT, "forward"), (-2 * NIGHT, "back")):
        move_clock(seconds)
        scene.user.monkeycall("mute")
        check(f"a call works after the clock has jumped {words}", lambda: scene.calls.of(CALLER)["Muted"])
        scene.user.monkeycall("unmute")
        check(f"a call still rings after the clock has jumped {words}", scene.calls.is_in(OTHER, "incoming"))
        check(f"a call is still active after the clock has jumped {words}", scene.calls.is_in(CALLER, "active"))
    move_clock(NIGHT)
    scene.user.monkeycall("decline")
    scene.user.monkeycall("end")
    check("both calls have ended", lambda: not scene.calls.calls)


def sleep(scene):
    """The kernel freezes all programs, and thaws them after five seconds."""
    with open("/sys/power/pm_test", "w") as file:
        file.write("freezer")
    scene.call()
    scene.rings(OTHER)
    slept = sleeps()
    # The lock of the call forbids it to logind.
    run("systemctl", "start", "systemd-suspend.service")
    check("the machine has slept", lambda: sleeps() > slept, lambda: run("journalctl", "-u", "systemd-suspend.service"))
    move_clock(NIGHT)
    check("a call is active after the sleep", scene.calls.is_in(CALLER, "active"), scene.calls.shown)
    check("a call still rings after the sleep", scene.calls.is_in(OTHER, "incoming"), scene.calls.shown)
    scene.user.monkeycall("decline")
    scene.user.monkeycall("mute")
    check("the call works after the sleep", lambda: scene.calls.of(CALLER)["Muted"])
    scene.user.monkeycall("end")
    check("the call that has slept ends", scene.calls.has_ended(CALLER, "local-ended"))


def sleeps():
    return run("journalctl", "--quiet", "-o", "cat", "-u", "systemd-suspend.service").count("System returned from sleep")


def story(user, calls):
    scene = Scene(user, calls)
    for part in (stays_awake, clock, sleep):
        part(scene)
