// SPDX-License-Identifier: MIT

import BusTesting
import Foundation
import Testing

/// The disk of the database stops answering while the directory runs, and answers again later.
@Suite(.daemonLogs, .enabled(if: DiskTrouble.canServe, "needs a mount name space, /dev/fuse and bindfs"))
final class StoppedDiskTests: DirectorySuite {
    @Test func `While the disk hangs, calls are screened and named, and the history has them when it answers`() throws {
        try directory.add("Ada", "030 123456")
        try directory.lists.call("AddRule", "caller", "+4930999", "reject")
        try directory.lists.call("AddRule", "country", "AT", "reject")
        #expect(try directory.stop() == .exited(0))
        let serverID = directory.home.url.appendingPathComponent("server")
        try directory.start(with: .served(directory.data, serverID: serverID))
        try phone.miss("A", from: "+4930123456")
        try directory.expect("UnreadMissed", .uint32(1), "History")
        let server = try #require(
            Int32(try String(contentsOf: serverID, encoding: .utf8).trimmingCharacters(in: .newlines)))
        try stop(server)
        // A reading could find everything in the memory of the kernel.
        let rule = try directory.client.send(
            DirectoryUnderTest.name, DirectoryUnderTest.path, "\(DirectoryUnderTest.name).Lists", "AddRule",
            ["prefix", "+99", "reject"])
        let refusal = phone.refusal("B", from: "+4930999")
        #expect(refusal == "IncomingCall.FilteredByBlockList")
        try phone.ring("C", from: "+4930123456")
        #expect(try phone.actor.property("DisplayName", of: "C") == "Ada")
        try phone.reportEnded(UUIDs.text("C"), "unanswered")
        // The database knows whether the user called this caller recently, so the deadline decides.
        try phone.miss("D", from: "+43123456")
        try directory.answerPing()
        #expect(!directory.client.hasReply(to: rule))
        #expect(try directory.object("History").get("UnreadMissed") == .uint32(1))
        try #require(kill(server, SIGCONT) == 0)
        _ = try directory.client.reply(to: rule)
        try directory.expect("UnreadMissed", .uint32(3), "History")
        let outcomes = try directory.history().map { [$0["Call"], $0["Outcome"]] }
        #expect(
            outcomes == [
                [UUIDs.value("D"), "missed"], [UUIDs.value("C"), "missed"], [UUIDs.value("B"), "block-list"],
                [UUIDs.value("A"), "missed"],
            ])
        #expect(phone.refusal("E", from: "+43123456") == "IncomingCall.FilteredByBlockList")
        #expect(try directory.stop() == .exited(0))
    }
}
