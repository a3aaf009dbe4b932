# SPDX-License-Identifier: MIT
"""A mobile phone: Bumble on a Bluetooth controller, as audio gateway of the hands-free profile.

    phone.py CONTROLLER COMPUTER      a transport of Bumble, and the address of the computer that it connects to

It reads what happens at the phone, one line each:
    ring NUMBER      a call comes in; it waits if there is another one
    give-up          the caller that rings or waits hangs up
    alert            the other side of the dialled call rings
    connect          it answers
    answer, hold     the phone's own buttons
    hang-up          the other side of the active call hangs up
    leave, come      the phone goes out of reach, and connects again
It prints `ready` when the hands-free set is connected, `left`, `at COMMAND` for each command, and `calls STATES`.
"""

import asyncio

from bumble import hfp

from bluetooth_device import RECORD, Peer, play, say

CHANNEL = 5
ACTIVE, HELD, DIALING, ALERTING, INCOMING, WAITING = (
    hfp.CallInfoStatus.ACTIVE, hfp.CallInfoStatus.HELD, hfp.CallInfoStatus.DIALING,
    hfp.CallInfoStatus.ALERTING, hfp.CallInfoStatus.INCOMING, hfp.CallInfoStatus.WAITING)


class Line:
    """The calls of the phone, and what its buttons and commands do with them, as GSM 02.30 says."""

    def __init__(self):
        self.calls = []

    def all(self, *states):
        return [call for call in self.calls if call.status in states]

    def add(self, direction, status, number):
        index = next(i for i in range(1, 9) if i not in [call.index for call in self.calls])
        self.calls.append(hfp.CallInfo(
            index, direction, status, hfp.CallInfoMode.VOICE, hfp.CallInfoMultiParty.NOT_IN_CONFERENCE, number, 145))

    def drop(self, calls):
        self.calls[:] = [call for call in self.calls if call not in calls]

    def answer(self):
        """The call that rings; the active one is held."""
        ringing = self.all(INCOMING, WAITING)
        if ringing:
            self.hold()
        for call in ringing:
            call.status = ACTIVE

    def hold(self):
        for call in self.all(ACTIVE):
            call.status = HELD

    def swap(self):
        active, others = self.all(ACTIVE), self.all(WAITING) or self.all(HELD)
        for call in active:
            call.status = HELD
        for call in others:
            call.status = ACTIVE

    def hang_up(self):
        """AT+CHUP: what rings, or else what is active or dialled."""
        self.drop(self.all(INCOMING) or self.all(ACTIVE, DIALING, ALERTING))

    def release_active(self):
        """AT+CHLD=1: ends the active call, and takes the other one."""
        self.drop(self.all(ACTIVE))
        for call in self.all(WAITING) or self.all(HELD):
            call.status = ACTIVE

    def release_held(self):
        """AT+CHLD=0: refuses what waits, or else ends what is held."""
        self.drop(self.all(WAITING) or self.all(HELD))

    def indicators(self):
        setup = 1 if self.all(INCOMING, WAITING) else 2 if self.all(DIALING) else 3 if self.all(ALERTING) else 0
        held = (1 if self.all(ACTIVE) else 2) if self.all(HELD) else 0
        return {
            hfp.AgIndicator.CALL: int(bool(self.all(ACTIVE, HELD))),
            hfp.AgIndicator.CALL_SETUP: setup,
            hfp.AgIndicator.CALL_HELD: held,
        }


