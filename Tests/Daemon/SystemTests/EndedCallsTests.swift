// SPDX-License-Identifier: MIT

import BusTesting
import Foundation
import Testing

/// The ended calls that the service hands to the user's directory for the history.
@Suite(.daemonLogs)
struct EndedCallsTests {
    private let stage: Stage
    private let phone: Provider
    private let directory: Actor
    private let ada = DBusValue.tuple("phone-number", "+4930123456")

    init() throws {
        stage = try Stage(keepsState: true)
        phone = try stage.app("Phone")
        directory = try stage.actor("directory")
        try directory.call("RegisterDirectory", ["Deadline": .uint64(5_000_000)])
    }

    private func report(_ call: String) throws -> UInt32 {
        try phone.beginRing(call, ["RemoteHandle": ada, "HasVideo": true])
    }

    private func answer(_ verdict: String, _ details: [String: DBusValue] = [:]) throws {
        let question = try directory.client.waitForSignal("ScreenCall")
        try directory.call("AnswerScreening", question.arguments[0], .string(verdict), .options(details))
    }

    /// A call that is not answered. Returns when the directory has heard of its end.
    private func miss(_ call: String, _ details: [String: DBusValue] = [:]) throws {
        let report = try report(call)
        try answer("allow", details)
        _ = try phone.actor.client.reply(to: report)
        try phone.actor.call("ReportCallEnded", .string(UUIDs.text(call)), .uint64(0), "unanswered", [:])
        _ = try directory.client.waitForSignal("CallsEnded")
    }

    private func take(_ instance: String, after number: UInt64) throws -> (instance: String, calls: [DBusValue]) {
        let reply = try directory.call("TakeEndedCalls", .string(instance), .uint64(number))
        return (try #require(reply[0].string), try #require(reply[1].elements))
    }

    @Test func `The directory hears of ended calls and takes what a history needs`() throws {
        try miss("A", ["DisplayName": "Ada", "DisplayNameSource": "Contacts", "Relation": "contact"])
        let (instance, calls) = try take("", after: 0)
        #expect(try directory.client.manager(at: DaemonUnderTest.managerPath).get("Instance") == .string(instance))
        let call = try #require(calls.first)
        #expect(calls.count == 1 && call["Number"] == .uint64(1) && call["Call"] == .string(UUIDs.text("A")))
        #expect(call["Provider"] == .string(phone.identifier) && call["RemoteHandle"] == ada)
        #expect(call["EndedReason"] == "unanswered" && call["Outgoing"] == false && call["HasVideo"] == true)
        #expect(call["Reason"] == "ended-by-provider" && call["Emergency"] == false)
        #expect(call["DisplayName"] == "Ada" && call["DisplayNameSource"] == "Contacts")
        #expect(call["Relation"] == "contact" && call["Label"] == nil && call["AppID"] == nil)
        #expect(call["FilteredBy"] == nil && call["ConnectedAt"] == nil && call["EndedAt"] != nil)

        let report = try report("B")
        try answer("reject", ["FilteredBy": "screener"])
        let news = try directory.client.waitForSignal("CallsEnded")
        #expect(news.arguments == [.string(instance), .uint64(2)])
        #expect(phone.actor.refusal { try $0.client.reply(to: report) } == "IncomingCall.FilteredByBlockList")
        let new = try take(instance, after: 1).calls
        #expect(new.map { $0["FilteredBy"] } == ["screener"] && new[0]["EndedReason"] == "filtered")
        #expect(try take(instance, after: 2).calls.isEmpty)
    }

    @Test func `Only the directory takes the ended calls and hears of them`() throws {
        let watcher = try stage.subscriber()
        try miss("A")
        let error = watcher.refusal { try $0.call("TakeEndedCalls", "", .uint64(0)) }
        #expect(error == "NoDirectory")
        #expect(try !watcher.client.heard().contains { $0.member == "CallsEnded" })
    }

    @Test func `A restart keeps the ended calls and their numbers, and another instance gives all of them`() throws {
        try miss("A")
        try miss("B")
        let instance = try take("", after: 0).instance
        try stage.restart()
        let news = try directory.client.waitForSignal("CallsEnded")
        #expect(news.arguments == [.string(instance), .uint64(2)])
        try miss("C")
        let new = try take(instance, after: 2)
        #expect(new.instance == instance && new.calls.map { $0["Number"] } == [.uint64(3)])
        let all = try take("another", after: 2)
        #expect(all.instance == instance)
        #expect(all.calls.map { $0["Number"] } == [.uint64(1), .uint64(2), .uint64(3)])
    }

    @Test func `The service remembers 256 calls, and explains the last hundred`() throws {
        // The directory is not asked about calls that go on already.
        let ids = (1...257).map { String(format: "%08d-0000-4000-8000-000000000000", $0) }
        for id in ids {
            try phone.actor.call("ReportExistingCall", .string(phone.identifier), .string(id), [:])
            try phone.actor.call("ReportCallEnded", .string(id), .uint64(0), "remote-ended", [:])
        }
        try stage.restart()
        let calls = try take("", after: 0).calls
        #expect(calls.map { $0["Call"]?.string } == ids.dropFirst().map(Optional.some))
        #expect(try directory.call("ListEndedCalls").first?.elements?.count == 100)
        #expect(try directory.call("ExplainCall", .string(ids[157])).first?.elements?.isEmpty == false)
        #expect(directory.refusal { try $0.call("ExplainCall", .string(ids[156])) } == "UnknownCall")
    }

    @Test func `A call that does not belong in the recent calls is forgotten when it ends`() throws {
        try phone.actor.call(
            "SetProviderConfiguration", .string(phone.identifier), ["IncludesCallsInRecents": false])
        let report = try report("A")
        try answer("allow")
        _ = try phone.actor.client.reply(to: report)
        let id = DBusValue.string(UUIDs.text("A"))
        #expect(try directory.call("ExplainCall", id).first?.elements?.isEmpty == false)
        try phone.actor.call("ReportCallEnded", id, .uint64(0), "unanswered", [:])
        #expect(try take("", after: 0).calls.isEmpty)
        #expect(try directory.call("ListEndedCalls").first?.elements == [])
        #expect(directory.refusal { try $0.call("ExplainCall", id) } == "UnknownCall")
    }

    @Test func `An app decides about one call, up to its end, whether it belongs in the recent calls`() throws {
        for (name, includes) in [("A", false), ("B", true)] {
            try phone.actor.call(
                "SetProviderConfiguration", .string(phone.identifier), ["IncludesCallsInRecents": .bool(!includes)])
            let id = DBusValue.string(UUIDs.text(name))
            try phone.actor.call("ReportExistingCall", .string(phone.identifier), id, [:])
            try phone.actor.call("ReportCallUpdated", id, ["IncludesInRecents": .bool(includes)])
            try phone.actor.call("ReportCallEnded", id, .uint64(0), "remote-ended", [:])
        }
        #expect(try take("", after: 0).calls.map { $0["Call"]?.string } == [UUIDs.text("B")])
    }
}
