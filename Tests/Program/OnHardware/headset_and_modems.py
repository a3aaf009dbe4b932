# SPDX-License-Identifier: MIT
"""Parts of the story of the Bluetooth headset: it is at a machine with ModemManager."""

import modem_manager
from headset_scene import CALLER, DIAL, FRIEND
from machine import check, run

BRIDGE = "monkeycall-bridge-system.service"


def modem_manager_comes(scene):
    """It comes during a call, and goes again."""
    if not modem_manager.IS_INSTALLED:
        return
    check("mmcli sees no modem of the front", lambda: "No modems were found" in modem_manager.modems())
    scene.call()
    modem_manager.start()
    check("ModemManager gets its name from the front",
          lambda: "another program has the name of ModemManager" in scene.bridges(), scene.shown)
    check("the headset has no call while ModemManager runs", scene.indicator("call", 0), scene.shown)
    check("the call goes on while ModemManager runs", scene.calls.is_in(CALLER, "active"), scene.shown)
    modem_manager.mask()
    check("the front shows the calls after ModemManager", scene.is_shown, scene.shown)
    check("the headset has the call after ModemManager", scene.lists(f"active:{CALLER}"), scene.shown)
    scene.ends()


def calls_of_a_modem(scene, modem):
    def line():
        return next((name for name, provider in scene.calls.providers.items() if provider["Class"] == "cellular"), None)

    scene.set(DIAL + check("the modem is a line of the user", line, scene.shown) + "\\n")
    scene.forget()
    modem.tell("ring", CALLER)
    check("the headset rings for a call of the modem", scene.says(f"number {CALLER}"), scene.shown)
    scene.presses("answer")
    check("the headset answers it", lambda: modem.says("at A"), scene.shown)
    check("the call of the modem is active", scene.calls.is_in(CALLER, "active"), scene.shown)
    scene.ends()
    check("the headset ends it", lambda: modem.says("at +CHUP"), scene.shown)
    scene.presses("dial", FRIEND)
    check("the headset dials with the modem", lambda: modem.says(f"at D{FRIEND};"), scene.shown)
    check("the headset knows that it dials", scene.indicator("callsetup", 2), scene.shown)
    scene.presses("end")
    check("the headset gives up its call", scene.calls.has_ended(FRIEND, "local-ended"), scene.shown)
    check("the headset knows that it does not dial any more", scene.indicator("callsetup", 0), scene.shown)


def beside_modem_manager(scene):
    """ModemManager has its name, and a modem, whose calls are at the headset too. Its end is no end of calls."""
    check("ModemManager has its own name", modem_manager.has_its_name)
    check("mmcli sees no modem of the front", lambda: "No modems were found" in modem_manager.modems())
    modem = modem_manager.plug_in()
    run("systemctl", "start", BRIDGE)
    try:
        calls_of_a_modem(scene, modem)
    finally:
        run("systemctl", "stop", BRIDGE)
    modem.end()
    scene.set("")
    scene.call()
    modem_manager.mask()
    check("the headset has the call without ModemManager", scene.lists(f"active:{CALLER}"), scene.shown)
    modem_manager.start()
    check("the headset has the call when ModemManager is back", scene.lists(f"active:{CALLER}"), scene.shown)
    check("the front shows the calls beside ModemManager", scene.is_shown, scene.shown)
    scene.ends()
