// SPDX-License-Identifier: MIT

import BusTesting
import Foundation
import Testing

/// Apps that screen calls for the user.
@Suite(.daemonLogs)
final class ScreenerTests: DirectorySuite {
    private static let name = "org.example.Filter"

    init() throws { try super.init(Stage(keepsState: true)) }

    private func screening(_ client: BusClient) -> BusObject { directory.object("Screening", client: client) }

    private func enable(_ name: String, _ isOn: Bool = true) throws {
        try screening(directory.client).call("SetScreenerEnabled", .string(name), .bool(isOn))
    }

    /// The longest deadline: a busy machine needs longer than the default.
    private static let patient: [String: DBusValue] = ["Deadline": .uint64(4_900_000)]

    /// A screener that the user has enabled.
    private func screener(
        _ name: String = ScreenerTests.name, _ options: [String: DBusValue] = ScreenerTests.patient
    ) throws -> BusClient {
        try enable(name)
        let client = try BusClient(address: directory.session.address)
        try screening(client).call("RegisterScreener", .string(name), .options(options))
        return client
    }

    /// Reports a call, whose reply waits for the screeners.
    private func report(_ call: String, from number: String = "+4930123456") throws -> UInt32 {
        try report(call, ["RemoteHandle": .tuple("phone-number", .string(number))])
    }

    private func report(_ call: String, _ update: [String: DBusValue]) throws -> UInt32 {
        try phone.beginRing(call, update)
    }

    private func reply(to report: UInt32) throws { _ = try phone.actor.client.reply(to: report) }

    private func refusal(of report: UInt32) -> String { phone.refusal(of: report) }

    private func question(_ client: BusClient, _ call: String) throws -> [DBusValue] {
        try client.waitForSignal("Screen") { $0.arguments[0] == UUIDs.value(call) }.arguments
    }

    private func answer(
        _ client: BusClient, _ call: String, _ verdict: String, _ details: [String: DBusValue] = [:]
    ) throws {
        try screening(client).call("AnswerScreening", UUIDs.value(call), .string(verdict), .options(details))
    }

    private func list() throws -> [DBusValue] {
        try screening(directory.client).call("ListScreeners").first?.elements ?? []
    }

    @Test func `A screener rejects a call, and the app and the history name the filter`() throws {
        let filter = try screener()
        let report = try self.report("A")
        #expect(try question(filter, "A")[1] == .tuple("phone-number", "+4930123456"))
        try answer(filter, "A", "reject")
        #expect(refusal(of: report) == "IncomingCall.FilteredByBlockList")
        let ended = try #require(try phone.actor.call("ListEndedCalls").first?.elements)
        #expect(ended.map { $0["FilteredBy"] } == ["screener"])
    }

    @Test func `The strictest of two screeners decides, and the call shows its label`() throws {
        let (one, other) = (try screener("org.example.One"), try screener("org.example.Other"))
        let report = try self.report("A")
        _ = try question(one, "A")
        _ = try question(other, "A")
        try answer(one, "A", "allow", ["Label": "Pharmacy"])
        try answer(other, "A", "silence", ["Label": "Suspected spam"])
        try reply(to: report)
        #expect(try phone.actor.property("Silenced", of: "A") == true)
        #expect(try phone.actor.property("Label", of: "A") == "Suspected spam")
        // The directory names the call again, and the label stays until the call has another caller.
        let watcher = try stage.subscriber()
        try directory.add("Ada", "030 123456")
        _ = try watcher.client.waitForSignal("PropertiesChanged") { $0.arguments[1]["DisplayName"] == "Ada" }
        #expect(try phone.actor.property("Label", of: "A") == "Suspected spam")
        try phone.actor.call(
            "ReportCallUpdated", UUIDs.value("A"), ["RemoteHandle": .tuple("phone-number", "+4930123457")])
        _ = try watcher.client.waitForSignal("PropertiesChanged") { $0.arguments[1]["Label"] == "" }
    }

    @Test func `Screeners are asked about hidden callers, not about contacts or callers that a rule is about`() throws {
        try directory.add("Ada", "030 123456")
        try directory.object("Lists").call("AddRule", "prefix", "+4940", "silence")
        let filter = try screener()
        try phone.ring("A", from: "+4930123456")
        try phone.ring("B", from: "+4940123456")
        try phone.reportEnded(UUIDs.text("A"))
        let report = try self.report("C", [:])
        // The first question of all.
        #expect(try filter.waitForSignal("Screen").arguments.prefix(2) == [UUIDs.value("C"), .tuple("", "")])
        try answer(filter, "C", "allow")
        try reply(to: report)
    }

