# SPDX-License-Identifier: MIT
"""How long a call takes to a headset and back, beside a program in C that shows its only call to PipeWire itself. It is no
test: Benchmarks/run-hardware compiles the programs, and runs it by its name."""

import statistics
import time

import modem_manager
from bluetooth_headset import connects
from headset_scene import FRONT, Scene
from machine import Lines, check, reports, run

PROGRAMS = "/out/programs"
ROUNDS, CALLS = 5, 15
# Seconds, in which the agent has shown the call, as before the press of a person.
PAUSE = 0.5
MEASURED = ("report until RING at the headset", "press until Perform at the app", "end until the indicator at the headset")


class TimedScene(Scene):
    program = "timed_handsfree.py"

    def time(self, line):
        """When the headset printed the line, since the last `forget`, in nanoseconds."""
        def condition():
            for said in self.headset.said[self.heard:]:
                when, _, text = said.partition(" ")
                if when.startswith("@") and text == line:
                    return int(when[1:])
            return None
        return check(f"the headset says {line}", condition, self.shown, often=True)


class Side(Lines):
    """The app, or the floor, which do what they read and print when."""

    def __init__(self, name, command, **options):
        super().__init__(name, command, **options)
        self.name, self.heard = name, 0
        self.time("ready")

    def do(self, word):
        self.heard = len(self.said)
        self.tell(word)
        return self.time(word)

    def time(self, word):
        def condition():
            for said in self.said[self.heard:]:
                if said.startswith(word + " "):
                    return int(said.split()[1])
            return None
        return check(f"{self.name} says {word}", condition, lambda: "\n".join(self.said), often=True)


def call(scene, side):
    """The three times of one call, in milliseconds."""
    time.sleep(PAUSE)
    scene.forget()
    reported = side.do("ring")
    rang = scene.time("ring")
    time.sleep(PAUSE)
    scene.presses("answer")
    pressed, performed = scene.time("sends ATA"), side.time("perform")
    scene.time("call 1")
    time.sleep(PAUSE)
    scene.forget()
    ended = side.do("end")
    return [(end - begin) / 1e6 for begin, end in ((reported, rang), (pressed, performed), (ended, scene.time("call 0")))]


def measure(scene, side, rounds):
    """The first call of a round warms up."""
    call(scene, side)
    for column, times in zip(rounds, zip(*[call(scene, side) for _ in range(CALLS)])):
        column.append(sorted(times))


def show(floors, ours):
    reports.write(f"{'ms, p50 / p90':40} {'C':>16} {'MonkeyCall':>16} {'ratio':>6} {'added':>8}\n")
    for name, floor, our in zip(MEASURED, floors, ours):
        # Within each round, then the median: a machine that is slow for a while is slow for both.
        pairs = [(statistics.median(left), statistics.median(right)) for left, right in zip(floor, our)]
        ratio = statistics.median(right / left for left, right in pairs)
        added = statistics.median(right - left for left, right in pairs)
        reports.write(f"{name:40} {spread(floor):>16} {spread(our):>16} {ratio:6.2f} {added:8.1f}\n")


def spread(rounds):
    median = statistics.median(statistics.median(times) for times in rounds)
    most = statistics.median(times[len(times) * 9 // 10] for times in rounds)
    return f"{median:.1f} / {most:.1f}"


def story(user, calls):
    check("the package of ModemManager is there, whose policy the floor needs", lambda: modem_manager.IS_INSTALLED)
    scene = TimedScene(user, calls)
    connects(scene)
    # What only the stories need must not compete with what is measured.
    calls.process.kill()
    floors, ours = [[] for _ in MEASURED], [[] for _ in MEASURED]
    app = Side("app", user.command(f"{PROGRAMS}/headset-app"), env=user.environment)
    for _ in range(ROUNDS):
        run("systemctl", "start", FRONT)
        check("the front shows the calls", scene.is_shown, scene.shown)
        measure(scene, app, ours)
        run("systemctl", "stop", FRONT)
        # Only the policy of ModemManager lets a program, which must be one of root, have its name.
        floor = Side("floor", [f"{PROGRAMS}/headset-floor"])
        measure(scene, floor, floors)
        floor.end()
    show(floors, ours)
