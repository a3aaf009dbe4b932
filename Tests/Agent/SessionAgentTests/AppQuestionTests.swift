// SPDX-License-Identifier: MIT

import BusTesting
import Foundation
import Testing

/// The question whether a sandboxed app may ring, from the first call of the app to the next one. The directory and the
/// service are the real ones.
@Suite(.needsRoot)
struct AppQuestionTests {
    private static let title = "Allow calls from"
    private let desktop: Desktop
    private let directory: DirectoryOfUser
    private let client: BusClient

    init() throws {
        desktop = try Desktop()
        directory = try DirectoryOfUser(on: desktop)
        client = try BusClient(address: desktop.bus.address)
    }

    /// A notification server that the agent knows.
    private func startScreen(_ capabilities: [String] = ["actions", "body"]) throws -> ServerStandIn {
        let server = try ServerStandIn(on: desktop.bus)
        try desktop.startAgent()
        try server.introduce(capabilities)
        return server
    }

    /// A sandboxed app with a provider.
    private struct Boxed {
        let client: BusClient
        let identifier: String

        private static let update: DBusValue = [
            "LocalizedCallerName": "Ada", "RemoteHandle": .tuple("phone-number", "+4930123456"),
        ]

        func ring(_ call: String = "A") throws {
            try client.manager.call("ReportNewIncomingCall", .string(identifier), UUIDs.value(call), Self.update)
        }

        func end(_ call: String = "A") throws {
            try client.manager.call("ReportCallEnded", UUIDs.value(call), .uint64(0), "unanswered", [:])
        }

        /// Reports calls until the service refuses one. Returns the error.
        func firstRefusal() throws -> String? {
            try client.reportCalls(of: identifier, Self.update) { $0 != nil }
        }
    }

    private func app(_ name: String) throws -> Boxed {
        let identifier = "org.example.\(name)"
        let client = try BusClient(address: desktop.bus.address, controlGroup: .flatpak(identifier, uid: getuid()))
        try client.manager.call("RegisterProvider", .string(identifier), ["LocalizedName": .string(name)])
        return Boxed(client: client, identifier: identifier)
    }

    /// What the directory tells about an app.
    private func line(_ identifier: String) throws -> DBusValue? {
        try directory.object("Apps").call("List").first?.elements?.first { $0["Identifier"] == .string(identifier) }
    }

    private func waitForDecision(_ app: Boxed, allowed: Bool) throws {
        let deadline = Deadline()
        while try line(app.identifier)?["Answered"] != true { try #require(!deadline.hasPassed) }
        #expect(try line(app.identifier)?["Allowed"] == .bool(allowed))
    }

    private func question(_ server: ServerStandIn) throws -> ServerStandIn.Shown {
        try server.next { $0.summary.hasPrefix(Self.title) }
    }

    @Test func `An app that the user allows is asked about once`() throws {
        let server = try startScreen()
        let (one, two) = (try app("One"), try app("Two"))
        try one.ring()
        #expect(try server.next().summary.hasPrefix("Incoming call from"))
        let shown = try question(server)
        #expect(shown.summary == "Allow calls from \u{2068}One\u{2069}?")
        #expect(shown.actions == ["allow-app", "Allow", "refuse-app", "Don't Allow"])
        #expect(shown.body.contains("org.example.One"))
        #expect(try line(one.identifier)?["Answered"] == false)
        try server.press("allow-app", of: shown, closing: true)
        try waitForDecision(one, allowed: true)
        try one.end()
        try one.ring("B")
        try two.ring("C")
        #expect(try question(server).summary == "Allow calls from \u{2068}Two\u{2069}?")
    }

    @Test func `An app that the user does not allow is silent at once, and cannot ring again`() throws {
        let server = try startScreen()
        let one = try app("One")
        try one.ring()
        try server.press("refuse-app", of: try question(server), closing: true)
        try waitForDecision(one, allowed: false)
        let watcher = try desktop.stage.subscriber()
        let deadline = Deadline()
        while try watcher.property("Silenced", of: "A") != true { try #require(!deadline.hasPassed) }
        #expect(try watcher.states() == ["A": "incoming"])
        try one.end()
        #expect(try one.firstRefusal() == "IncomingCall.FilteredByUser")
    }

    @Test func `An app whose question the user dismisses stays allowed, and is asked about at its next call`() throws {
        let server = try startScreen()
        let one = try app("One")
        try one.ring()
        try server.dismiss(try question(server))
        try one.end()
        try one.ring("B")
        #expect(try question(server).summary == "Allow calls from \u{2068}One\u{2069}?")
        #expect(try line(one.identifier)?["Allowed"] == true && line(one.identifier)?["Answered"] == false)
    }

    @Test func `A decision in another program closes the question`() throws {
        let server = try startScreen()
        let one = try app("One")
        try one.ring()
        let shown = try question(server)
        try directory.object("Apps").call("SetAllowed", .string(one.identifier), true)
        try server.waitForClose(shown)
    }

    @Test(arguments: ["without buttons", "outside a sandbox"])
    func `A server without buttons, and an app outside a sandbox, bring no question`(_ reason: String) throws {
        let hasButtons = reason == "outside a sandbox"
        let server = try startScreen(hasButtons ? ["actions", "body"] : ["body"])
        let (phone, boxed) = (try desktop.phone(), try app("One"))
        if hasButtons { try phone.ring() } else { try boxed.ring() }
        let call = try server.next()
        #expect(call.summary.hasPrefix("Incoming call from"))
        // The agent asked the directory before this, and has its answer before the next message.
        _ = try directory.object("Apps").call("List")
        try client.call(call.call.sender ?? "", "/", "org.freedesktop.DBus.Peer", "Ping")
        if hasButtons { try phone.end() } else { try boxed.end() }
        var titles: [String] = []
        _ = try server.next { shown in
            titles.append(shown.summary)
            return shown.summary.hasPrefix("Missed call")
        }
        #expect(!titles.contains { $0.hasPrefix(Self.title) })
    }
}
