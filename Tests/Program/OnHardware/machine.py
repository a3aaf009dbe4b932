# SPDX-License-Identifier: MIT
"""For the stories: checks, waits for events, programs that speak in lines, the user, and the calls as everybody sees them.

No wait has a length of its own. It ends with its event; `PATIENCE` only ends a story that has failed.
"""

import json
import os
import pwd
import subprocess
import threading
import time

PATIENCE = 60
# Notified when anything has been heard.
heard = threading.Condition()
reports = open("/out/result", "a", buffering=1)


class Failed(Exception):
    """A check failed. The rest of the story would wait for what never comes."""


def until(condition):
    """The first true value of the condition, or the last false one."""
    end = time.monotonic() + PATIENCE
    with heard:
        while not (value := condition()) and time.monotonic() < end:
            # Some conditions ask, and nothing announces their answer.
            heard.wait(0.5)
    return value


def check(sentence, condition, shown=None, often=False):
    """Waits until the condition is true, and reports; what is checked often, only a failure."""
    value = until(condition)
    if not value or not often:
        reports.write(f"{'ok' if value else 'not ok'} - {sentence}\n")
    if not value:
        if shown:
            note(shown())
        raise Failed(sentence)
    return value


def note(text):
    for line in str(text).splitlines():
        reports.write(f"#   {line}\n")


class Lines:
    """A program that speaks in lines. What it says is kept in a file too."""

    running = []

    def __init__(self, name, command, **options):
        Lines.running.append(self)
        self.said = []
        self.log = open(f"/out/{name}.log", "a", buffering=1)
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self.log, text=True, bufsize=1, **options)
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        for line in self.process.stdout:
            self.log.write(f"{time.monotonic():.2f} {line}")
            self.hear(line.rstrip("\n"))

    def hear(self, line):
        with heard:
            self.said.append(line)
            heard.notify_all()

    def tell(self, *words):
        self.log.write(f"{time.monotonic():.2f} > {' '.join(words)}\n")
        self.process.stdin.write(" ".join(words) + "\n")

    def says(self, line):
        return line in self.said

    def end(self):
        Lines.running.remove(self)
        self.process.kill()
        self.process.wait()


def run(*command, **options):
    """The output, or an exception with it."""
    done = subprocess.run(command, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, **options)
    if done.returncode != 0:
        raise RuntimeError(f"{' '.join(command)}: {done.stdout.strip()}")
    return done.stdout


def succeeds(*command):
    return subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode == 0


class User:
    """The person at the machine, with a login session on the seat."""

    def __init__(self, name):
        account = pwd.getpwnam(name)
        self.name, self.runtime = name, f"/run/user/{account.pw_uid}"
        self.environment = {
            **os.environ, "HOME": account.pw_dir, "XDG_RUNTIME_DIR": self.runtime, "LC_ALL": "C.UTF-8",
            "DBUS_SESSION_BUS_ADDRESS": f"unix:path={self.runtime}/bus"}

    def command(self, *words):
        return ["setpriv", f"--reuid={self.name}", f"--regid={self.name}", "--init-groups", "--", *words]

    def run(self, *words):
        return run(*self.command(*words), env=self.environment)

    def succeeds(self, *words):
        return subprocess.run(self.command(*words), env=self.environment, stdout=subprocess.DEVNULL,
                              stderr=subprocess.DEVNULL).returncode == 0

    def units(self, verb, *units):
        return self.run("systemctl", "--user", verb, *units)

    def process(self, unit):
        return int(self.run("systemctl", "--user", "show", "--property=MainPID", "--value", unit))

    def monkeycall(self, *words):
        """As a person types it. It returns when the app has performed the action."""
        print(f"{time.monotonic():.2f} monkeycall", *words, flush=True)
        return self.run("monkeycall", *words)

    def refuses(self, *words):
        """What monkeycall says when it does not work."""
        try:
            self.monkeycall(*words)
        except RuntimeError as error:
            return str(error)
        return None


class App(Lines):
    """An app without a window, whose calls the story makes."""

    def __init__(self, user, identifier="org.example.App"):
        super().__init__(identifier, user.command("monkeycall", "provider", identifier, "--auto"), env=user.environment)
        check(f"{identifier} registers", lambda: self.says(f"registered {identifier}"))

    def ring(self, number):
        self.tell("incoming", number)


class Calls(Lines):
    """All calls, as `monkeycall watch` shows them."""

    def __init__(self, user):
        self.calls, self.ended, self.providers, self.audio = {}, {}, {}, {}
        super().__init__("calls", user.command("monkeycall", "--json", "watch"), env=user.environment)
        Lines.running.remove(self)

    def hear(self, line):
        event = json.loads(line)
        with heard:
            self._take(event)
            heard.notify_all()

    def _take(self, event):
        match event["Event"]:
            case "service-lost":
                self.calls, self.providers, self.audio = {}, {}, {}
            case "call-added":
                self.calls[event["Call"]] = event["Properties"]
            case "call-changed":
                self.calls[event["Call"]].update(event["To"])
            case "call-removed":
                self.ended[event["Call"]] = self.calls.pop(event["Call"])
            case "provider-added":
                self.providers[event["Provider"]] = event["Properties"]
            case "provider-removed":
                self.providers.pop(event["Provider"], None)
            case "audio-changed":
                self.audio.update(event["To"])

    def of(self, number):
        """The present call with that number."""
        return next((call for call in self.calls.values() if call["RemoteHandle"][1] == number), None)

    def name(self, number):
        """What a person types for the call."""
        return next((name for name, call in self.calls.items() if call["RemoteHandle"][1] == number), number)

    def state(self, number):
        call = self.of(number)
        return call["State"] if call else None

    def is_in(self, number, state):
        return lambda: self.state(number) == state

    def has_ended(self, number, *reasons):
        """Whether no call with that number is left, and the last one had one of these reasons."""
        def condition():
            last = [call for call in self.ended.values() if call["RemoteHandle"][1] == number][-1:]
            return bool(last) and self.of(number) is None and last[0]["EndedReason"] in reasons
        return condition

    def shown(self):
        words = ("State", "OnHold", "Muted", "EndedReason", "PendingAction", "AllowedActions")
        lines = [f"{call['RemoteHandle'][1]}: {[call[word] for word in words]}"
                 for call in [*self.calls.values(), *self.ended.values()]]
        return "\n".join([*lines, f"providers: {list(self.providers)}"])
