// SPDX-License-Identifier: MIT

import BusTesting
import Foundation
import Testing

/// Calls go on without a database, and the directory says why there is none.
@Suite(.daemonLogs)
final class DatabaseTests: DirectorySuite {
    @Test(.enabled(if: DiskTrouble.canMount, "needs a mount name space"))
    func `With a full disk calls are screened and named, changes fail with the reason, and work again with space`()
        throws
    {
        try directory.add("Ada", "030 123456")
        #expect(try directory.stop() == .exited(0))
        try directory.start(with: .small("1m", directory.data))
        try directory.object("Lists").call("AddRule", "caller", "+4930999", "reject")
        let junk = URL(fileURLWithPath: "/proc/\(directory.process.processID)/root\(directory.data.path)/junk")
        // It ends with an error when the disk is full.
        try? Data(repeating: 1, count: 1 << 20).write(to: junk)
        let lists = directory.object("Lists")
        // The log of the database has some space of its own.
        var error = try lists.error("AddRule", "prefix", "+1", "reject")
        for number in 2..<2_000 where error == nil {
            error = try lists.error("AddRule", "prefix", .string("+\(number)"), "reject")
        }
        #expect(error?.shortName == "NoDatabase")
        #expect(try directory.object().get("DatabaseProblem") == "no-space")
        try expectNamedCall("A")
        let refusal = phone.actor.refusal { _ in
            try phone.ring("B", ["RemoteHandle": .tuple("phone-number", "+4930999")])
        }
        #expect(refusal == "IncomingCall.FilteredByBlockList")
        // Reading works, and says nothing about the disk.
        try directory.object("Lists").call("ListRules")
        #expect(try directory.object().get("DatabaseProblem") == "no-space")
        try FileManager.default.removeItem(at: junk)
        try lists.call("AddRule", "prefix", "+8", "reject")
        try directory.expect("DatabaseProblem", "")
    }

    private func expectNamedCall(_ call: String) throws {
        try phone.ring(call, ["RemoteHandle": .tuple("phone-number", "+4930123456")])
        #expect(try phone.actor.property("DisplayName", of: call) == "Ada")
    }

    @Test func `While another process uses the database, calls ring with names and requests fail with the reason`()
        throws
    {
        try directory.add("Ada", "030 123456")
        #expect(try directory.stop() == .exited(0))
        let other = try ChildProcess(["flock", directory.data.path + "/directory.lock", "cat"])
        // flock starts the program when it has the lock.
        try other.writeLine("locked")
        _ = try other.waitForLine { $0 == "locked" }
        try directory.start()
        #expect(try directory.object().get("DatabaseProblem") == "busy")
        #expect(try directory.object("Lists").error("ListRules")?.shortName == "NoDatabase")
        #expect(try directory.lists.error("BeginLoad", "org.example.Spam", false, [:])?.shortName == "NoDatabase")
        try directory.add("Bob", "030 123457")
        try expectNamedCall("A")
    }

    @Test func `Without a database recents shows the calls of the service and names the file`() throws {
        try phone.miss("A", from: "+4930123456")
        #expect(try directory.stop() == .exited(0))
        let file = directory.data.appendingPathComponent("directory.lock")
        try FileManager.default.removeItem(at: file)
        try FileManager.default.createDirectory(at: file, withIntermediateDirectories: false)
        try directory.start()
        let recents = try directory.monkeycall("recents")
        #expect(recents.succeeded && recents.output.contains("+4930123456"))
        #expect(recents.errors.hasPrefix("monkeycall: NoDatabase: ") && recents.errors.contains(file.path))
    }

    @Test func `A damaged database is moved aside and named, and a new one is begun`() throws {
        try directory.add("Ada", "030 123456")
        #expect(try directory.stop() == .exited(0))
        let file = directory.data.appendingPathComponent("directory.sqlite")
        try Data(repeating: 0x41, count: 65_536).write(to: file)
        try directory.start()
        #expect(try directory.object().get("DatabaseProblem") == "")
        #expect(try directory.object().get("DamagedFile") == .string(file.path + ".damaged-1"))
        try expectNamedCall("A")
        try phone.reportEnded(UUIDs.text("A"), "unanswered")
        try directory.expect("UnreadMissed", .uint32(1), "History")
    }
}
