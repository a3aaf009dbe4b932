// SPDX-License-Identifier: MIT

import BusTesting
import Testing

/// The user's directory: a program that decides whether reported calls ring, and names their callers.
@Suite(.daemonLogs)
struct DirectoryTests {
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

    /// Reports a call without waiting for the reply. Returns the serial of the report.
    private func report(_ call: String) throws -> UInt32 {
        try phone.beginRing(call, ["RemoteHandle": ada, "HasVideo": true, "LocalizedCallerName": "A."])
    }

    private func answer(_ verdict: String, _ details: [String: DBusValue] = [:]) throws -> BusMessage {
        let question = try directory.client.waitForSignal("ScreenCall")
        try directory.call("AnswerScreening", question.arguments[0], .string(verdict), .options(details))
        return question
    }

    private func refusal(of report: UInt32) -> String { phone.refusal(of: report) }

    @Test func `The directory is asked about a call, which is in no list until the answer`() throws {
        let watcher = try stage.subscriber()
        let report = try report("A")
        let question = try directory.client.waitForSignal("ScreenCall")
        #expect(question.arguments[0] == .string(UUIDs.text("A")))
        #expect(question.arguments[1] == .string(phone.identifier))
        #expect(question.arguments[2] == ada)
        #expect(question.arguments[3] == ["HasVideo": true, "LocalizedCallerName": "A."])
        #expect(try watcher.states().isEmpty)
        #expect(!phone.actor.client.hasReply(to: report))
        try directory.call(
            "AnswerScreening", .string(UUIDs.text("A")), "allow",
            [
                "DisplayName": "Ada", "DisplayNameSource": "Contacts", "Label": "Work", "Formatted": "030 1",
                "Relation": "favourite",
            ])
        #expect(try phone.actor.client.reply(to: report).isEmpty)
        #expect(try watcher.states() == ["A": "incoming"])
        let properties = try watcher.client.call(UUIDs.text("A")).getAll()
        #expect(properties["DisplayName"] == "Ada" && properties["DisplayNameSource"] == "Contacts")
        #expect(properties["Label"] == "Work" && properties["Relation"] == "favourite")
        #expect(properties["Formatted"] == "030 1")
        #expect(properties["LocalizedCallerName"] == "A.")
    }

    @Test func `A rejected call is refused and listed with the filter`() throws {
        let report = try report("A")
        _ = try answer("reject", ["FilteredBy": "screener"])
        #expect(refusal(of: report) == "IncomingCall.FilteredByBlockList")
        let ended = try #require(try directory.call("ListEndedCalls").first?.elements)
        #expect(ended.map { $0["FilteredBy"] } == ["screener"])
        #expect(try refusal(of: self.report("A")) == "IncomingCall.FilteredByBlockList")
    }

    @Test func `An app that the user switched off is refused and listed, also after a restart`() throws {
        let names = ["org.example.Other", phone.identifier]
        try directory.call("SetDirectoryState", ["DisabledProviders": .strings(names)])
        #expect(phone.refusal("A", from: "+4930123456") == "IncomingCall.FilteredByUser")
        #expect(phone.actor.refusal { _ in try phone.goOn("B", ["State": "active"]) } == "IncomingCall.FilteredByUser")
        let ended = try #require(try directory.call("ListEndedCalls").first?.elements)
        #expect(ended.map { $0["FilteredBy"] } == ["user", "user"])
        #expect(ended.map { $0["EndedReason"] } == ["filtered", "filtered"])
        let moments = try directory.call("ExplainCall", UUIDs.value("A")).first?.elements
        #expect(moments?.first?["FilteredBy"] == "user" && moments?.last?["EndedReason"] == "filtered")
        directory.client.close()
        try stage.restart()
        #expect(phone.refusal("C", from: "+4930123456") == "IncomingCall.FilteredByUser")
        let next = try stage.actor("next directory")
        try next.call("RegisterDirectory", [:])
        #expect(phone.refusal("D", from: "+4930123456") == "IncomingCall.FilteredByUser")
        try next.call("SetDirectoryState", ["DisabledProviders": .strings([])])
        next.client.close()
        try phone.ring("E", from: "+4930123456")
        #expect(try phone.actor.states() == ["E": "incoming"])
    }

    @Test func `A list of apps that is wrong or too long is refused, and the longest one is not`() throws {
        func names(_ count: Int) -> DBusValue {
            .strings((0..<count).map { "org.example.\($0)." + String(repeating: "x", count: 1_000) })
        }
        func refusal(_ names: DBusValue) -> String {
            directory.refusal { try $0.call("SetDirectoryState", ["DisabledProviders": names]) }
        }
        #expect(refusal("org.example.App") == "InvalidArgs")
        #expect(refusal(.strings([""])) == "InvalidArgs")
        #expect(refusal(.strings(["org.example.App", "two words"])) == "InvalidArgs")
        #expect(refusal(.strings([String(repeating: "x", count: 1_025)])) == "InvalidArgs")
        #expect(refusal(names(257)) == "LimitsExceeded")
        #expect(refusal(names(256)) == "no error")
        try directory.call("SetDirectoryState", ["DisabledProviders": .strings([])])
    }

