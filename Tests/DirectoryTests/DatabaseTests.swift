// SPDX-License-Identifier: MIT

import BusTesting
import Foundation
import Testing

/// Calls go on without a database, and the directory says why there is none.
@Suite(.daemonLogs)
struct DatabaseTests {
    private let stage: Stage
    private let phone: Provider
    private let directory: DirectoryUnderTest

    init() throws {
        stage = try Stage()
        directory = try DirectoryUnderTest(stage)
        phone = try stage.app("Phone")
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
        try directory.add("Bob", "030 123457")
        try expectNamedCall("A")
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

    @Test func `The directory's object has the members of its XML files`() throws {
        let live = try Introspection(xml: directory.object().introspect())
        for name in ["", ".Lists", ".History", ".Favourites"].map({ DirectoryUnderTest.name + $0 }) {
            let contract = try Introspection(file: Repository.file("dbus/\(name).xml"))
            #expect(contract.differences(to: live, interfaces: [name]) == [])
        }
    }

    @Test func `Numbers are read in the region of the user, and looked up with their verdict`() throws {
        try directory.add("Ada", "030 123456")
        let object = directory.object()
        #expect(try object.get("Region") == "DE")
        #expect(try object.call("Normalize", "030 123456", "").first == .tuple("phone-number", "+4930123456"))
        #expect(try object.call("Normalize", "(212) 555-0100", "US").first == .tuple("phone-number", "+12125550100"))
        #expect(try object.error("Normalize", "030 1", "XX")?.shortName == "InvalidArgs")
        try object.call("SetRegion", "AT")
        try directory.expect("Region", "AT")
        try object.call("SetRegion", "")
        try directory.expect("Region", "DE")
        try directory.object("Lists").call("AddRule", "prefix", "+4940", "silence")
        let ada = try #require(try object.call("Lookup", .tuple("phone-number", "+4930123456"), [:]).first)
        #expect(ada["DisplayName"] == "Ada" && ada["Verdict"] == "allow" && ada["Country"] == "DE")
        let stranger = try #require(try object.call("Lookup", .tuple("phone-number", "040 123456"), [:]).first)
        #expect(stranger["DisplayName"] == "" && stranger["Verdict"] == "silence")
    }
}
