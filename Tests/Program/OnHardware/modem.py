# SPDX-License-Identifier: MIT
"""A mobile modem for ModemManager: AT commands on a socket.

    modem.py SOCKET      its name in the abstract namespace

It reads what happens in its network, one line each:
    ring NUMBER      a call comes in
It prints `listens`, and `at COMMAND` for each command that dials, answers or ends a call.
"""

import asyncio
import sys

SERIAL = "356938012345678"
# The facts of a modem that is registered in its home network.
FACTS = {
    "+CGMI": "MonkeyCall", "+CGMM": "Simulator", "+CGMR": "1", "+CGSN": SERIAL, "+CIMI": SERIAL, "+GCAP": "+GCAP: +CGSM",
    "+CPIN?": "+CPIN: READY", "+CFUN?": "+CFUN: 1", "+CREG=?": "+CREG: (0-2)", "+CREG?": "+CREG: 1,1",
    "+CGREG=?": "+CGREG: (0-2)", "+CGREG?": "+CGREG: 1,1", "+COPS?": '+COPS: 0,2,"26201",0', "+CSQ": "+CSQ: 20,99",
    "+CSCS=?": '+CSCS: ("IRA","UCS2")', "+CSCS?": '+CSCS: "IRA"', "+CCWA=?": "+CCWA: (0,1)"}
# The settings that it takes and does not need.
SETTINGS = ("E", "V", "X", "Z", "&", "+CMEE=", "+CFUN=", "+CREG=", "+CGREG=", "+COPS=", "+CLIP=", "+CRC=", "+CCWA=", "+COLP=",
            "+CSSN=", "+CSCS=", "+CVHU=", "+VTD=", "+CLCC=")
ACTIVE, DIALING, INCOMING = 0, 2, 4


class Modem:
    """It has one call at most, and nobody answers a call that it dials: ModemManager does not always ask again for its
    state."""

    number = state = writer = None
    comes_in = False

    def begin(self, number, state):
        self.number, self.state, self.comes_in = number, state, state == INCOMING

    def reply(self, command):
        """The lines before the result; None = an error."""
        if command in FACTS:
            return [FACTS[command]]
        if command == "+CLCC":
            return [] if self.state is None else [f'+CLCC: 1,{int(self.comes_in)},{self.state},0,0,"{self.number}",145']
        if command == "A" and self.state == INCOMING:
            self.state = ACTIVE
        elif command == "+CHUP":
            self.state = None
        elif command.startswith("D"):
            self.begin(command[1:].rstrip(";"), DIALING)
        # `H` ends a call of data only.
        elif command not in ("", "H") and not command.startswith(SETTINGS):
            return None
        if command[:1] in ("A", "D") or command == "+CHUP":
            print("at", command, flush=True)
        return []

    async def serve(self, reader, writer):
        """A connection of ModemManager. A line may join several commands."""
        self.writer = writer
        # A command ends with a carriage return, and not with a line feed.
        text = ""
        while chunk := (await reader.read(512)).decode():
            *lines, text = (text + chunk).split("\r")
            for line in lines:
                command = line.strip().upper().removeprefix("AT")
                self.perform(command.split(";") if command.startswith("+") else [command])

    def perform(self, commands):
        for command in commands:
            said = self.reply(command)
            if said is None:
                return self.say("ERROR")
            self.say(*said)
        return self.say("OK")

    def say(self, *lines):
        for line in lines:
            self.writer.write(f"\r\n{line}\r\n".encode())

    async def ring(self):
        """ModemManager believes that a call is over when no ring follows."""
        while True:
            if self.state == INCOMING:
                self.say("RING", f'+CLIP: "{self.number}",145')
            await asyncio.sleep(1)


async def play(socket):
    modem = Modem()
    server = await asyncio.start_unix_server(modem.serve, "\0" + socket)
    print("listens", flush=True)
    rings = asyncio.create_task(modem.ring())
    reader = asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    while line := (await reader.readline()).decode().split():
        modem.begin(line[1], INCOMING)
    rings.cancel()
    server.close()


asyncio.run(play(sys.argv[1]))
