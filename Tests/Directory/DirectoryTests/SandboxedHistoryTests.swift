// SPDX-License-Identifier: MIT

import BusTesting
import Foundation
import Testing

/// Calls that a sandboxed app reports. The user need not have made them.
@Suite(.daemonLogs, .needsRoot)
struct SandboxedHistoryTests {
    private static let boxed = "org.example.Boxed"
    private let number = "+4930123456"
    private let stage: Stage
    private let phone: Provider
    private let directory: DirectoryUnderTest
    private let app: BusClient

    init() throws {
        stage = try Stage(keepsState: true)
        directory = try DirectoryUnderTest(stage)
        phone = try stage.app("Phone")
        app = try stage.daemon.client(controlGroup: ControlGroup.flatpak(Self.boxed, uid: geteuid()))
        try app.manager.call("RegisterProvider", .string(Self.boxed), [:])
    }

    /// The app says that the user called the number.
    private func claim(_ call: String, to number: String) throws {
        try app.manager.call(
            "ReportExistingCall", .string(Self.boxed), UUIDs.value(call),
            ["Outgoing": true, "State": "active", "RemoteHandle": .tuple("phone-number", .string(number))])
        try app.manager.call("ReportCallEnded", UUIDs.value(call), .uint64(0), "remote-ended", [:])
        try directory.waitForEntry(of: call)
    }

    private func place(_ text: String) throws -> [DBusValue] {
        try directory.object().call("Place", .string(text), [:])
    }

    @Test func `An outgoing call of a sandboxed app lets the caller ring only in this app`() throws {
        try directory.object("Lists").call("AddRule", "prefix", "+4930", "reject")
        try claim("A", to: number)
        #expect(phone.refusal("B", from: number) == "IncomingCall.FilteredByBlockList")
        try app.manager.call(
            "ReportNewIncomingCall", .string(Self.boxed), UUIDs.value("C"),
            ["RemoteHandle": .tuple("phone-number", .string(number))])
    }

    @Test func `A sandboxed app reads neither names nor the form of numbers in the user's country`() throws {
        try directory.add("Ada", number)
        try claim("A", to: number)
        let own = try directory.history().first
        #expect(own?["Name"] == "Ada" && own?["Formatted"] == "030 123456")
        let group = try ControlGroup.flatpak(Self.boxed, uid: geteuid())
        let boxed = try BusClient(address: directory.session.address, controlGroup: group)
        let list = boxed.object(DirectoryUnderTest.name, DirectoryUnderTest.path, DirectoryUnderTest.name + ".History")
        let read = try list.call("List", [:], .uint64(0), .uint32(10)).first?.elements?.first
        #expect(read?["Call"] == UUIDs.value("A") && read?["Name"] == nil)
        #expect(read?["Formatted"] == nil && read?["Use"] == nil)
    }

    @Test func `Redial of a sandboxed app's call asks this app, and no other program if the app has gone`() throws {
        let history = directory.object("History")
        try claim("A", to: number)
        #expect(try history.call("Redial") == [.string(Self.boxed)])
        let asked = try app.waitForSignal("StartCallRequested")
        #expect(asked.arguments[1] == .tuple("phone-number", .string(number)))
        try app.manager.call("InvalidateProvider", .string(Self.boxed))
        #expect(try history.error("Redial")?.shortName == "UnknownProvider")
        // A program outside of a sandbox takes the identifier.
        _ = try stage.app("Boxed")
        #expect(try history.error("Redial")?.shortName == "UnknownProvider")
    }

    @Test func `A contact is called through a sandboxed app only if no other program had a call with it`() throws {
        try directory.add("Ada", number)
        try directory.add("Bob", "+4930123457")
        try phone.miss("A", from: number)
        try claim("B", to: number)
        try claim("C", to: "+4930123457")
        #expect(try place("Ada") == [.string(phone.identifier)])
        #expect(try place("Bob") == [.string(Self.boxed)])
        try app.manager.call("InvalidateProvider", .string(Self.boxed))
        #expect(try place("Bob") == [.string(phone.identifier)])
    }
}
