// SPDX-License-Identifier: MIT

import BusTesting
import Foundation
import Testing

/// The apps that the user switches off: the directory keeps them, the service refuses their calls.
@Suite(.daemonLogs)
final class AppsTests: DirectorySuite {
    private static let refused = "IncomingCall.FilteredByUser"
    private static let boxed = "org.example.Boxed"
    private let number = "+4930123456"

    init() throws {
        try super.init(
            try Stage(keepsState: true),
            phone: ["LocalizedName": "Phone", "SupportedHandleTypes": .strings(["phone-number"])])
        // The directory hears of the phone a moment later.
        while try line(phone.identifier)?["Registered"] != true { try directory.answerPing() }
    }

    private var apps: BusObject { directory.object("Apps") }

    private func allow(_ app: String, _ isAllowed: Bool) throws {
        try apps.call("SetAllowed", .string(app), .bool(isAllowed))
    }

    private func line(_ identifier: String) throws -> [String: DBusValue]? {
        let lines = try apps.call("List").first?.elements ?? []
        return lines.first { $0["Identifier"] == .string(identifier) }.map { line in
            Dictionary(
                ["AppID", "LocalizedName", "Class", "Registered", "Allowed", "Answered", "LastCall"].compactMap { key in
                    line[key].map { (key, $0) }
                }
            ) { $1 }
        }
    }

    /// Waits until the service refuses the calls of the app, or lets them ring.
    private func expectRefusal(of app: Provider, _ isRefused: Bool = true) throws {
        try app.actor.client.reportCalls(
            of: app.identifier, ["RemoteHandle": .tuple("phone-number", .string(number))]
        ) { $0 == (isRefused ? Self.refused : nil) }
    }

    // MARK: The list

