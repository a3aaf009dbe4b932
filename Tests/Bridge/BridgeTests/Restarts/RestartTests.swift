// SPDX-License-Identifier: MIT

import BusTesting
import ModemTesting
import Testing

/// The matrix of the program that is killed and the state of the calls, for each source: no call is hung up, or listed
/// twice, and each has one end. `ModemMuteTests` kills programs while the agent mutes a modem's call, and
/// `BrowserRestartTests` kills real browsers.
@Suite(.daemonLogs)
struct RestartTests {
    @Test(arguments: RestartCase.all(of: .gnomeCalls, .sip, .phone, .meeting))
    func `A call goes on or ends, and is listed once, in every state when any program is killed`(
        _ row: RestartCase
    ) throws { try row.play() }

    @Test(.needsBridgeUser, .needsModemStacks, arguments: RestartCase.all(of: .modemManager, .ofono))
    func `A call of a modem goes on or ends, and is listed once, in every state when any program is killed`(
        _ row: RestartCase
    ) throws { try row.play() }

    /// These tests wait for the five seconds that a stream must last, so no other test waits for them.
    @Test(
        .serialized, .ownThread,
        arguments: RestartCase.all(of: .verifiedApps, .pipeWire, .unverifiedApps, .pulseAudio))
    func `Calls of apps are listed once, and none is left muted or stays, in every state when any program is killed`(
        _ row: RestartCase
    ) throws { try row.play() }
}
