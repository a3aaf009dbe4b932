// SPDX-License-Identifier: MIT

import BusTesting
import Foundation
import Testing

/// Programs load lists.
@Suite(.daemonLogs)
struct ListLoadTests {
    private let directory: DirectoryUnderTest
    private let spam = "org.example.Spam"

    init() throws {
        directory = try DirectoryUnderTest(try Stage())
        try directory.enable(spam)
    }

    @Test func `A list is not visible before the commit, and completely visible after it`() throws {
        let load = try directory.beginLoad(spam).load
        try load.call("AddBlocked", .numbers([4_930_111, 4_930_222]))
        try load.call("AddIdentified", .labels([(4_930_333, "Bank")]))
        try load.call("AddHandles", .handles([("generic", "sip:spam@example.org", "")]))
        #expect(try directory.verdict(4_930_111) == "allow")
        #expect(try directory.source(spam)["Loading"] == true)
        try load.call("Commit")
        #expect(try directory.verdict(4_930_111) == "reject" && directory.verdict(4_930_222) == "reject")
        #expect(try directory.label(4_930_333) == "Bank")
        let source = try directory.source(spam)
        #expect(source["Blocked"] == .uint64(2) && source["Identified"] == .uint64(1))
        #expect(source["HandleCount"] == .uint64(1) && source["Loading"] == false && source["LoadedAt"] != nil)
        #expect(try load.error("Commit")?.shortName == "UnknownObject")
    }

