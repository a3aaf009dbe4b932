// SPDX-License-Identifier: MIT

import BusTesting
import Foundation
import Testing

/// The bus starts the directory for a request. The request finds what the user chose before.
@Suite(.daemonLogs)
struct DirectoryActivationTests {
    private let directory: DirectoryUnderTest

    init() throws { directory = try DirectoryUnderTest(try Stage()) }

    /// Ends the directory. The bus starts the next one for the next request, and ends it with itself.
    private func letTheBusStartIt() throws {
        #expect(try directory.stop() == .exited(0))
        try directory.client.waitForName(DirectoryUnderTest.name, owned: false)
        try directory.installService()
    }

    @Test func `A screener that the user enabled is accepted by the request that starts the directory`() throws {
        let name: DBusValue = "org.example.Filter"
        try directory.object("Screening").call("SetScreenerEnabled", name, true)
        try letTheBusStartIt()
        try directory.object("Screening").call("RegisterScreener", name, [:])
        let screeners = try directory.object("Screening").call("ListScreeners").first?.elements
        #expect(screeners?.first?["Registered"] == true)
    }

    @Test func `The request that starts the directory reads a number in the region that the user chose`() throws {
        try directory.object().call("SetRegion", "CH")
        try letTheBusStartIt()
        try directory.lists.call("AddRule", "caller", "044 668 18 00", "reject")
        #expect(try directory.verdict(41_446_681_800) == "reject")
    }

    @Test func `The request that starts a directory without its database gets the reason`() throws {
        try directory.object().call("SetRegion", "CH")
        #expect(try directory.stop() == .exited(0))
        let other = try ChildProcess(["flock", directory.data.path + "/directory.lock", "cat"])
        // flock starts the program when it has the lock.
        try other.writeLine("locked")
        _ = try other.waitForLine { $0 == "locked" }
        try directory.client.waitForName(DirectoryUnderTest.name, owned: false)
        try directory.installService()
        #expect(try directory.lists.error("ListRules")?.shortName == "NoDatabase")
        #expect(try directory.object().get("DatabaseProblem") == "busy")
    }

    @Test func `A second directory of a user fails and leaves the name to the first one`() throws {
        let owner = try directory.client.nameOwner(DirectoryUnderTest.name)
        let second = try directory.second()
        #expect(try second.waitForExit() == .exited(1))
        #expect(try directory.client.nameOwner(DirectoryUnderTest.name) == owner)
    }
}
