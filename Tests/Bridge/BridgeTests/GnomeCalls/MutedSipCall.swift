// SPDX-License-Identifier: MIT

import BusTesting
import ModemTesting
import Testing

/// A SIP call of GNOME Calls, for which a stand-in shows it. The shell mutes the streams of GNOME Calls, so only the
/// kept state of the service tells that the call is muted.
final class MutedSipCall: RestartScene {
    private let ada = "ada@example.org"
    private let standIn: StandIn
    private let killed: Killed
    private var process: ChildProcess
    private var bridge: BridgeUnderTest { standIn.bridge }

    init(_ killed: Killed) throws {
        self.killed = killed
        standIn = try StandIn()
        process = try standIn.startSIP()
    }

    func begin() throws {
        try bridge.expect([ada: "active"])
        try bridge.shell.call("SetShellState", ["MutesStreams": true])
        try bridge.ask("SetMuted", ada, true)
        try bridge.wait(forProperty: "Muted", of: ada, true)
    }

    func kill() throws {
        switch killed {
        case .service, .serviceWithoutState, .bridge: try bridge.suffer(killed)
        case .neighbour:
            try process.kill9()
            try bridge.expect([:])
            process = try standIn.startSIP()
        }
    }

    func expectCalls() throws {
        try bridge.expect([ada: "active"])
        try bridge.wait(forProperty: "HasAudio", of: ada, true)
        let isMuted = killed == .service
        #expect(try bridge.property("Muted", of: ada) == .bool(isMuted))
        try bridge.ask("SetMuted", ada, .bool(!isMuted))
        try bridge.wait(forProperty: "Muted", of: ada, .bool(!isMuted))
    }

    func end() throws {
        try process.kill9()
        try bridge.expect([:])
        try bridge.expectEnds(killed == .neighbour ? 2...2 : 1...1)
    }
}
