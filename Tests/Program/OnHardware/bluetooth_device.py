# SPDX-License-Identifier: MIT
"""What the devices of phone.py and handsfree.py have in common: Bumble on a Bluetooth controller, which connects to the
computer and reads what happens at the device, one line each."""

import asyncio
import sys
import traceback

from bumble import hci, rfcomm
from bumble.core import BaseBumbleError, PhysicalTransport
from bumble.device import Device
from bumble.keys import MemoryKeyStore
from bumble.pairing import PairingConfig, PairingDelegate
from bumble.transport import open_transport

# The controller has another one, which is what the computer sees.
ADDRESS = "F0:F1:F2:F3:F4:02"
RECORD = 0x00010001


def say(*words):
    print(*words, flush=True)


class Peer:
    """A device of the hands-free profile. Its class says what it finds at the computer, and what it then does."""

    def __init__(self, device, computer):
        self.device, self.computer = device, hci.Address(computer, hci.Address.PUBLIC_DEVICE_ADDRESS)
        self.connection, self.channel, self.is_ready = None, None, False

    async def find(self, connection):
        """The record of the program at the computer; None if it has none."""
        raise NotImplementedError

    async def begin(self, channel):
        """Returns when both sides know each other's features."""
        raise NotImplementedError

    async def accept(self, channel):
        """The computer connects on its own."""
        say("the computer connects")

    async def act(self, words):
        """What happens at the device, or what its user does."""
        raise NotImplementedError

    async def come(self):
        """As long as no program of the computer listens, the device tries again, as phones and headsets do. The computer
        may be faster."""
        while not self.is_ready:
            try:
                await self._connect()
            except (BaseBumbleError, asyncio.TimeoutError) as error:
                say("tries again after", repr(error))
                await asyncio.sleep(1)

    async def _connect(self):
        # Without a program at the other side the link alone is left.
        if self.connection:
            await self.connection.disconnect()
        connection = await self.device.connect(self.computer, transport=PhysicalTransport.BR_EDR)
        self.follow(connection)
        await connection.authenticate()
        await connection.encrypt()
        record = await self.find(connection)
        if not record:
            raise BaseBumbleError("no program of the computer listens")
        if not self.is_ready:
            await self.start(await (await rfcomm.Client(connection).start()).open_dlc(record[0]))

    async def start(self, channel):
        self.channel = channel
        # The program at the other side may end while the link stays.
        channel.on(channel.EVENT_CLOSE, lambda: channel is self.channel and self.lose())
        await self.begin(channel)
        self.is_ready = True
        say("ready")

    def follow(self, connection):
        self.connection = connection
        connection.on("disconnection", self._gone)

    def _gone(self, reason):
        self.connection = None
        self.lose()

    def lose(self):
        """The channel has gone, or with it the link."""
        if self.is_ready:
            say("left")
        self.channel, self.is_ready = None, False

    async def hear(self, words):
        match words:
            case ["leave"]:
                await self.connection.disconnect()
            case ["come"]:
                await self.come()
            case _:
                await self.act(words)


async def _play(peer, name, device_class, channel, records, controller, computer):
    transport = await open_transport(controller)
    device = Device.with_hci(name, hci.Address(ADDRESS, hci.Address.PUBLIC_DEVICE_ADDRESS), transport.source, transport.sink)
    device.classic_enabled, device.le_enabled, device.class_of_device = True, False, device_class
    device.keystore = MemoryKeyStore()
    device.sdp_service_records = {RECORD: records}
    device.pairing_config_factory = lambda connection: PairingConfig(
        sc=True, mitm=False, bonding=True, delegate=PairingDelegate(PairingDelegate.NO_OUTPUT_NO_INPUT))
    present = peer(device, computer)
    # A set keeps the task.
    accepts = set()
    rfcomm.Server(device).listen(lambda channel: accepts.add(asyncio.create_task(present.accept(channel))), channel)
    await device.power_on()
    await device.set_connectable(True)
    await present.come()
    reader = asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    while line := await reader.readline():
        await present.hear(line.decode().split())


def play(peer, name, device_class, channel, records):
    """Plays a device of the class `peer`, with the arguments of the program, until its input ends."""
    try:
        asyncio.run(_play(peer, name, device_class, channel, records, *sys.argv[1:]))
    except Exception as error:
        traceback.print_exc()
        say("failed", repr(error))
        sys.exit(1)
