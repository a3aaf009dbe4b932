# SPDX-License-Identifier: MIT
"""A headset at USB with sound: a gadget of the kernel at its own dummy controller. The drivers of the host are real."""

import os

from machine import run

GADGETS = "/sys/kernel/config/usb_gadget"
CONTROLLER = "dummy_udc.0"
CONFIGURATION, FUNCTION = "configs/c.1", "functions/uac1.sound"


def write(path, text):
    with open(path, "w") as file:
        file.write(text)


class SoundHeadset:
    """A sound card with a loudspeaker and a microphone of one channel each."""

    def __init__(self, name):
        for module in ("dummy_hcd", "libcomposite", "usb_f_uac1", "snd-usb-audio"):
            run("modprobe", module)
        if not os.path.isdir(GADGETS):
            run("mount", "-t", "configfs", "configfs", "/sys/kernel/config")
        self.folder = f"{GADGETS}/{name.lower().replace(' ', '-')}"
        for folder in ("strings/0x409", CONFIGURATION, FUNCTION):
            os.makedirs(f"{self.folder}/{folder}")
        values = {
            "idVendor": "0x0b0e", "idProduct": "0x2345", "strings/0x409/product": name,
            "strings/0x409/manufacturer": "Stories", "strings/0x409/serialnumber": "1",
            f"{FUNCTION}/c_chmask": "1", f"{FUNCTION}/p_chmask": "1"}
        for path, value in values.items():
            write(f"{self.folder}/{path}", value)
        os.symlink(f"{self.folder}/{FUNCTION}", f"{self.folder}/{CONFIGURATION}/uac1.sound")

    def plug_in(self):
        write(f"{self.folder}/UDC", CONTROLLER)

    def unplug(self):
        write(f"{self.folder}/UDC", "\n")
