// SPDX-License-Identifier: MIT

import BusTesting
import Testing

/// The signal `Changed` of the directory's interfaces, which tells a program to list again.
@Suite(.daemonLogs)
struct ChangeSignalTests {
    private let directory: DirectoryUnderTest

    init() throws { directory = try DirectoryUnderTest(try Stage(keepsState: true)) }

    /// The last parts of the interfaces whose lists the directory called changed during `body`, to a client that
    /// subscribed.
    private func changes(_ body: () throws -> Void) throws -> [String] {
        // The directory told of its apps when it found the service. The test heard of it by another bus, maybe earlier.
        _ = try directory.client.signalsUpToNow(from: DirectoryUnderTest.name)
        try body()
        return try directory.client.signalsUpToNow(from: DirectoryUnderTest.name)
            .filter { $0.member == "Changed" }
            .compactMap { $0.interface?.split(separator: ".").last.map(String.init) }
    }

    private func set(_ position: UInt32, _ number: String) throws {
        try directory.object("Favourites").call(
            "Set", .uint32(position), .tuple("phone-number", .string(number)), "", "")
    }

    @Test func `Each change of the favourites is announced once, before the reply, and a refused one is not`() throws {
        let favourites = directory.object("Favourites")
        var error: BusError?
        #expect(try changes { try set(1, "030 1") } == ["Favourites"])
        #expect(try changes { try set(2, "030 2") } == ["Favourites"])
        #expect(try changes { try favourites.call("Move", .uint32(2), .uint32(1)) } == ["Favourites"])
        #expect(try changes { error = try favourites.error("Remove", .uint32(9)) } == [])
        #expect(error != nil)
        #expect(try changes { try favourites.call("Remove", .uint32(1)) } == ["Favourites"])
        #expect(try changes { try favourites.call("List") } == [])
    }

    @Test func `Each change of the rules and lists is announced, and a lookup is not`() throws {
        let lists = directory.lists
        var rule: DBusValue?
        #expect(
            try changes { rule = try lists.call("AddRule", "caller", "+4930123456", "reject").first } == ["Lists"])
        #expect(try changes { try lists.call("RemoveRule", try #require(rule)) } == ["Lists"])
        #expect(try changes { try directory.enable("org.example.Spam") }.contains("Lists"))
        #expect(try changes { try lists.call("SetSourceEnabled", "org.example.Spam", false) } == ["Lists"])
        #expect(try changes { try directory.enable("org.example.Spam") }.contains("Lists"))
        #expect(try changes { try directory.load([4_930_123_456], into: "org.example.Spam") }.last == "Lists")
        var verdict: String?
        #expect(try changes { verdict = try directory.verdict(4_930_123_456) } == [])
        #expect(verdict == "reject")
        #expect(try changes { try lists.call("RemoveSource", "org.example.Spam") } == ["Lists"])
    }

    @Test func `Each change of the screeners is announced, also that one has left`() throws {
        let screening = directory.object("Screening")
        let app = try BusClient(address: directory.session.address)
        var refusals: [String?] = []
        func register() throws {
            let error = try directory.object("Screening", client: app).error(
                "RegisterScreener", "org.example.Filter", [:])
            refusals.append(error?.shortName)
        }
        #expect(try changes { try register() } == ["Screening"])
        #expect(try changes { try register() } == [], "it is known already")
        #expect(
            try changes { try screening.call("SetScreenerEnabled", "org.example.Filter", true) } == ["Screening"])
        #expect(try changes { try register() } == ["Screening"])
        #expect(refusals == ["AccessDenied", "AccessDenied", nil])
        directory.client.forgetSignals()
        app.close()
        _ = try directory.client.waitForSignal("Changed") { $0.interface?.hasSuffix(".Screening") == true }
    }

    @Test func `A program that has not called Subscribe hears of no change`() throws {
        let other = try BusClient(address: directory.session.address)
        #expect(try changes { try set(1, "030 1") } == ["Favourites"])
        #expect(try other.signalsUpToNow(from: DirectoryUnderTest.name).isEmpty)
    }
}
