# SPDX-License-Identifier: MIT
"""The headset of handsfree.py, which prints the time before each of its lines: @NANOSECONDS LINE."""

import time

import bluetooth_device

plain = bluetooth_device.say


def say(*words):
    now = time.monotonic_ns()
    plain(f"@{now}", *words)
    plain(*words)


# The headset takes the function from there.
bluetooth_device.say = say
import handsfree  # noqa: E402, F401
