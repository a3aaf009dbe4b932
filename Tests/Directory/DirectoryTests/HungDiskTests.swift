// SPDX-License-Identifier: MIT

import BusTesting
import Foundation
import Testing

/// A disk or a server that does not answer delays only what is on it. The disk is a real file system whose server
/// hangs.
@Suite(.daemonLogs, .enabled(if: DiskTrouble.canHang, "needs a mount name space and /dev/fuse"))
final class HungDiskTests: DirectorySuite {
    private func folder(_ name: String) throws -> URL {
        let folder = directory.home.url.appendingPathComponent(name)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return folder
    }

    /// Asks without waiting for the reply.
    private func begin(_ method: String, _ arguments: DBusValue...) throws -> UInt32 {
        let lists = directory.lists
        return try directory.client.send(lists.destination, lists.path, lists.interface, method, arguments)
    }

    private func waitForHang() throws {
        _ = try directory.process.waitForLine(of: .error) { $0.contains("does not answer") }
    }

    @Test func `While a folder of contacts and the settings of other programs hang, calls are screened and named`()
        throws
    {
        let hung = [try folder("server"), try folder("config")]
        try directory.add("Ada", "030 123456")
        try directory.lists.call("AddRule", "caller", "+4930999", "reject")
        try directory.object().call("SetContactFolders", .array(of: "s", ["~/server", "~/own"]))
        #expect(try directory.stop() == .exited(0))
        try directory.start(with: .hung(hung))
        try waitForHang()
        #expect(phone.refusal("A", from: "+4930999") == "IncomingCall.FilteredByBlockList")
        try phone.ring("B", from: "+4930123456")
        #expect(try phone.actor.property("DisplayName", of: "B") == "Ada")
        // The other folders are followed.
        try directory.add("Bob", "030 123457")
        let card = "BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Cleo\r\nTEL:030 123458\r\nEND:VCARD\r\n"
        try Data(card.utf8).write(to: try folder("own").appendingPathComponent("cleo.vcf"), options: .atomic)
        try directory.expect("Contacts", .uint32(3))
        let cleo = try directory.object().call("Lookup", .tuple("phone-number", "030 123458"), [:]).first
        #expect(cleo?["DisplayName"] == "Cleo")
        try phone.reportEnded(UUIDs.text("B"))
        try directory.expect("UnreadMissed", .uint32(1), "History")
        #expect(try directory.stop() == .exited(0))
    }

    @Test func `While a folder of contacts hangs, a call that may be from one of them rings, and others are screened`()
        throws
    {
        try directory.add("Ada", "030 123456")
        try directory.object().call("SetContactFolders", .array(of: "s", ["~/server"]))
        for (kind, pattern) in [("caller", "+4930999"), ("hidden", ""), ("not-in-contacts", ""), ("country", "DE")] {
            try directory.lists.call("AddRule", .string(kind), .string(pattern), "reject")
        }
        #expect(try directory.stop() == .exited(0))
        try directory.start(with: .hung([try folder("server")]))
        _ = try directory.process.waitForLine(of: .error) { $0.contains("an address book has not been read yet") }
        #expect(phone.refusal("A", from: "+4930999") == "IncomingCall.FilteredByBlockList")
        #expect(phone.actor.refusal { _ in try phone.ring("B") } == "IncomingCall.FilteredByBlockList")
        for (call, number) in [("C", "+4930123456"), ("D", "+4930888"), ("E", "+43123456")] {
            #expect(phone.refusal(call, from: number) == "no error")
            try phone.reportEnded(UUIDs.text(call))
        }
        // A folder that the user does not want any more is not awaited.
        try directory.object().call("SetContactFolders", .array(of: "s", []))
        #expect(phone.refusal("F", from: "+4930888") == "IncomingCall.FilteredByBlockList")
        #expect(try directory.stop() == .exited(0))
    }