    @Test func `The list has the registered apps, those of the history, and those that the user decided about`() throws
    {
        #expect(
            try line(phone.identifier) == [
                "AppID": "", "LocalizedName": "Phone", "Class": "voip", "Registered": true, "Allowed": true,
                "Answered": false,
            ])
        try phone.miss("A", from: number)
        try directory.waitForEntry(of: "A")
        let start = try directory.history().first?["StartedAt"]
        #expect(try line(phone.identifier)?["LastCall"] == start)
        try phone.actor.call("InvalidateProvider", .string(phone.identifier))
        while try line(phone.identifier)?["Registered"] != false { try directory.answerPing() }
        #expect(
            try line(phone.identifier) == [
                "AppID": "", "LocalizedName": "Phone", "Class": "", "Registered": false, "Allowed": true,
                "Answered": false, "LastCall": try #require(start),
            ])
        try allow("org.example.Other", false)
        #expect(
            try line("org.example.Other") == [
                "AppID": "", "LocalizedName": "", "Class": "", "Registered": false, "Allowed": false,
                "Answered": true,
            ])
    }

    @Test func `Only identifiers can be switched off, and only so many`() throws {
        for wrong in ["", "two words", "-x", String(repeating: "x", count: 1_025)] {
            #expect(try apps.error("SetAllowed", .string(wrong), false)?.shortName == "InvalidArgs")
        }
        for count in 1...256 { try allow("org.example.App\(count)", false) }
        #expect(try apps.error("SetAllowed", "org.example.App257", false)?.shortName == "InvalidArgs")
        try expectRefusal(of: phone, false)
    }

    @Test func `Changes of the apps are announced`() throws {
        func waitForChange() throws {
            _ = try directory.client.waitForSignal("Changed") { $0.interface?.hasSuffix(".Apps") == true }
        }
        try directory.object().call("Subscribe")
        directory.client.forgetSignals()
        try allow("org.example.Other", false)
        try waitForChange()
        _ = try stage.app("New")
        while try line("org.example.New")?["Registered"] != true { try waitForChange() }
    }

    // MARK: The service

    @Test func `An app that is switched off cannot ring until it is allowed again, and the history says so`() throws {
        try allow(phone.identifier, false)
        try expectRefusal(of: phone)
        while try !directory.history().contains(where: { $0["Outcome"] == "user" }) { try directory.answerPing() }
        try allow(phone.identifier, true)
        try expectRefusal(of: phone, false)
        #expect(try line(phone.identifier)?["Answered"] == true)
    }

    @Test func `The switches survive the directory and the service`() throws {
        try allow(phone.identifier, false)
        try expectRefusal(of: phone)
        try directory.crash()
        #expect(phone.refusal("A", from: number) == Self.refused)
        try stage.restartWithoutState()
        try phone.register()
        try phone.ring("B", from: number)
        try directory.start()
        try expectRefusal(of: phone)
        #expect(try line(phone.identifier)?["Allowed"] == false)
        #expect(try phone.actor.states() == ["B": "incoming"])
    }

    @Test(.needsRoot) func `The switch of a sandboxed app holds for all its identifiers`() throws {
        let app = try stage.daemon.client(controlGroup: ControlGroup.flatpak(Self.boxed, uid: geteuid()))
        for identifier in [Self.boxed, Self.boxed + ".two"] {
            try app.manager.call("RegisterProvider", .string(identifier), [:])
        }
        while try line(Self.boxed + ".two")?["AppID"] != .string(Self.boxed) { try directory.answerPing() }
        try allow(Self.boxed + ".two", false)
        for identifier in [Self.boxed, Self.boxed + ".two"] {
            #expect(try line(identifier)?["Allowed"] == false && line(identifier)?["Answered"] == true)
        }
        #expect(try app.reportCalls(of: Self.boxed, [:]) { $0 != nil } == Self.refused)
        try allow(Self.boxed, true)
        #expect(try line(Self.boxed + ".two")?["Allowed"] == true)
    }

    @Test(.needsRoot) func `An app in a sandbox may neither see nor change the switches`() throws {
        let app = try BusClient(
            address: directory.session.address, controlGroup: .flatpak(Self.boxed, uid: geteuid()))
        let seen = directory.object("Apps", client: app)
        #expect(try seen.error("List")?.shortName == "AccessDenied")
        #expect(try seen.error("SetAllowed", .string(Self.boxed), true)?.shortName == "AccessDenied")
    }

    // MARK: Calls of the user

    @Test func `An app that is switched off is left out of calls to contacts and of redial`() throws {
        try directory.add("Ada", number)
        try phone.miss("A", from: number)
        try directory.waitForEntry(of: "A")
        let other = try stage.app("Other", ["SupportedHandleTypes": .strings(["phone-number"])])
        let object = directory.object()
        #expect(try object.call("Place", "Ada", [:]) == [.string(phone.identifier)])
        try phone.actor.request([phone.start("B")])
        try phone.doEverything()
        try phone.reportEnded("B")
        try directory.waitForEntry(of: "B")
        let history = directory.object("History")
        #expect(try history.call("Redial") == [.string(phone.identifier)])
        try allow(phone.identifier, false)
        #expect(try line(phone.identifier)?["Allowed"] == false)
        try expectRefusal(of: phone)
        #expect(try object.call("Place", "Ada", [:]) == [.string(other.identifier)])
        #expect(try history.call("Redial") == [.string(other.identifier)])
        let found = try object.call("Lookup", .tuple("phone-number", .string(number)), [:]).first
        #expect(found?["Providers"] == .strings([]))
        // The user may still name the app.
        #expect(
            try object.call("Place", "Ada", ["Provider": .string(phone.identifier)]) == [.string(phone.identifier)])
    }

    // MARK: The command

    private func run(_ words: String...) throws -> String {
        let result = try directory.monkeycall(["apps"] + words)
        #expect(result.succeeded, "\(result.errors)")
        return result.output
    }

    @Test func `apps lists the apps, and allows and refuses them by identifier or name`() throws {
        let app = phone.identifier
        #expect(try run().split(separator: "\n").contains { $0.contains(app) && $0.contains("ring") })
        #expect(try run("refuse", "phone") == "\(app)  refused\n")
        #expect(try run().split(separator: "\n").contains { $0.contains(app) && $0.contains("refused") })
        let shown = try JSONSerialization.jsonObject(with: Data(run("--json").utf8)) as? [[String: Any]]
        let line = shown?.first { $0["Identifier"] as? String == app }
        #expect(line?["Allowed"] as? Bool == false && line?["Answered"] as? Bool == true)
        #expect(try run("allow", app) == "\(app)  allowed\n")
        #expect(try self.line(app)?["Allowed"] == true)
        #expect(try directory.monkeycall(["apps", "refuse"]).status == .exited(64))
    }
}
