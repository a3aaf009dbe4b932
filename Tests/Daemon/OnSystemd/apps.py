# SPDX-License-Identifier: MIT
"""Apps in several languages, each a process of the ordinary user. They follow docs/clients/APPS.md."""
import os
import subprocess
import threading

from service import CALLER

TIMEOUT = 30


class App:
    """An app that is told by typed lines what its other side does. A thread reads what it prints."""
    def __init__(self, language, identifier, *command):
        self.language, self.identifier = language, identifier
        self.calls = []  # that the app carries, oldest first
        self.lines = []
        self.changed = threading.Condition()
        environment = {"PATH": os.environ["PATH"], "HOME": "/tmp", "LANG": "C.UTF-8"}
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, bufsize=1,
            user=CALLER.pw_uid, group=CALLER.pw_gid, extra_groups=[], cwd="/", env=environment)
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        for line in self.process.stdout:
            words = line.split()
            with self.changed:
                self.lines.append(line.rstrip())
                self.note(words)
                self.changed.notify_all()

    def note(self, words):
        """Follows which calls the app carries."""
        match words:
            case ["reported" | "StartCall", call, *_] if call not in self.calls:
                self.calls.append(call)
            case ["EndCall", call, *_] if call in self.calls:
                self.calls.remove(call)

    def type(self, line):
        self.process.stdin.write(line + "\n")

    def wait(self, condition, what):
        with self.changed:
            if not self.changed.wait_for(condition, TIMEOUT):
                raise TimeoutError(f"{what} did not happen within {TIMEOUT} seconds")

    def begin(self):
        self.wait(lambda: any(line.startswith("registered") for line in self.lines), "the registration")

    def ring(self):
        """Returns when the app has a new call, or the service has refused it."""
        before = self.outcomes()
        self.type("ring +4930123456")
        self.wait(lambda: self.outcomes() > before, "the report of a call")

    def outcomes(self):
        # The C app names no method.
        return sum(line.startswith(("reported", "error ReportNew", "error Report ")) for line in self.lines)

    def has_started(self, call):
        return f"StartCall {call} +4930123456" in self.lines

    def lose_newest_call(self):
        """The other side hangs up. The app prints nothing."""
        with self.changed:
            self.calls.pop()
        self.type("remote-end")

    def carries(self, call):
        return call in self.calls

    def end(self):
        self.process.stdin.close()
        self.process.wait(TIMEOUT)


class SwiftApp(App):
    """Examples/MonkeyCall. It prints the first eight digits of an id; its command `calls` prints whole ids."""
    def __init__(self, program):
        super().__init__("Swift", "org.monkeycall.MonkeyCall", program, "--connecting", "0", "--connected", "0")

    def note(self, words):
        match words:
            case ["incoming" | "started", *_]:
                self.type("calls")
            case ["call", call, *_] if call not in self.calls and not self.has_ended(call):
                self.calls.append(call)
            case ["ended", short, *_]:
                self.calls = [call for call in self.calls if not call.startswith(short)]

    def has_ended(self, call):
        return any(line.startswith(f"ended {call[:8]}") for line in self.lines)

    def ring(self):
        before, refused = set(self.calls), self.refusals()
        self.type("incoming +4930123456")
        self.wait(lambda: set(self.calls) - before or self.refusals() > refused, "the report of a call")

    def refusals(self):
        return sum(line.startswith("ended") and " refused" in line for line in self.lines)

    def has_started(self, call):
        return call in self.calls or self.has_ended(call)

    def lose_newest_call(self):
        call = self.calls[-1]
        self.type(f"remote-end {call}")
        self.wait(lambda: not self.carries(call), "the end of a call")


def example_apps(examples, swift_app):
    subprocess.run(["sh", "-c", 'cc -o /tmp/phone "$1" $(pkg-config --cflags --libs libsystemd)', "sh",
                    examples / "c/phone.c"], check=True)
    swift = [SwiftApp(swift_app)] if swift_app else []
    return swift + [
        App("Python", "org.example.PythonPhone", "/usr/bin/python3", examples / "python/phone.py"),
        App("C", "org.example.CPhone", "/tmp/phone"),
        App("JavaScript", "org.example.JavaScriptPhone", "gjs", "-m", examples / "javascript/phone.js"),
    ]