    @Test func `A call rings when its screener is late, leaves the bus or is disabled`() throws {
        let late = try screener("org.example.Late", ["Deadline": .uint64(50_000)])
        try reply(to: try report("A"))
        try answer(late, "A", "reject")
        #expect(try phone.actor.property("State", of: "A") == "incoming")
        late.close()
        let filter = try screener()
        let leaving = try report("B")
        _ = try question(filter, "B")
        filter.close()
        try reply(to: leaving)
        #expect(try list().filter { $0["Registered"] == true } == [])
        try phone.reportEnded(UUIDs.text("A"))
        let other = try screener()
        let disabled = try report("C")
        _ = try question(other, "C")
        try enable(Self.name, false)
        try reply(to: disabled)
    }

    @Test func `Only an enabled screener can register, and the user sees the ones that ask`() throws {
        let client = try BusClient(address: directory.session.address)
        let error = try screening(client).error("RegisterScreener", .string(Self.name), [:])
        #expect(error?.shortName == "AccessDenied")
        #expect(try list().map { $0["Identifier"] } == [.string(Self.name)])
        #expect(try list().map { $0["Enabled"] } == [false])
        let early = try screening(client).error("AnswerScreening", UUIDs.value("A"), "allow", [:])
        #expect(early?.shortName == "AccessDenied")
        try enable(Self.name)
        try screening(client).call("RegisterScreener", .string(Self.name), .options(Self.patient))
        #expect(try list().map { $0["Registered"] } == [true])
        for (name, options) in [("", [:]), ("a b", [:]), (Self.name, ["Deadline": .uint64(4_900_001)])]
            as [(String, [String: DBusValue])]
        {
            let error = try screening(client).error("RegisterScreener", .string(name), .options(options))
            #expect(error?.shortName == "InvalidArgs", "\(name)")
        }
        let unknown = try screening(client).error("AnswerScreening", UUIDs.value("A"), "maybe", [:])
        #expect(unknown?.shortName == "InvalidArgs")
        // It is asked as before.
        let report = try self.report("A")
        _ = try question(client, "A")
        try answer(client, "A", "allow")
        try reply(to: report)
    }

    @Test func `The choice of the user outlives the directory`() throws {
        try enable(Self.name)
        try directory.crash()
        try directory.start()
        let filter = try screener()
        let report = try self.report("A")
        _ = try question(filter, "A")
        try answer(filter, "A", "reject")
        #expect(refusal(of: report) == "IncomingCall.FilteredByBlockList")
    }

    @Test func `The screener in the guide silences premium numbers and lets others ring`() throws {
        let example = try DirectoryUnderTest.example("Apps that screen calls")
        try enable(Self.name)
        let process = try ChildProcess(
            ["/usr/bin/python3", "-u", "-c", Self.adapted(example)],
            environment: ["DBUS_SESSION_BUS_ADDRESS": directory.session.address])
        _ = try process.waitForLine { $0 == "registered" }
        try reply(to: try report("A", from: "+19005550100"))
        #expect(try phone.actor.property("Silenced", of: "A") == true)
        #expect(try phone.actor.property("Label", of: "A") == "Premium number")
        try reply(to: try report("B", from: "+4930123457"))
        #expect(try phone.actor.property("Silenced", of: "B") == false)
    }

    /// The test waits until the example has registered, and the example has more time on a busy machine.
    private static func adapted(_ example: String) -> String {
        example.replacing("GLib.MainLoop().run()", with: "print('registered'); GLib.MainLoop().run()")
            .replacing("Filter\", {})", with: "Filter\", {\"Deadline\": dbus.UInt64(4900000)})")
    }

    @Test func `After a kill of the service a screener has its whole deadline again`() throws {
        let filter = try screener()
        try stage.restart()
        let report = try self.report("A")
        _ = try question(filter, "A")
        try answer(filter, "A", "reject")
        #expect(refusal(of: report) == "IncomingCall.FilteredByBlockList")
    }

    @Test(.needsRoot) func `A sandboxed screener registers only under its own name and if the user enabled it`() throws
    {
        let group = try ControlGroup.flatpak("org.example.Boxed", uid: geteuid())
        let app = try BusClient(address: directory.session.address, controlGroup: group)
        try enable(Self.name)
        for name in [Self.name, "org.example.Boxed"] {
            #expect(try screening(app).error("RegisterScreener", .string(name), [:])?.shortName == "AccessDenied")
        }
        #expect(try screening(app).error("ListScreeners")?.shortName == "AccessDenied")
        #expect(
            try screening(app).error("SetScreenerEnabled", "org.example.Boxed", true)?.shortName == "AccessDenied")
        try enable("org.example.Boxed")
        try screening(app).call("RegisterScreener", "org.example.Boxed", .options(Self.patient))
        let report = try self.report("A")
        _ = try question(app, "A")
        try answer(app, "A", "reject")
        #expect(refusal(of: report) == "IncomingCall.FilteredByBlockList")
    }
}
