// SPDX-License-Identifier: MIT

import BusTesting
import Foundation
import Testing

/// The history as apps with LiveCommunicationKit, which are processes of their own, see it.
@Suite(.daemonLogs)
struct ConversationHistoryTests {
    private let stage: Stage
    private let phone: Provider
    private let directory: DirectoryUnderTest
    private let app: ChildProcess
    private static let ada = DBusValue.tuple("phone-number", "+4930123456")

    init() throws {
        stage = try Stage(configuration: "[Cellular org.example.Modem]\nUser=\(getuid())\n", keepsState: true)
        directory = try DirectoryUnderTest(stage)
        phone = try stage.app("Phone")
        app = try directory.callKitApp()
    }

    /// The line of the app for this command.
    private func say(_ command: String) throws -> String {
        try app.writeLine("lc \(command)")
        return try app.waitForLine { $0 != Self.news }
    }

    private static let news = "history changed"

    /// Lets the app hear of changes from now on. What a call has in the history, comes after it.
    private func watch() throws {
        try app.writeLine("lc watch")
        #expect(try say("recents none") == "recents ")
    }

    private func miss(_ call: String, _ reason: String = "unanswered") throws {
        try phone.ring(call, ["RemoteHandle": Self.ada])
        try phone.reportEnded(call, reason)
    }

    private func start(_ call: String, at provider: Provider, _ number: String = "+4930999") throws {
        _ = try provider.actor.request([provider.start(call, ["Handle": .tuple("phone-number", .string(number))])])
    }

    /// Waits until the history has so many calls.
    private func waitForCalls(_ count: Int) throws {
        while try directory.history().count < count { try directory.answerPing() }
    }

    @Test func `A call that ends appears, and apps hear of it`() throws {
        try directory.add("Ada", "030 123456")
        try watch()
        try miss("A")
        #expect(try app.waitForLine() == Self.news)
        #expect(try say("recents") == "recents A incoming missed +4930123456 Ada unread")
    }

