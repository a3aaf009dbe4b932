# SPDX-License-Identifier: MIT
"""Kills the service at random moments while apps in several languages make calls, and compares afterwards which calls the
apps carry with the calls that the service knows."""
import random
import threading
import time
import traceback
import uuid

from apps import TIMEOUT, example_apps
from service import GIVEN_UP, Connection, Guard, Refused, journal


class Stream:
    """The user and the other side of one app. They act at random until they shall stop."""
    def __init__(self, app, user, stop):
        self.app, self.user, self.stop = app, user, stop
        self.calls = 0
        self.problems = []
        self.random = random.Random()
        self.thread = threading.Thread(target=self.run)
        self.thread.start()

    def run(self):
        while not self.stop.is_set():
            try:
                self.act()
            except (TimeoutError, ValueError) as error:
                self.problems.append("\n".join([str(error), *self.app.lines[-10:]]))
            except Exception:
                self.problems.append(traceback.format_exc())
                return

    def act(self):
        calls = list(self.app.calls)
        if len(calls) < 2 and self.random.random() < 0.5:
            self.calls += 1
            self.app.ring() if self.random.random() < 0.5 else self.start()
            return self.settle_all()
        if not calls:
            return
        call = self.random.choice(calls)
        state = self.user.state_of(call)
        words = [word for word in state.get("AllowedActions", []) if word in ACTIONS]
        if not state:
            self.expect_end(call)  # another call may end it: the start of another app ends a call that dials
        elif self.random.random() < 0.1 and call == calls[-1] and state["State"] in ("incoming", "active", "held"):
            self.app.lose_newest_call()
            self.settle_all()
        elif words:
            self.request(call, self.random.choice(words), state)

    def start(self):
        """The user calls somebody. The app never hears of it if another request is in the way."""
        call = str(uuid.uuid4())
        try:
            self.user.request("start-call", call, Provider=self.app.identifier, Handle=("phone-number", "+4930123456"))
        except Refused as error:
            if error.name != "MaximumCallGroupsReached":
                raise
            return
        self.settle(call)
        self.app.wait(lambda: self.app.has_started(call) or not self.user.state_of(call),
                      f"{call}: the start")

    def request(self, call, word, state):
        try:
            self.user.request(word, call, **ACTIONS[word](state))
        except Refused as error:
            # The call has changed since: an app's own action, or one that made room for another call.
            if error.name not in ("InvalidAction", "UnknownCallUUID", "MaximumCallGroupsReached"):
                raise
        self.settle(call)
        if word == "end-call":
            self.expect_end(call)

    def expect_end(self, call):
        try:
            self.app.wait(lambda: not self.app.carries(call), "the end of a call")
        except TimeoutError:
            story = self.user.call("ExplainCall", "(s)", call)[0]
            raise ValueError(f"{call}: the app carries it, the service does not know it: {story}") from None

    def settle_all(self):
        for call in list(self.app.calls):
            self.settle(call)

    def settle(self, call):
        """Waits until nothing is pending for the call."""
        deadline = time.monotonic() + TIMEOUT
        while True:
            state = self.user.state_of(call)
            if not state.get("PendingAction") and state.get("State") != "connecting":
                return
            if time.monotonic() > deadline:
                raise TimeoutError(f"{call}: {state['State']} with {state['PendingAction'] or 'no action'} for {TIMEOUT} s")


ACTIONS = {
    "answer-call": lambda state: {},
    "end-call": lambda state: {},
    "set-held": lambda state: {"OnHold": state["State"] != "held"},
    "set-muted": lambda state: {"Muted": not state["Muted"]},
}


def known_calls(user, app):
    return {call for call, provider in user.calls().items() if provider == app.identifier}


def differences(user, apps):
    """The calls that only the app has, and the calls that only the service has."""
    deadline = time.monotonic() + 10
    while True:
        known = {app: known_calls(user, app) for app in apps}
        lost = [describe(user, app, call) for app in apps for call in set(app.calls) - known[app]]
        ghosts = [describe(user, app, call) for app in apps for call in known[app] - set(app.calls)]
        # Messages may be on their way.
        if not lost + ghosts or time.monotonic() > deadline:
            return lost, ghosts
        time.sleep(0.1)


def describe(user, app, call):
    """With the errors that the app has got, and what the service did with the call."""
    errors = [line for line in app.lines if line.startswith("error")]
    try:
        story = user.call("ExplainCall", "(s)", call)[0]
    except Refused as error:
        story = error
    return "\n".join([f"{app.language} {call}", *errors[-5:], str(story)])


def check_kills(count, examples, swift_app, check):
    user, guard, stop = Connection(), Guard(), threading.Event()
    apps = example_apps(examples, swift_app)
    for app in apps:
        app.begin()
    began = time.monotonic()
    streams = [Stream(app, user, stop) for app in apps]
    for number in range(count):
        time.sleep(random.uniform(0, 0.6))
        guard.kill(in_event=number % 5 == 4)
    stop.set()
    for stream in streams:
        stream.thread.join()
    lost, ghosts = differences(user, apps)
    calls = sum(stream.calls for stream in streams)
    print(f"# {count} kills, {guard.kills_at_hand} of them during an event or a start; {calls} calls in "
          f"{time.monotonic() - began:.0f} s; {len(lost)} lost, {len(ghosts)} ghosts", flush=True)
    with check(f"after {count} kills at random moments no app has a call that the service does not know"):
        expect_none(lost)
    with check(f"after {count} kills the service knows no call that its app has ended"):
        expect_none(ghosts)
    with check(f"during {count} kills every requested action came to its end"):
        expect_none([f"{stream.app.language}: {problem}" for stream in streams for problem in stream.problems])
    with check(f"during {count} kills the service never gave up its state"):
        expect_none(journal(GIVEN_UP))
    with check("after the apps have exited, no call is left"):
        for app in apps:
            app.end()
        deadline = time.monotonic() + 10
        while user.calls():
            if time.monotonic() > deadline:
                raise ValueError(f"left: {user.calls()}")
            time.sleep(0.05)


def expect_none(values):
    if values:
        raise ValueError("\n".join(values))
