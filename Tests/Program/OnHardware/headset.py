# SPDX-License-Identifier: MIT
"""Devices at USB, by /dev/uhid: the kernel makes a hidraw device of each, as of a real one."""

import glob
import os
import struct
import threading

from machine import heard

# A hook switch that latches (bit 0) and mute (1), which is relative; the lights off-hook (0), mute (1), ring (2) and
# hold (3). All in reports of number 2.
BUTTONS_AND_LIGHTS = (
    "050b 0905 a101 8502 1500 2501 7501"
    "9501 0920 8122 092f 8106 9506 8103"
    "0508 9501 0917 9122 0909 9122 0918 9122 0920 9122 9504 9103 c0")
# The keys A to Z, as a keyboard has them.
KEYS = "0501 0906 a101 8501 0507 1904 291d 1500 2501 7501 951a 8102 9506 8103 c0"

CREATE, DESTROY, OUTPUT, GET_REPORT, GET_REPLY, INPUT, SET_REPORT, SET_REPLY = 11, 1, 6, 9, 10, 12, 13, 14
CREATE_HEAD, EVENT_SIZE, DATA_SIZE, USB = "<I128s64s64sHHIIII", 4380, 4096, 3
LIGHTS = {0: "off-hook", 1: "mute", 2: "ring", 3: "hold"}
REPORT = 2


class Headset:
    """It latches its hook switch after its light, as most headsets do, and says that in a report."""

    def __init__(self, name, descriptor=BUTTONS_AND_LIGHTS):
        self.name, self.lights, self.is_off_hook = name, set(), False
        self.shown = []
        self.file = os.open("/dev/uhid", os.O_RDWR)
        layout = bytes.fromhex(descriptor)
        head = struct.pack(CREATE_HEAD, CREATE, name.encode(), b"stories", name.encode(), len(layout), USB, 0x0B0E, 0x2345, 1, 0)
        os.write(self.file, (head + layout).ljust(EVENT_SIZE - 4, b"\0"))
        threading.Thread(target=self._follow, daemon=True).start()

    @property
    def node(self):
        """Its device file, when the kernel has made it."""
        for folder in glob.glob("/sys/class/hidraw/*"):
            with open(folder + "/device/uevent") as file:
                if f"HID_NAME={self.name}\n" in file.read():
                    return "/dev/" + os.path.basename(folder)
        return None

    def _follow(self):
        while True:
            try:
                event = os.read(self.file, EVENT_SIZE)
            except OSError:
                return
            kind = struct.unpack_from("<I", event)[0]
            if kind == OUTPUT:
                size = struct.unpack_from("<H", event, 4 + DATA_SIZE)[0]
                self._show(event[4:4 + size])
            elif kind in (GET_REPORT, SET_REPORT):
                request = struct.unpack_from("<I", event, 4)[0]
                reply = (GET_REPLY, 5, 0) if kind == GET_REPORT else (SET_REPLY, 0)
                os.write(self.file, struct.pack("<II" + "H" * (len(reply) - 1), reply[0], request, *reply[1:]))

    def _show(self, report):
        if len(report) < 2 or report[0] != REPORT:
            return
        with heard:
            self.lights = {name for bit, name in LIGHTS.items() if report[1] >> bit & 1}
            self.shown.append(self.lights)
            heard.notify_all()
        if ("off-hook" in self.lights) != self.is_off_hook:
            self.is_off_hook = not self.is_off_hook
            self._send()

    def _send(self, mute=False):
        os.write(self.file, struct.pack("<IHBB", INPUT, 2, REPORT, self.is_off_hook | mute << 1))

    def press_hook(self):
        self.is_off_hook = not self.is_off_hook
        self._send()

    def press_mute(self):
        self._send(mute=True)
        self._send()

    def unplug(self):
        os.write(self.file, struct.pack("<I", DESTROY))
        os.close(self.file)