    @Test func `An app marks a call as read, and another app hears of it`() throws {
        try miss("A")
        try miss("B")
        try waitForCalls(2)
        try watch()
        let other = try directory.callKitApp()
        try other.writeLine("lc read A")
        #expect(try other.waitForLine() == "marked 1")
        #expect(try app.waitForLine() == Self.news)
        #expect(
            try say("recents") == "recents B incoming missed +4930123456 unread, A incoming missed +4930123456")
        try directory.expect("UnreadMissed", .uint32(1), "History")
        try miss("C")
        #expect(try app.waitForLine() == Self.news)
        try other.writeLine("lc read A B C")
        #expect(try other.waitForLine() == "marked 3")
        #expect(try app.waitForLine() == Self.news)
        #expect(try say("recents unread") == "recents ")
    }

    @Test func `A predicate chooses by direction, status, handle, date, duration and whether it was read`() throws {
        // The newest calls come first, so that the times do not decide about the order.
        let second: UInt64 = 1_000_000
        try phone.goOn(
            "A",
            [
                "StartedAt": .uint64(100 * second), "ConnectedAt": .uint64(110 * second), "State": "active",
                "RemoteHandle": Self.ada,
            ])
        try phone.actor.call("ReportCallEnded", UUIDs.value("A"), .uint64(190 * second), "remote-ended", [:])
        try miss("B")
        try miss("C", "answered-elsewhere")
        try miss("D", "declined-elsewhere")
        try start("E", at: phone)
        try phone.doEverything()
        try phone.reportEnded("E")
        try start("F", at: phone)
        try phone.fulfill()
        try phone.reportEnded("F", "unanswered")
        try waitForCalls(6)
        let (number, other) = ("+4930123456", "+4930999")
        #expect(try say("recents incoming").hasSuffix("A incoming connected \(number)"))
        #expect(
            try say("recents outgoing") == "recents F outgoing cancelled \(other), E outgoing connected \(other)")
        #expect(
            try say("recents status missed")
                == "recents D incoming missed \(number), B incoming missed \(number) unread")
        #expect(
            try say("recents status answeredElsewhere") == "recents C incoming answeredElsewhere \(number)")
        #expect(try say("recents status unknown") == "recents ")
        #expect(
            try say("recents handle \(other)")
                == "recents F outgoing cancelled \(other), E outgoing connected \(other)")
        #expect(try say("recents unread") == "recents B incoming missed \(number) unread")
        #expect(try say("recents before 101") == "recents A incoming connected \(number)")
        #expect(try say("recents before 100") == "recents ")
        #expect(try say("recents long") == "recents A incoming connected \(number)")
    }

    @Test func `Hidden callers have no handle, and calls that the user blocked are left out`() throws {
        try directory.object("Lists").call("AddRule", "caller", "+4930123456", "reject")
        #expect(phone.actor.refusal { _ in try miss("A") } == "IncomingCall.FilteredByBlockList")
        try phone.ring("B")
        try phone.reportEnded("B", "unanswered")
        try waitForCalls(2)
        #expect(try say("recents") == "recents B incoming missed unread")
    }

    @Test func `A history of more than one page is read to its end`() throws {
        #expect(try directory.stop() == .exited(0))
        // The writer knows only the tables of the history. The directory adds the others.
        try FileManager.default.removeItem(at: directory.data)
        let writer = try ChildProcess([
            try Product.path("DirectoryActor"), "record", directory.data.path,
        ])
        let last = try writer.waitForLine { Int($0).map { $0 >= 1_500 } ?? false }
        try writer.kill9()
        try directory.start()
        let count = try say("recents count").split(separator: " ").last.flatMap { Int($0) } ?? 0
        // The writer may have recorded more before it was killed.
        #expect(count >= (Int(last) ?? .max) && count % 10 == 0)
    }

    @Test func `Without a directory the history cannot be read, and apps hear of the next one`() throws {
        try watch()
        try directory.crash()
        #expect(try say("recents") == "refused historyUnavailable")
        #expect(try say("read A") == "refused historyUnavailable")
        try miss("A")
        try directory.start()
        #expect(try app.waitForLine() == Self.news)
        try waitForCalls(1)
        #expect(try say("recents") == "recents A incoming missed +4930123456 unread")
    }

    @Test func `A recent call is called again through its modem`() throws {
        let modem = try stage.app("Modem")
        try start("A", at: modem)
        try modem.doEverything()
        try modem.reportEnded("A")
        try waitForCalls(1)
        _ = try stage.app("Other", ["SupportedHandleTypes": .strings(["phone-number"])])
        #expect(try say("redial A") == "asked")
        let request = try modem.actor.client.waitForSignal("StartCallRequested").arguments
        #expect(request[1][1] == "+4930999")
    }

    @Test(.needsRoot) func `An app in a sandbox sees its own calls, and cannot mark them as read`() throws {
        let group = try ControlGroup.flatpak("org.example.Boxed", uid: geteuid())
        let boxed = try stage.daemon.client(controlGroup: group).manager
        try boxed.call("RegisterProvider", "org.example.Boxed", [:])
        try boxed.call("ReportNewIncomingCall", "org.example.Boxed", UUIDs.value("A"), ["RemoteHandle": Self.ada])
        try boxed.call("ReportCallEnded", UUIDs.value("A"), .uint64(0), "unanswered", [:])
        try miss("B")
        try waitForCalls(2)
        let app = try directory.callKitApp(in: group)
        try app.writeLine("lc recents")
        #expect(try app.waitForLine() == "recents A incoming missed +4930123456 unread")
        try app.writeLine("lc read A")
        #expect(try app.waitForLine() == "refused unentitled")
        _ = try stage.app("Modem")
        try app.writeLine("lc services")
        #expect(try app.waitForLine() == "services ")
        try app.writeLine("lc dial +49")
        #expect(try app.waitForLine() == "refused unknownCellularService")
    }
}
