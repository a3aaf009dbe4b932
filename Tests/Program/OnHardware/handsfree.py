# SPDX-License-Identifier: MIT
"""A Bluetooth headset with a keypad, as a car has one: Bumble on a Bluetooth controller, hands-free unit of the profile.

    handsfree.py CONTROLLER COMPUTER      a transport of Bumble, and the address of the computer that it connects to

It reads what its user does, one line each:
    answer, end      its button: ATA, and AT+CHUP, which also rejects
    dial NUMBER      ATD
    redial           AT+BLDN
    tone DIGIT       AT+VTS
    calls            AT+CLCC: it prints the list of calls
    leave, come      it is switched off, and on again
It prints `ready` when it is connected, `left`, `ring`, `number NUMBER`, `NAME VALUE` for each change of an indicator, and
`ok COMMAND` or `refused COMMAND` for each of its commands.
"""

import asyncio
import sys
import traceback

from bumble import hci, hfp, rfcomm
from bumble.core import BaseBumbleError, PhysicalTransport
from bumble.device import Device
from bumble.keys import MemoryKeyStore
from bumble.pairing import PairingConfig, PairingDelegate
from bumble.transport import open_transport

# The controller has another one, which is what the computer sees.
ADDRESS = "F0:F1:F2:F3:F4:02"
RECORD, CHANNEL = 0x00010001, 7
# The computer may be busy. It ends a story that has failed.
PATIENCE = 60
COMMANDS = {"answer": "ATA", "end": "AT+CHUP", "redial": "AT+BLDN"}
STATES = ["active", "held", "dialing", "alerting", "incoming", "waiting"]


def say(*words):
    print(*words, flush=True)


def configuration():
    feature = hfp.HfFeature
    return hfp.HfConfiguration(
        supported_hf_features=[
            feature.CLI_PRESENTATION_CAPABILITY, feature.REMOTE_VOLUME_CONTROL, feature.ENHANCED_CALL_STATUS,
            feature.CODEC_NEGOTIATION],
        supported_hf_indicators=[],
        supported_audio_codecs=[hfp.AudioCodec.CVSD, hfp.AudioCodec.MSBC])


class Headset:
    def __init__(self, device, computer):
        self.device, self.computer = device, hci.Address(computer, hci.Address.PUBLIC_DEVICE_ADDRESS)
        self.connection = self.unit = self.loop = None

    async def come(self):
        """As long as the computer has no gateway that listens, the headset tries again, as headsets do."""
        while True:
            try:
                return await self._connect()
            except (BaseBumbleError, asyncio.TimeoutError) as error:
                say("tries again after", repr(error))
                await asyncio.sleep(1)

    async def _connect(self):
        # Without a gateway at the other side the link alone is left.
        if self.connection:
            await self.connection.disconnect()
        connection = await self.device.connect(self.computer, transport=PhysicalTransport.BR_EDR)
        self.connection = connection
        connection.on("disconnection", self.gone)
        await connection.authenticate()
        await connection.encrypt()
        record = await hfp.find_ag_sdp_record(connection)
        if not record:
            raise BaseBumbleError("no gateway")
        channel = await (await rfcomm.Client(connection).start()).open_dlc(record[0])
        unit = hfp.HfProtocol(channel, configuration())
        unit.on("ring", lambda: say("ring"))
        unit.on("cli_notification", lambda caller: say("number", self._text(caller.number)))
        unit.on("ag_indicator", lambda state: say(state.indicator.value, state.current_status))
        await unit.initiate_slc()
        for state in unit.ag_indicators:
            say(state.indicator.value, state.current_status)
        self.unit, self.loop = unit, asyncio.create_task(self._hear(unit))
        await self.send("AT+CLIP=1")
        say("ready")

    @staticmethod
    async def _hear(unit):
        try:
            await unit.run()
        except Exception as error:
            say("hears no more", repr(error))

    @staticmethod
    def _text(number):
        return number.decode() if isinstance(number, bytes) else number

    def gone(self, reason):
        if self.loop:
            self.loop.cancel()
        self.connection = self.unit = self.loop = None
        say("left")

    async def send(self, command):
        try:
            await self.unit.execute_command(command, timeout=PATIENCE)
            say("ok", command)
        except (BaseBumbleError, hfp.HfpProtocolError) as error:
            say("refused", command, error)

    async def hear(self, words):
        match words:
            case ["leave"]:
                await self.connection.disconnect()
            case ["come"]:
                await self.come()
            case ["calls"]:
                calls = await self.unit.query_current_calls()
                say("calls", *[f"{STATES[call.status]}:{self._text(call.number)}" for call in calls])
            case ["dial", number]:
                await self.send(f"ATD{number};")
            case ["tone", digit]:
                await self.send(f"AT+VTS={digit}")
            case [word]:
                await self.send(COMMANDS[word])


async def main(controller, computer):
    transport = await open_transport(controller)
    device = Device.with_hci("Headset", hci.Address(ADDRESS, hci.Address.PUBLIC_DEVICE_ADDRESS), transport.source, transport.sink)
    device.classic_enabled, device.le_enabled, device.class_of_device = True, False, 0x240404
    device.keystore = MemoryKeyStore()
    device.sdp_service_records = {RECORD: hfp.make_hf_sdp_records(RECORD, CHANNEL, configuration())}
    device.pairing_config_factory = lambda connection: PairingConfig(
        sc=True, mitm=False, bonding=True, delegate=PairingDelegate(PairingDelegate.NO_OUTPUT_NO_INPUT))
    rfcomm.Server(device).listen(lambda channel: say("the computer connects"), CHANNEL)
    await device.power_on()
    await device.set_connectable(True)
    headset = Headset(device, computer)
    await headset.come()
    reader = asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    while line := await reader.readline():
        await headset.hear(line.decode().split())


try:
    asyncio.run(main(*sys.argv[1:]))
except Exception as error:
    traceback.print_exc()
    say("failed", repr(error))
    sys.exit(1)
