// SPDX-License-Identifier: MIT

import BusTesting
import Testing

/// The real service asks the real directory about calls.
@Suite(.daemonLogs)
final class ScreeningTests: DirectorySuite {
    init() throws { try super.init(Stage(keepsState: true)) }

    private func ring(_ call: String, from number: String = "+4930123456") throws {
        try phone.ring(call, from: number)
    }

    private func refusal(_ call: String, from number: String = "+4930123456") -> String {
        phone.refusal(call, from: number)
    }

    private func addRule(_ kind: String, _ pattern: String, _ verdict: String = "reject") throws -> DBusValue {
        try #require(
            try directory.object("Lists").call("AddRule", .string(kind), .string(pattern), .string(verdict)).first)
    }

    @Test func `A caller that the user blocks in any spelling is refused and listed as blocked`() throws {
        _ = try addRule("caller", "030 123456")
        #expect(refusal("A") == "IncomingCall.FilteredByBlockList")
        try ring("B", from: "+4930123457")
        let ended = try #require(try phone.actor.call("ListEndedCalls").first?.elements)
        #expect(ended.map { $0["FilteredBy"] } == ["block-list"])
    }

    @Test func `A removed rule and the switch for all rules let a caller ring again`() throws {
        let rule = try addRule("prefix", "+4930")
        #expect(refusal("A") == "IncomingCall.FilteredByBlockList")
        try directory.object("Lists").call("SetScreensCalls", false)
        try ring("B")
        try phone.reportEnded(UUIDs.text("B"))
        try directory.object("Lists").call("SetScreensCalls", true)
        #expect(refusal("C") == "IncomingCall.FilteredByBlockList")
        try directory.object("Lists").call("RemoveRule", rule)
        try ring("D")
        #expect(try directory.object("Lists").call("ListRules").first?.elements == [])
        #expect(try directory.object("Lists").error("RemoveRule", rule)?.shortName == "InvalidArgs")
    }

    @Test func `A silenced caller rings without a sound`() throws {
        _ = try addRule("country", "de", "silence")
        try ring("A")
        #expect(try phone.actor.property("Silenced", of: "A") == true)
    }

    @Test func `A contact from a folder of vCards is named, and rings although its prefix is blocked`() throws {
        try directory.add("Ada Lovelace", "030/123456")
        _ = try addRule("prefix", "+4930")
        try ring("A")
        #expect(try phone.actor.property("DisplayName", of: "A") == "Ada Lovelace")
        #expect(try phone.actor.property("Relation", of: "A") == "contact")
        #expect(try phone.actor.property("Formatted", of: "A") == "030 123456")
    }

    @Test func `A contact that appears during a call names the call`() throws {
        let watcher = try stage.subscriber()
        try ring("A")
        try directory.add("Ada", "030 123456")
        _ = try watcher.client.waitForSignal("PropertiesChanged") { $0.arguments[1]["DisplayName"] == "Ada" }
    }

    @Test func `While a call rings and nothing changes, the directory does nothing`() throws {
        try directory.add("Ada", "030 123456")
        try ring("A")
        try ring("B", from: "+4930123457")
        try directory.answerPing()
        let before = try directory.databaseWaits()
        for _ in 0..<500 { try directory.answerPing() }
        #expect(before > 0)
        // The calls may be named after the first ping. A directory that names them again and again reads hundreds of
        // times.
        #expect(try directory.databaseWaits() < before + 20)
    }

    @Test func `An outgoing call is named`() throws {
        try directory.add("Ada", "030 123456")
        let watcher = try stage.subscriber()
        _ = try watcher.request([phone.start("A", ["Handle": .tuple("phone-number", "+4930123456")])])
        _ = try watcher.client.waitForSignal("PropertiesChanged") { $0.arguments[1]["DisplayName"] == "Ada" }
    }

    @Test func `A favourite rings although its country is blocked, until it is removed`() throws {
        _ = try addRule("country", "DE")
        let favourites = directory.object("Favourites")
        try favourites.call("Set", .uint32(1), .tuple("phone-number", "030 123456"), "Ada", "")
        try ring("A")
        #expect(try phone.actor.property("DisplayName", of: "A") == "Ada")
        #expect(try phone.actor.property("Relation", of: "A") == "favourite")
        let list = try #require(try favourites.call("List").first?.elements)
        #expect(list.map { $0["Name"] } == ["Ada"] && list.map { $0["Position"] } == [.uint32(1)])
        try favourites.call("Remove", .uint32(1))
        #expect(refusal("B") == "IncomingCall.FilteredByBlockList")
        #expect(try favourites.error("Remove", .uint32(1))?.shortName == "InvalidArgs")
    }

    @Test func `After a kill of the directory, the next one knows the rules and registers`() throws {
        _ = try addRule("caller", "+4930123456")
        try directory.crash()
        try ring("A")
        try directory.start()
        #expect(refusal("B") == "IncomingCall.FilteredByBlockList")
    }

    @Test func `After a kill of the service, with its state or without, calls are screened again`() throws {
        _ = try addRule("caller", "+4930123456")
        try stage.restart()
        #expect(refusal("A") == "IncomingCall.FilteredByBlockList")
        try stage.crash()
        try stage.dropState()
        try stage.startService()
        let other = try stage.app("Other")
        let watcher = try stage.subscriber()
        while try watcher.client.manager.get("HasDirectory") != true {
            _ = try watcher.client.waitForSignal("PropertiesChanged") { $0.arguments[1]["HasDirectory"] == true }
        }
        let refusal = other.actor.refusal { _ in
            try other.ring("B", from: "+4930123456")
        }
        #expect(refusal == "IncomingCall.FilteredByBlockList")
    }

    @Test func `A second directory of the same user takes over when the first one ends`() throws {
        let other = try DirectoryUnderTest(stage)
        try other.object("Lists").call("AddRule", "caller", "+4930123456", "reject")
        try ring("A")
        try directory.crash()
        let watcher = try stage.subscriber()
        while try watcher.client.manager.get("HasDirectory") != true {
            _ = try watcher.client.waitForSignal("PropertiesChanged") { $0.arguments[1]["HasDirectory"] == true }
        }
        #expect(refusal("B") == "IncomingCall.FilteredByBlockList")
    }
}
