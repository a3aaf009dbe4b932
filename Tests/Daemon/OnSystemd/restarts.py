#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Checks on a real systemd that calls go on when the service ends, in every way in which a service can end.

    restarts.py KILLS EXAMPLES [APP]    as root, on a machine for this test only: scripts/test-on-systemd boots one

EXAMPLES is the folder docs/examples, APP the program of Examples/MonkeyCall. Prints "ok - ..." and "not ok - ...".
"""
import contextlib
import os
import pathlib
import signal
import statistics
import subprocess
import sys
import time
import traceback

from gi.repository import GLib

from kills import check_kills
from plain_client import IDENTIFIER, PlainClient
from service import FOLDER, GIVEN_UP, UNIT, Connection, Guard, end_process, journal, process, systemctl

# In the state file: Sources/Daemon/CallService/State/StateContents.swift.
FORMAT_PLACE = 16
CONFIGURATION = pathlib.Path("/etc/monkeycall/monkeycalld.conf")


@contextlib.contextmanager
def check(sentence):
    try:
        yield
        print("ok -", sentence, flush=True)
    except Exception:
        print("not ok -", sentence)
        print("".join("#   " + line for line in traceback.format_exc().splitlines(True)), flush=True)


def equal(value, expected):
    """The error names only what differs."""
    if isinstance(value, dict) and isinstance(expected, dict):
        for key in expected.keys() | value.keys():
            try:
                equal(value.get(key), expected.get(key))
            except ValueError as error:
                raise ValueError(f"{key}: {error}") from None
    elif value != expected:
        raise ValueError(f"{value!r}, not {expected!r}")


# --- each way to end ------------------------------------------------------------------------------------------------

def kill_many_times():
    guard, connection = Guard(), Connection()
    for _ in range(12):
        guard.kill()
        connection.get("Instance")


def reload_and_restart(how):
    systemctl("daemon-reload")
    systemctl(how, UNIT)


def reexecute_and_restart():
    systemctl("daemon-reexec")
    systemctl("restart", UNIT)


ENDS = {
    "kill -9": end_process,
    "twelve kills in a row": kill_many_times,
    "systemctl restart": lambda: systemctl("restart", UNIT),
    "daemon-reload and systemctl try-restart": lambda: reload_and_restart("try-restart"),
    "daemon-reexec and systemctl restart": reexecute_and_restart,
    "SIGTERM by hand and activation": lambda: end_process(signal.SIGTERM),
    "systemctl stop and activation": lambda: systemctl("stop", UNIT),
}


def check_ends():
    """One app, which does nothing about restarts, has an active call, a held call, and a mute that it has not performed."""
    app, user = PlainClient(), Connection()
    held, active = app.active_call(), app.active_call()
    for name, end in ENDS.items():
        with check(f"{name}: an active call, a held call and a pending action stay, with the same audio and Instance"):
            muted = not user.state_of(active)["Muted"]
            user.request("set-muted", active, Muted=muted)
            action = app.wait("PerformSetMutedCallAction")
            before, main = user.state(), process()
            end()
            after = user.state()
            equal(after, before)
            equal(user.state_of(active)["State"], "active")
            equal(user.state_of(active)["PendingAction"], "set-muted")
            equal(user.state_of(held)["State"], "held")
            equal(after["audio"]["OwnerCalls"], [active])
            if process() == main:
                raise ValueError("the process is the same")
            again = app.wait("PerformSetMutedCallAction")
            equal(again[1:4], action[1:4])
            equal(again[4].get("Again"), True)
            app.fulfill(again)
            equal(user.state_of(active)["Muted"], muted)
            equal(app.pending_signals(), [])
    leave(app, user, held, active)


def leave(app, user, *calls):
    for call in calls:
        app.call("ReportCallEnded", "(stsa{sv})", call, 0, "remote-ended", {})
    app.bus.close_sync()
    equal(user.calls(), {})


# --- a file system without space ------------------------------------------------------------------------------------

def check_full_folder():
    systemctl("stop", UNIT)
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=256k", "none", FOLDER], check=True)
    user = Connection()
    app = PlainClient()
    call = app.active_call()
    filler = FOLDER / "filler"
    with check("while the runtime folder is full, calls go on, and StateProblem says so"):
        equal(user.get("StateProblem"), "")
        fill(filler)
        muted = False
        while not user.get("StateProblem"):
            muted = toggle(app, user, call, muted)
        for _ in range(10):
            muted = toggle(app, user, call, muted)
        equal(user.state_of(call)["State"], "active")
    with check("when there is space again, the service keeps the state, and calls survive kill -9 again"):
        filler.unlink()
        deadline = time.monotonic() + 30
        while user.get("StateProblem"):
            if time.monotonic() > deadline:
                raise TimeoutError("StateProblem is still set after 30 seconds")
            muted = toggle(app, user, call, muted)
            time.sleep(0.1)
        before = user.state()
        end_process()
        equal(user.state(), before)
        equal(user.state_of(call)["State"], "active")
    leave(app, user, call)
    systemctl("stop", UNIT)
    subprocess.run(["umount", FOLDER], check=True)


def fill(file):
    with open(file, "wb", buffering=0) as output:
        for size in [4096, 1]:
            with contextlib.suppress(OSError):
                while True:
                    output.write(bytes(size))


def toggle(app, user, call, muted):
    user.request("set-muted", call, Muted=not muted)
    app.perform("SetMutedCall")
    equal(user.state_of(call)["Muted"], not muted)
    return not muted


# --- another format -------------------------------------------------------------------------------------------------

def check_other_format():
    """Another version of the service left the state, for instance before a downgrade."""
    app, user = PlainClient(), Connection()
    call, instance = app.active_call(), user.get("Instance")
    systemctl("stop", UNIT)
    with open(FOLDER / "state", "r+b") as file:
        file.seek(FORMAT_PLACE)
        file.write(b"\xff")
    with check("a service drops a state of an unknown format, says so, and has another Instance"):
        equal(user.calls(), {})
        if user.get("Instance") == instance:
            raise ValueError("the Instance is the same")
        said = journal(GIVEN_UP)
        if not any("it has the format 255, which this version does not know" in line for line in said):
            raise ValueError(f"the journal says {said}")
    with check("an app that then does what docs/clients/APPS.md says about another Instance has its call again"):
        app.register()
        app.call("ReportExistingCall", "(ssa{sv})", IDENTIFIER, call, {"State": GLib.Variant("s", "active")})
        app.wait("DidActivateAudioSession")
        equal(user.state_of(call)["State"], "active")
    leave(app, user, call)


# --- the gap --------------------------------------------------------------------------------------------------------

def report_gap():
    """Prints times and does not check them, because other programs use the machine too."""
    user = Connection()
    user.get("Instance")
    gaps = [time_to_answer(user, lambda: os.kill(process(), signal.SIGKILL)) for _ in range(10)]
    starts = [time_to_answer(user, lambda: systemctl("stop", UNIT)) for _ in range(10)]
    gap, start = statistics.median(gaps), statistics.median(starts)
    print(f"# from kill -9 to the next answer: {gap * 1000:.0f} ms; from a stopped unit by activation: "
          f"{start * 1000:.0f} ms; ratio {gap / start:.2f}, the goal is 1.2 (medians of 10)", flush=True)


def time_to_answer(user, end):
    end()
    began = time.monotonic()
    user.get("Instance")
    return time.monotonic() - began


def main(kills, examples, swift_app=None):
    # A busy machine may need more than the usual five seconds for a restart.
    CONFIGURATION.write_text("[Deadlines]\nOther=1min\n")
    systemctl("stop", UNIT)
    for part in [check_ends, check_full_folder, report_gap]:
        with check(f"{part.__name__} of {__file__} ran to its end"):
            part()
    with check("the service gave up its state at none of these ends"):
        equal(journal(GIVEN_UP), [])
    check_kills(kills, examples, swift_app, check)
    with check("check_other_format ran to its end"):
        check_other_format()


if __name__ == "__main__":
    main(int(sys.argv[1]), pathlib.Path(sys.argv[2]), *sys.argv[3:])