    @Test func `An aborted load and a load whose connection leaves the bus keep the old list`() throws {
        try directory.load([4_930_111], into: spam)
        let aborted = try directory.beginLoad(spam).load
        try aborted.call("AddBlocked", .numbers([4_930_222]))
        try aborted.call("Abort")
        #expect(try directory.verdict(4_930_222) == "allow" && directory.verdict(4_930_111) == "reject")
        let program = try BusClient(address: directory.session.address)
        let lost = try directory.beginLoad(spam, client: program).load
        try lost.call("AddBlocked", .numbers([4_930_222]))
        #expect(
            try directory.lists.error("BeginLoad", .string(spam), false, [:])?.shortName
                == "CallDirectory.CurrentlyLoading")
        program.close()
        let source = try directory.idleSource(spam)
        #expect(source["Error"] == "org.monkeycall.Directory.Error.CallDirectory.LoadingInterrupted")
        #expect(try directory.verdict(4_930_222) == "allow" && directory.verdict(4_930_111) == "reject")
        try directory.load([4_930_222], into: spam)
        #expect(try directory.source(spam)["Error"] == nil)
        #expect(try directory.verdict(4_930_222) == "reject" && directory.verdict(4_930_111) == "allow")
    }

    @Test func `An incremental load adds and removes entries, and the first load of a source is complete`() throws {
        let first = try directory.beginLoad(spam, incremental: true)
        #expect(!first.isIncremental)
        try first.load.call("AddBlocked", .numbers([4_930_111, 4_930_222]))
        try first.load.call("AddIdentified", .labels([(4_930_444, "Bank")]))
        try first.load.call("Commit")
        let second = try directory.beginLoad(spam, incremental: true)
        #expect(second.isIncremental)
        try second.load.call("RemoveBlocked", .numbers([4_930_222]))
        try second.load.call("RemoveIdentified", .numbers([4_930_444]))
        try second.load.call("AddBlocked", .numbers([4_930_333]))
        try second.load.call("Commit")
        #expect(
            try [4_930_111, 4_930_222, 4_930_333].map { try directory.verdict($0) } == ["reject", "allow", "reject"])
        #expect(try directory.label(4_930_444) == "")
        let third = try directory.beginLoad(spam, incremental: true)
        try third.load.call("RemoveAll", "blocked")
        try third.load.call("Commit")
        #expect(try directory.verdict(4_930_111) == "allow")
    }

    @Test func `Each refusal has its error, fails the load, and is the error of later calls`() throws {
        try directory.load([4_930_111], into: spam)
        let cases: [(member: String, arguments: DBusValue, error: String)] = [
            ("AddBlocked", .numbers([3, 2]), "CallDirectory.EntriesOutOfOrder"),
            ("AddBlocked", .numbers([3, 3]), "CallDirectory.DuplicateEntries"),
            ("AddBlocked", .numbers([0]), "CallDirectory.Unknown"),
            ("AddIdentified", .labels([(3, "a\u{1B}")]), "CallDirectory.Unknown"),
            ("RemoveBlocked", .numbers([4_930_111]), "CallDirectory.UnexpectedIncrementalRemoval"),
            ("RemoveAll", "identified", "CallDirectory.UnexpectedIncrementalRemoval"),
            ("AddHandles", .handles([("generic", "", "")]), "InvalidArgs"),
            ("RemoveAll", "all", "InvalidArgs"),
        ]
        for (member, arguments, name) in cases {
            let load = try directory.beginLoad(spam).load
            #expect(try load.error(member, arguments)?.shortName == name)
            let last = name == "InvalidArgs" ? "CallDirectory.Unknown" : name
            #expect(try load.error("Commit")?.shortName == last)
            #expect(try directory.source(spam)["Error"]?.string?.hasSuffix(last) == true)
        }
        #expect(try directory.verdict(4_930_111) == "reject")
        let handles = DBusValue.handles((0...100_000).map { ("generic", "a\($0)", "") })
        let load = try directory.beginLoad(spam).load
        #expect(try load.error("AddHandles", handles)?.shortName == "CallDirectory.MaximumEntriesExceeded")
    }

    @Test func `Calls that wait for no reply keep their order, and a flood of them ends the load and not the memory`()
        throws
    {
        let load = try directory.beginLoad(spam).load
        let start: Int64 = 4_930_000_000
        let serials = try (0..<64).map { (piece: Int64) in
            try load.send("AddBlocked", .numbers(start + piece * 1_000..<start + (piece + 1) * 1_000))
        }
        try load.call("Commit")
        for serial in serials { _ = try directory.client.reply(to: serial) }
        #expect(try directory.source(spam)["Blocked"] == .uint64(64_000))
        let flood = try directory.beginLoad(spam).load
        let tooMuch = DBusValue.numbers((1...1_048_577).map { Int64($0) })
        #expect(try flood.error("AddBlocked", tooMuch)?.shortName == "LimitsExceeded")
        #expect(try flood.error("Commit")?.shortName == "CallDirectory.Unknown")
        #expect(try directory.verdict(start) == "reject")
    }

    @Test func `A load belongs to its connection, and a connection has a limited number of loads`() throws {
        let load = try directory.beginLoad(spam).load
        let other = try BusClient(address: directory.session.address).load(load.path)
        #expect(try other.error("AddBlocked", .numbers([1]))?.shortName == "UnknownObject")
        for number in 1...16 { try directory.enable("org.example.Source\(number)") }
        for number in 1...15 { _ = try directory.beginLoad("org.example.Source\(number)") }
        #expect(
            try directory.lists.error("BeginLoad", "org.example.Source16", false, [:])?.shortName == "LimitsExceeded")
        try load.call("Abort")
        _ = try directory.beginLoad("org.example.Source16")
    }

    @Test func `The user orders, disables and removes sources`() throws {
        try directory.enable("org.example.Other")
        for (source, label) in [(spam, "first"), ("org.example.Other", "second")] {
            let load = try directory.beginLoad(source).load
            try load.call("AddIdentified", .labels([(Int64(4_930_111), label)]))
            try load.call("Commit")
        }
        #expect(try directory.label(4_930_111) == "first")
        try directory.lists.call("SetSourceOrder", .array(of: "s", ["org.example.Other"]))
        #expect(try directory.label(4_930_111) == "second")
        try directory.lists.call("SetSourceEnabled", "org.example.Other", false)
        #expect(try directory.lists.call("EnabledStatus", "org.example.Other") == ["disabled"])
        #expect(try directory.lists.call("EnabledStatus", .string(spam)) == ["enabled"])
        #expect(try directory.label(4_930_111) == "first")
        #expect(
            try directory.lists.error("BeginLoad", "org.example.Other", false, [:])?.shortName
                == "CallDirectory.ExtensionDisabled")
        try directory.lists.call("RemoveSource", .string(spam))
        #expect(try directory.label(4_930_111) == "")
        for member in ["RemoveSource", "EnabledStatus", "Reload"] {
            #expect(try directory.lists.error(member, .string(spam))?.shortName == "CallDirectory.NoExtensionFound")
        }
        #expect(
            try directory.lists.error("Reload", "org.example.Other")?.shortName == "CallDirectory.ExtensionDisabled")
    }

    @Test func `The program in the guide blocks and labels its numbers`() throws {
        let example = try DirectoryUnderTest.example("Lists of apps")
        let result = try ChildProcess.run(
            ["/usr/bin/python3", "-c", example], environment: ["DBUS_SESSION_BUS_ADDRESS": directory.session.address])
        #expect(result.succeeded, "\(result)")
        #expect(try directory.verdict(4_930_123_457) == "reject" && directory.label(4_930_999_999) == "Bank")
    }

    @Test func `After a crash the old list is there, and the source tells that its load was interrupted`() throws {
        try directory.load([4_930_111], into: spam)
        let load = try directory.beginLoad(spam).load
        try load.call("AddBlocked", .numbers([4_930_222]))
        try directory.crash()
        try directory.start()
        #expect(try directory.verdict(4_930_111) == "reject" && directory.verdict(4_930_222) == "allow")
        let error = try directory.source(spam)["Error"]?.string
        #expect(error?.hasSuffix("CallDirectory.LoadingInterrupted") == true)
    }

    @Test(.needsRoot) func `A sandboxed app loads the source that has its id, and sees no other one`() throws {
        let group = try ControlGroup.flatpak("org.example.Boxed", uid: geteuid())
        let app = try BusClient(address: directory.session.address, controlGroup: group)
        let lists = directory.object("Lists", client: app)
        #expect(
            try lists.error("BeginLoad", "org.example.Boxed", false, [:])?.shortName
                == "CallDirectory.ExtensionDisabled")
        try directory.lists.call("SetSourceEnabled", "org.example.Boxed", true)
        let load = try directory.beginLoad("org.example.Boxed", client: app).load
        try load.call("AddBlocked", .numbers([4_930_111]))
        try load.call("Commit")
        #expect(try lists.call("EnabledStatus", "org.example.Boxed") == ["enabled"])
        #expect(try lists.call("ListSources").first?.elements?.map { $0["Name"] } == ["org.example.Boxed"])
        let file = DBusValue.descriptor(try Descriptor.memory([]))
        let own = DBusValue.string("org.example.Boxed")
        let denied: [(String, [DBusValue])] = [
            ("BeginLoad", [.string(spam), false, [:]]), ("Reload", [.string(spam)]), ("EnabledStatus", [.string(spam)]),
            ("SetSourceEnabled", [own, true]), ("SetSourceOrder", [.array(of: "s", [own])]), ("RemoveSource", [own]),
            ("ImportList", [own, file, "csv", [:]]), ("ExportList", [own, file, "csv", [:]]),
            ("SetScreensCalls", [false]), ("RemoveRule", [.int64(1)]),
        ]
        for (member, arguments) in denied {
            let error = try app.error(lists.destination, lists.path, lists.interface, member, arguments)
            #expect(error?.shortName == "AccessDenied", "\(member)")
        }
        #expect(
            try lists.error("BeginLoad", "org.example.Boxed.Other", false, [:])?.shortName
                == "CallDirectory.NoExtensionFound")
    }
}