    @Test func `A folder that hangs can be replaced, and keeps one thread however often it is chosen again`() throws {
        let hung = try folder("server")
        #expect(try directory.stop() == .exited(0))
        try directory.start(with: .hung([hung]))
        for _ in 0..<3 {
            for path in ["~/own", "~/server"] as [DBusValue] {
                try directory.object().call("SetContactFolders", .array(of: "s", [path]))
            }
        }
        let line = try directory.process.waitForLine(of: .error) { $0.contains("does not answer") }
        #expect(line.contains("The folder ~/server does not answer"))
        try directory.object().call("SetContactFolders", .array(of: "s", []))
        try directory.object().call("SetContactFolders", .array(of: "s", ["~/own"]))
        _ = try folder("own")
        try directory.add("Ada", "030 123456")
        // One each for the folder of Plasma, for the one that hangs, and for the own one.
        let deadline = Deadline()
        while try threads("contacts") != 3, !deadline.hasPassed { try directory.answerPing() }
        #expect(try threads("contacts") == 3)
        #expect(try directory.stop() == .exited(0))
    }

    /// How many threads of the directory have this name.
    private func threads(_ name: String) throws -> Int {
        let folder = "/proc/\(directory.process.processID)/task"
        return try FileManager.default.contentsOfDirectory(atPath: folder).count { thread in
            (try? String(contentsOfFile: "\(folder)/\(thread)/comm", encoding: .utf8)) == name + "\n"
        }
    }

    @Test func `While the file of a list hangs, programs load their lists and the directory ends on SIGTERM`() throws {
        let file = try folder("server").appendingPathComponent("spam.txt")
        try directory.importList("+4930999\n", as: "spam", path: file.path)
        let own = try directory.home.write("+4930111\n", to: "own.txt")
        try directory.importList("+4930111\n", as: "own", path: own.path)
        #expect(try directory.stop() == .exited(0))
        try directory.start(with: .hung([try folder("server")]))
        let reload = try begin("Reload", "spam")
        try directory.lists.call("Reload", "own")
        try directory.enable("org.example.Numbers")
        try directory.load([4_930_123_456], into: "org.example.Numbers")
        #expect(phone.refusal("A", from: "+4930123456") == "IncomingCall.FilteredByBlockList")
        #expect(phone.refusal("B", from: "+4930999") == "IncomingCall.FilteredByBlockList")
        #expect(!directory.client.hasReply(to: reload))
        #expect(try directory.stop() == .exited(0))
    }

    @Test func `While the desktop files of the user hang, calls are screened and the rules change`() throws {
        try directory.enable("org.example.Numbers")
        let own = try directory.home.write("+4930222\n", to: "own.txt")
        try directory.importList("+4930222\n", as: "own", path: own.path)
        #expect(try directory.stop() == .exited(0))
        try directory.start(with: .hung([try folder("applications")]))
        let status = try begin("EnabledStatus", "org.example.Spam")
        // These do not depend on a desktop file.
        #expect(try directory.lists.call("EnabledStatus", "org.example.Numbers") == ["enabled"])
        try directory.load([4_930_111], into: "org.example.Numbers")
        try directory.lists.call("Reload", "own")
        try directory.lists.call("AddRule", "caller", "+4930999", "reject")
        #expect(phone.refusal("A", from: "+4930999") == "IncomingCall.FilteredByBlockList")
        _ = try directory.history()
        #expect(!directory.client.hasReply(to: status))
        #expect(try directory.stop() == .exited(0))
    }

    @Test func `While the disk of the database hangs, calls ring and the directory ends on SIGTERM`() throws {
        #expect(try directory.stop() == .exited(0))
        try directory.startWithoutAnswer(with: .hung([directory.data]))
        _ = try directory.client.waitForName(DirectoryUnderTest.name)
        try phone.ring("A", from: "+4930123456")
        // A request waits for the disk, and does not keep the directory either.
        _ = try begin("ListRules")
        try directory.answerPing()
        #expect(try directory.stop() == .exited(0))
    }
}
