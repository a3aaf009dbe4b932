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
`sends COMMAND`, then `ok COMMAND` or `refused COMMAND`, for each of its commands.
"""

import asyncio

from bumble import hfp
from bumble.core import BaseBumbleError

from bluetooth_device import RECORD, Peer, play, say

CHANNEL = 7
# The computer may be busy. It ends a story that has failed.
PATIENCE = 60
COMMANDS = {"answer": "ATA", "end": "AT+CHUP", "redial": "AT+BLDN"}
STATES = ["active", "held", "dialing", "alerting", "incoming", "waiting"]


def configuration():
    feature = hfp.HfFeature
    return hfp.HfConfiguration(
        supported_hf_features=[
            feature.CLI_PRESENTATION_CAPABILITY, feature.REMOTE_VOLUME_CONTROL, feature.ENHANCED_CALL_STATUS,
            feature.CODEC_NEGOTIATION],
        supported_hf_indicators=[],
        supported_audio_codecs=[hfp.AudioCodec.CVSD, hfp.AudioCodec.MSBC])


class Headset(Peer):
    unit = loop = None

    async def accept(self, channel):
        connection = channel.multiplexer.l2cap_channel.connection
        if connection is not self.connection:
            self.follow(connection)
        await self.start(channel)

    async def find(self, connection):
        return await hfp.find_ag_sdp_record(connection)

    async def begin(self, channel):
        unit = hfp.HfProtocol(channel, configuration())
        unit.on("ring", lambda: say("ring"))
        unit.on("cli_notification", lambda caller: say("number", self._text(caller.number)))
        unit.on("ag_indicator", lambda state: say(state.indicator.value, state.current_status))
        await unit.initiate_slc()
        for state in unit.ag_indicators:
            say(state.indicator.value, state.current_status)
        self.unit, self.loop = unit, asyncio.create_task(self._hear(unit))
        await self.send("AT+CLIP=1")

    @staticmethod
    async def _hear(unit):
        try:
            await unit.run()
        except Exception as error:
            say("hears no more", repr(error))

    @staticmethod
    def _text(number):
        return number.decode() if isinstance(number, bytes) else number

    def lose(self):
        if self.loop:
            self.loop.cancel()
        self.unit = self.loop = None
        super().lose()

    async def send(self, command):
        say("sends", command)
        try:
            await self.unit.execute_command(command, timeout=PATIENCE)
            say("ok", command)
        except (BaseBumbleError, hfp.HfpProtocolError) as error:
            say("refused", command, error)

    async def act(self, words):
        match words:
            case ["calls"]:
                calls = await self.unit.query_current_calls()
                say("calls", *[f"{STATES[call.status]}:{self._text(call.number)}" for call in calls])
            case ["dial", number]:
                await self.send(f"ATD{number};")
            case ["tone", digit]:
                await self.send(f"AT+VTS={digit}")
            case [word]:
                await self.send(COMMANDS[word])


play(Headset, "Headset", 0x240404, CHANNEL, hfp.make_hf_sdp_records(RECORD, CHANNEL, configuration()))