class Gateway(hfp.AgProtocol):
    """What the phone says to the hands-free set."""

    def __init__(self, channel, configuration, line):
        super().__init__(channel, configuration)
        self.line = line
        self.calls = line.calls
        for state in self.ag_indicators:
            state.current_status = line.indicators().get(state.indicator, state.current_status)

    def _read_at(self, data):
        for command in bytes(data).decode().split("\r"):
            if command:
                say("at", command)
        super()._read_at(data)

    def tell(self, repeated=None):
        """The indicators that have changed, and one that says that something else has."""
        for indicator, value in self.line.indicators().items():
            state = next(state for state in self.ag_indicators if state.indicator == indicator)
            if state.current_status != value or indicator == repeated:
                self.update_ag_indicator(indicator, value)
        say("calls", *[call.status.name.lower() for call in self.line.calls])

    def ring(self, number):
        if self.line.all(ACTIVE, HELD):
            self.line.add(hfp.CallInfoDirection.MOBILE_TERMINATED_CALL, WAITING, number)
            self.send_response(f'+CCWA: "{number}",145')
            self.tell()
        else:
            self.line.add(hfp.CallInfoDirection.MOBILE_TERMINATED_CALL, INCOMING, number)
            self.tell()
            self.send_ring()
            self.send_cli_notification(hfp.CallLineIdentification(number=number, type=145))

    def _then(self, act):
        self.send_ok()
        act()
        # A phone also tells that a call is held when it has swapped two calls.
        swapped = act == self.line.swap and self.line.all(HELD)
        self.tell(hfp.AgIndicator.CALL_HELD if swapped else None)

    def _on_a(self):
        self._then(self.line.answer)

    def _on_d(self, number):
        digits = number.decode().rstrip(";")
        self._then(lambda: self.line.add(hfp.CallInfoDirection.MOBILE_ORIGINATED_CALL, DIALING, digits))

    def _on_chup(self):
        self._then(self.line.hang_up)

    def _on_chld(self, operation):
        acts = {b"0": self.line.release_held, b"1": self.line.release_active, b"2": self.line.swap}
        act = acts.get(bytes(operation))
        if act is None:
            self.send_error()
        else:
            self._then(act)

    def _on_vts(self, tone):
        self.send_ok()


def configuration():
    feature, operation, indicator = hfp.AgFeature, hfp.CallHoldOperation, hfp.AgIndicatorState
    states = [indicator.service(), indicator.call(), indicator.callsetup(), indicator.callheld(), indicator.signal(),
              indicator.roam(), indicator.battchg()]
    for state in states:
        if state.indicator in (hfp.AgIndicator.SERVICE, hfp.AgIndicator.SIGNAL):
            state.current_status = 1
    return hfp.AgConfiguration(
        supported_ag_features=[
            feature.THREE_WAY_CALLING, feature.REJECT_CALL, feature.ENHANCED_CALL_STATUS,
            feature.EXTENDED_ERROR_RESULT_CODES, feature.CODEC_NEGOTIATION],
        supported_ag_indicators=states,
        supported_hf_indicators=[],
        # PipeWire holds no call of a phone that lists fewer.
        supported_ag_call_hold_operations=[
            operation.RELEASE_ALL_HELD_CALLS, operation.RELEASE_ALL_ACTIVE_CALLS, operation.HOLD_ALL_ACTIVE_CALLS,
            operation.ADD_HELD_CALL],
        supported_audio_codecs=[hfp.AudioCodec.CVSD, hfp.AudioCodec.MSBC])


class Phone(Peer):
    def __init__(self, device, computer):
        super().__init__(device, computer)
        self.line, self.gateway = Line(), None

    async def find(self, connection):
        return await hfp.find_hf_sdp_record(connection)

    async def begin(self, channel):
        self.gateway = Gateway(channel, configuration(), self.line)
        connected = asyncio.get_running_loop().create_future()
        self.gateway.once("slc_complete", lambda: connected.set_result(None))
        await connected

    def lose(self):
        self.gateway = None
        super().lose()

    async def act(self, words):
        line, gateway = self.line, self.gateway
        match words:
            case ["ring", number]:
                gateway.ring(number)
                return
            case ["give-up"]:
                line.drop(line.all(INCOMING, WAITING))
            case ["alert"]:
                for call in line.all(DIALING):
                    call.status = ALERTING
            case ["connect"]:
                for call in line.all(DIALING, ALERTING):
                    call.status = ACTIVE
            case ["answer"]:
                line.answer()
            case ["hold"]:
                line.hold()
            case ["hang-up"]:
                line.drop(line.all(ACTIVE))
        gateway.tell()


play(Phone, "Phone", 0x5A020C, CHANNEL, hfp.make_ag_sdp_records(RECORD, CHANNEL, configuration()))
