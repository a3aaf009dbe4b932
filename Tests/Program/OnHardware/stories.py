# SPDX-License-Identifier: MIT
"""Runs the stories of this folder one after the other: stories.py USER [STORY...]"""

import importlib
import sys
import time
import traceback

from machine import Calls, Failed, Lines, User, heard, note, reports, run, until

STORIES = ["bluetooth_phone", "bluetooth_headset", "bluetooth_users", "usb_headset", "sound_cards", "suspend"]


def run_story(name, user, calls):
    began = time.monotonic()
    try:
        importlib.import_module(name).story(user, calls)
    except Failed:
        note("The rest of this story did not run.")
        note(calls.shown())
    except Exception:
        reports.write(f"not ok - {name}: the story can run\n")
        note(traceback.format_exc())
    finally:
        for program in [*Lines.running]:
            program.end()
        user.units("stop", "monkeycall-bridge.service", "monkeycall-agent.service")
        until(lambda: not calls.calls)
    reports.write(f"# {name}: {time.monotonic() - began:.0f} s\n")


def main(account, *stories):
    # Two sound cards with microphones.
    run("modprobe", "snd-dummy", "enable=1,1")
    user = User(account)
    while not user.succeeds("systemctl", "--user", "--quiet", "is-active", "default.target"):
        time.sleep(0.5)
    calls = Calls(user)
    with heard:
        heard.wait_for(lambda: calls.audio)
    reports.write(f"# the machine is ready after {time.monotonic():.0f} s\n")
    for name in stories or STORIES:
        run_story(name, user, calls)
    reports.write("# done\n")


main(*sys.argv[1:])
