// SPDX-License-Identifier: MIT

import BusTesting
import SDBus
import Testing

@testable import SessionAgent

/// What SECURITY.md says about the callers of the agent is what its interface tables say.
struct CallersTableTests {
    @Test func `SECURITY.md has every member of the agent's interfaces with its callers`() throws {
        let bus = try BusDaemon.session()
        let loop = try EventLoop()
        let connection = try BusConnection(.address(bus.address), description: "agent", loop: loop)
        let log = Log { _, _ in }
        let service = CallServiceClient(connection, log: log)
        let notifications = CallNotifications(connection, service, loop, CallWindow(connection), log: log)
        let questions = CallQuestions(connection, service, loop, notifications)
        let quiet = DoNotDisturb(connection, service, loop, log: log)
        let agent = AgentObject(connection, service, quiet, questions, log: log)
        let calls = CallsObject(connection, service)
        let gnomeCalls = GnomeCallsObject(connection, service, log: log)
        let callAudio = CallAudioObject(connection, service, log: log)
        let columns = [
            column(agent.interface()), column(calls.interface()), column(gnomeCalls.interface()),
            column(callAudio.interface()), column(MediaKeyInterface.root),
            column(MediaKeyInterface.player(looked: { _ in }, pressed: { _, _ in })),
        ]
        let table = try CallersTable(below: "The agent on the session bus")
        #expect(table.differences(from: columns.flatMap { $0 }) == [])
        withExtendedLifetime(bus) {}
    }

    private func column<Node>(_ table: Interface<Node>) -> [(interface: String, member: String, access: String)] {
        table.callers.map { (table.name.text, $0.member, "\($0.access)") }
    }
}