    @Test func `A call rings when the directory leaves the bus or does not answer in time`() throws {
        try directory.call("SetDirectoryState", ["Deadline": .uint64(1_000), "WhenLate": "silence"])
        _ = try phone.actor.client.reply(to: report("A"))
        #expect(try phone.actor.property("Silenced", of: "A") == true)
        try directory.call("SetDirectoryState", ["Deadline": .uint64(5_000_000)])
        let report = try report("B")
        _ = try directory.client.waitForSignal("ScreenCall") { $0.arguments[0] == .string(UUIDs.text("B")) }
        directory.client.close()
        _ = try phone.actor.client.reply(to: report)
        #expect(try phone.actor.states() == ["A": "incoming", "B": "incoming"])
    }

    @Test func `Subscribers hear of the directory and of the names that it finds later`() throws {
        let watcher = try stage.subscriber()
        let manager = watcher.client.manager(at: DaemonUnderTest.managerPath)
        #expect(try manager.get("HasDirectory") == true)
        let report = try report("A")
        _ = try answer("allow")
        _ = try phone.actor.client.reply(to: report)
        try directory.call("IdentifyCall", .string(UUIDs.text("A")), ["DisplayName": "Ada"])
        _ = try watcher.client.waitForSignal("PropertiesChanged") { $0.arguments[1]["DisplayName"] == "Ada" }
        directory.client.close()
        _ = try watcher.client.waitForSignal("PropertiesChanged") { $0.arguments[1]["HasDirectory"] == false }
        #expect(try manager.get("HasDirectory") == false)
    }

    @Test func `Only the directory answers, and there is one`() throws {
        let other = try stage.actor("other")
        let id = DBusValue.string(UUIDs.text("A"))
        #expect(other.refusal { try $0.call("RegisterDirectory", [:]) } == "DirectoryAlreadyRegistered")
        #expect(other.refusal { try $0.call("SetDirectoryState", [:]) } == "NoDirectory")
        #expect(other.refusal { try $0.call("AnswerScreening", id, "allow", [:]) } == "NoDirectory")
        #expect(other.refusal { try $0.call("IdentifyCall", id, [:]) } == "NoDirectory")
        #expect(directory.refusal { try $0.call("RegisterDirectory", ["Deadline": .uint64(0)]) } == "InvalidArgs")
        #expect(directory.refusal { try $0.call("RegisterDirectory", ["WhenLate": "later"]) } == "InvalidArgs")
        #expect(directory.refusal { try $0.call("AnswerScreening", id, "maybe", [:]) } == "InvalidArgs")
        for filter in ["do-not-disturb", "busy", "user"] {
            let wrong: DBusValue = ["FilteredBy": .string(filter)]
            #expect(directory.refusal { try $0.call("AnswerScreening", id, "reject", wrong) } == "InvalidArgs")
        }
        #expect(directory.refusal { try $0.call("IdentifyCall", id, ["Relation": "enemy"]) } == "InvalidArgs")
        try directory.call("AnswerScreening", id, "allow", [:])
        try directory.call("RegisterDirectory", [:])
    }

    @Test func `After a kill the directory is asked again, and the repeated report waits for its answer`() throws {
        let first = try report("A")
        _ = try directory.client.waitForSignal("ScreenCall")
        try stage.restart()
        #expect(refusal(of: first) == "NoReply")
        let second = try report("A")
        _ = try answer("allow")
        #expect(["no error", "IncomingCall.CallUUIDAlreadyExists"].contains(refusal(of: second)))
        #expect(try phone.actor.states() == ["A": "incoming"])
    }

    @Test func `A report that waits keeps none of the memory of its message`() throws {
        // 60 of the largest messages that the service takes are 3.8 MB.
        let large = DBusValue.string(String(repeating: "x", count: 62 << 10))
        let before = try stage.daemon.usage().anonymousKiB
        for number in 0..<60 {
            let app = try stage.app("App\(number)")
            try app.actor.client.send(
                DaemonUnderTest.busName, DaemonUnderTest.managerPath, DaemonUnderTest.busName,
                "ReportNewIncomingCall",
                [
                    .string(app.identifier), UUIDs.value("00000000-0000-4000-8000-0000000000\(10 + number)"),
                    ["Later": large],
                ])
            try app.actor.catchUp()
            _ = try directory.client.waitForSignal("ScreenCall") { $0.arguments[1] == .string(app.identifier) }
        }
        #expect(try stage.daemon.usage().anonymousKiB < before + 3_072)
    }
}
