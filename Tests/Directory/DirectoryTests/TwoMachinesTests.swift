// SPDX-License-Identifier: MIT

import BusTesting
import Foundation
import Testing

/// Two machines of a user with one home, each with a service, a session and a directory.
@Suite(.daemonLogs)
struct TwoMachinesTests {
    private let first: DirectoryUnderTest
    private let second: DirectoryUnderTest

    init() throws {
        first = try DirectoryUnderTest(try Stage())
        try first.add("Ada", "030 123456")
        try first.lists.call("AddRule", "caller", "+4930999", "reject")
        second = try DirectoryUnderTest(try Stage(), home: first.home)
    }

    private func run(_ words: String..., on machine: DirectoryUnderTest) throws -> CommandResult {
        try machine.monkeycall(words)
    }

    private func miss(_ call: String, on machine: DirectoryUnderTest) throws {
        let phone = try machine.stage.app("Phone")
        try phone.ring(call, ["RemoteHandle": .tuple("phone-number", "+4930123456")])
        #expect(try phone.actor.property("DisplayName", of: call) == "Ada")
        try phone.reportEnded(UUIDs.text(call), "unanswered")
    }

    @Test func `The second directory names callers, has no history, and tells the user and the log why`() throws {
        let advice = "Stop it, or use the directory there."
        let reason = "Another process uses the directory (process \(first.process.processID) on "
        let line = try second.process.waitForLine(of: .error) { $0.contains("cannot be used") }
        #expect(line.contains("cannot be used at=\(second.data.path) message=\(reason)"))
        #expect(line.contains(advice))
        try miss("A", on: second)
        let recents = try run("recents", on: second)
        #expect(recents.succeeded && recents.output.contains("+4930123456"))
        #expect(recents.errors.contains(reason) && recents.errors.contains(advice))
        #expect(try second.object().get("DatabaseProblem") == "busy")
        // The first one is not disturbed.
        try miss("B", on: first)
        try first.expect("UnreadMissed", .uint32(1), "History")
        #expect(try run("recents", on: first).output.contains("Ada"))
    }

    @Test func `A second directory that starts after the first one has ended has its history and rules`() throws {
        try miss("A", on: first)
        try first.expect("UnreadMissed", .uint32(1), "History")
        #expect(try first.stop() == .exited(0))
        #expect(try second.stop() == .exited(0))
        try second.start()
        #expect(try second.history().map { $0["Call"] } == [UUIDs.value("A")])
        #expect(try second.verdict(4_930_999) == "reject")
    }
}
