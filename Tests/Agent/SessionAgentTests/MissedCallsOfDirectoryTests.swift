// SPDX-License-Identifier: MIT

import BusTesting
import Foundation
import Testing

/// The real agent with a real directory: missed calls, pictures and blocking.
struct MissedCallsOfDirectoryTests {
    private let desktop: Desktop
    private let directory: DirectoryOfUser
    private let phone: Provider

    init() throws {
        desktop = try Desktop()
        directory = try DirectoryOfUser(on: desktop)
        phone = try desktop.phone()
    }

    private func miss(_ call: String, from number: String = "+4930123456") throws {
        try phone.ring(call, name: "", number: number)
        try phone.end(UUIDs.text(call))
    }

    /// An agent that shows its notifications on a stand-in.
    private func startOnStandIn() throws -> ServerStandIn {
        let server = try ServerStandIn(on: desktop.bus)
        try desktop.startAgent()
        try server.introduce()
        return server
    }

    @Test
    func
        `Calls that were missed without an agent are shown by the next one, and not again after the user has seen them`()
        throws
    {
        try directory.add("Ada", "030 123456")
        try miss("A")
        try miss("B", from: "+4930999")
        try directory.expectUnread(2)
        let screen = try Dunst(on: desktop.bus)
        try desktop.startAgent()
        try screen.expect("Missed call from") { $0.summary.contains("Ada") }
        try screen.waitForCount(2)
        try screen.dismiss()
        try directory.expectUnread(1)
        try screen.waitForCount(1)
        try screen.dismiss()
        try directory.expectUnread(0)
        try desktop.killAgent()
        try desktop.logOut()
        try desktop.startAgent()
        try miss("C", from: "+4930777")
        try screen.expect("Missed call from") { $0.summary.contains("030 777") }
        try screen.waitForCount(1)
    }

    @Test func `Of many missed calls the earlier ones share a notification, and dismissing it marks them as seen`()
        throws
    {
        for number in 1...6 { try miss("\(number)", from: "+4930\(number)00") }
        try directory.expectUnread(6)
        let server = try startOnStandIn()
        let shared = try server.next { $0.summary.hasPrefix("Earlier missed calls: ") }
        #expect(shared.summary.contains("3") && shared.actions.isEmpty)
        #expect(shared.body.contains("030 100") && shared.body.contains("030 300"))
        for number in 4...6 { _ = try server.next { $0.summary.contains("030 \(number)00") } }
        try server.dismiss(shared)
        try directory.expectUnread(3)
    }

    @Test func `More missed calls than the agent keeps do not displace each other`() throws {
        for number in 10...35 { try miss("00000000-0000-0000-0000-0000000000\(number)", from: "+49309990\(number)") }
        try directory.expectUnread(26)
        let server = try startOnStandIn()
        let shared = try server.next { $0.summary.hasPrefix("Earlier missed calls: ") }
        #expect(shared.summary.contains("17") && shared.body.contains("030 999032"))
        for number in 33...35 { _ = try server.next { $0.summary.contains("030 9990\(number)") } }
        // The last dismissed ones make room for the oldest.
        try server.dismiss(shared)
        try directory.expectUnread(9)
        #expect(try server.next { $0.summary.hasPrefix("Earlier missed calls: ") }.isNew)
    }

    @Test func `A contact rings during do-not-disturb if the settings allow contacts`() throws {
        try directory.add("Ada", "030 123456")
        try desktop.set("[DoNotDisturb]\nAllow=contacts\n")
        try desktop.startAgent()
        let agent = try AgentClient(on: desktop.bus)
        try agent.setDoNotDisturb(true)
        try agent.expect(doNotDisturb: "user")
        #expect(phone.actor.refusal { _ in try miss("A", from: "+4930999") } == "IncomingCall.FilteredByDoNotDisturb")
        try phone.ring("B", name: "", number: "+4930123456")
        #expect(try phone.actor.property("State", of: "B") == "incoming")
    }

    @Test func `A missed call that another program marks as seen leaves the screen`() throws {
        let screen = try Dunst(on: desktop.bus)
        try desktop.startAgent()
        try miss("A")
        try screen.expect("Missed call from")
        try directory.expectUnread(1)
        let list = try directory.object("History").call("List", [:], .uint64(0), .uint32(1)).first?.elements
        try directory.object("History").call("MarkRead", .array(of: "x", [try #require(list?.first?["Entry"])]))
        try screen.waitForCount(0)
    }

    @Test func `A later missed call with the same UUID is shown, although the user has seen the first one`() throws {
        let screen = try Dunst(on: desktop.bus)
        try desktop.startAgent()
        try miss("A")
        try screen.expect("Missed call from")
        try directory.expectUnread(1)
        try screen.dismiss()
        try directory.expectUnread(0)
        // Only the time makes the UUID free.
        while phone.refusal("A", from: "+4930999") == "IncomingCall.CallUUIDAlreadyExists" { usleep(200_000) }
        try phone.end(UUIDs.text("A"))
        try screen.expect("Missed call from") { $0.summary.contains("030 999") }
        try directory.expectUnread(1)
    }

    @Test func `A call that the user dismisses while the directory is away is marked as seen when it is back`() throws {
        let screen = try Dunst(on: desktop.bus)
        try desktop.startAgent()
        try miss("A")
        try screen.expect("Missed call from")
        try directory.expectUnread(1)
        try directory.stop()
        try screen.dismiss()
        try screen.waitForCount(0)
        try directory.start()
        try directory.expectUnread(0)
        try screen.waitForCount(0)
    }

    @Test func `Block on a missed call blocks its caller and says so`() throws {
        let server = try startOnStandIn()
        try miss("A")
        let missed = try server.next { $0.summary.contains("Missed") && $0.actions.contains("block") }
        #expect(missed.actions == ["call-back", "Call Back", "block", "Block"])
        try server.press("block", of: missed)
        let blocked = try server.next { $0.body.contains("This caller is blocked") }
        #expect(blocked.actions.isEmpty)
        let rules = try directory.object("Lists").call("ListRules").first?.elements
        #expect(rules?.map { $0["Pattern"] } == ["+4930123456"])
        #expect(phone.actor.refusal { _ in try miss("B") } == "IncomingCall.FilteredByBlockList")
        try server.dismiss(blocked)
        try directory.expectUnread(0)
    }

    @Test func `Block on a ringing call blocks its caller and declines the call`() throws {
        let server = try startOnStandIn()
        try phone.ring("A", name: "")
        let shown = try server.next { $0.actions.contains("block") }
        #expect(shown.actions == Self.ringing + ["block", "Block"])
        try server.press("block", of: shown)
        try phone.fulfill(after: "PerformEndCallAction")
        #expect(phone.actor.refusal { _ in try phone.ring("B", name: "") } == "IncomingCall.FilteredByBlockList")
        let rules = try directory.object("Lists").call("ListRules").first?.elements
        #expect(rules?.map { $0["Pattern"] } == ["+4930123456"] && rules?.map { $0["Kind"] } == ["caller"])
    }

    private static let ringing = ["decline", "Decline", "silence", "Silence", "answer", "Answer"]

    @Test func `A ringing call of a contact or of a hidden caller has no Block`() throws {
        try directory.add("Ada", "030 123456")
        let server = try startOnStandIn()
        try phone.ring("A", name: "", number: "+4930123456")
        #expect(try server.next { $0.summary.contains("Ada") }.actions == Self.ringing)
        try phone.end(UUIDs.text("A"))
        try phone.ring("B", ["LocalizedCallerName": "Eve"])
        #expect(try server.next { $0.summary.contains("Eve") }.actions == Self.ringing)
    }

    @Test func `Block appears when a directory starts and leaves with it`() throws {
        try directory.stop()
        let server = try startOnStandIn()
        try phone.ring("A", name: "")
        #expect(try server.next().actions == Self.ringing)
        try directory.start()
        _ = try server.next { $0.actions.contains("block") }
        try directory.stop()
        _ = try server.next { !$0.actions.contains("block") }
    }

    @Test func `A call whose caller the directory cannot block stays, and is silent and not declined`() throws {
        let server = try startOnStandIn()
        // The directory takes it for a hidden caller.
        try phone.ring("A", name: "", number: "anonymous")
        let shown = try server.next { $0.actions.contains("block") }
        try server.press("block", of: shown)
        let told = try server.next { $0.body.contains(Self.failure) && !$0.actions.contains("silence") }
        #expect(told.actions == Self.silent + ["block", "Block"])
        try expectNoDecline()
    }

    private static let silent = ["decline", "Decline", "answer", "Answer"]
    private static let failure = "This caller could not be blocked"

    /// The agent has acted on the answer of the directory.
    private func expectNoDecline() throws {
        // The requests of the agent to the service precede its answer to this client.
        _ = try AgentClient(on: desktop.bus)
        #expect(try phone.actor.property("State", of: "A") == "incoming")
        let signals = try phone.actor.client.signalsUpToNow(from: DaemonUnderTest.busName)
        #expect(!signals.contains { $0.member == "PerformEndCallAction" })
    }

    @Test func `Block asks a directory that hangs once and says that it failed, and a later press blocks the caller`()
        throws
    {
        let server = try startOnStandIn()
        try phone.ring("A", name: "")
        let shown = try server.next { $0.actions.contains("block") }
        let monitor = try BusClient(address: desktop.bus.address)
        try monitor.object("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus.Monitoring").call(
            "BecomeMonitor", .strings(["type='method_call',interface='org.monkeycall.Directory.Lists'"]), .uint32(0))
        directory.freeze()
        for _ in 1...3 { try server.press("block", of: shown) }
        let told = try server.next { $0.body.contains(Self.failure) && !$0.actions.contains("silence") }
        #expect(told.actions == Self.silent + ["block", "Block"])
        try expectNoDecline()
        directory.thaw()
        // When the monitor sees this call, it has seen all earlier ones.
        try directory.object("Lists").call("ListRules")
        _ = try monitor.waitForCall("ListRules")
        #expect(monitor.methodCalls.count { $0.member == "AddRule" } == 1)
        try server.press("block", of: told)
        try phone.fulfill(after: "PerformEndCallAction")
        #expect(phone.actor.refusal { _ in try phone.ring("B", name: "") } == "IncomingCall.FilteredByBlockList")
    }

    @Test func `The missed call of a caller that hangs up before it is blocked says that it is blocked`() throws {
        let server = try startOnStandIn()
        try phone.ring("A", name: "")
        let shown = try server.next { $0.actions.contains("block") }
        directory.freeze()
        try server.press("block", of: shown)
        try phone.end(UUIDs.text("A"))
        directory.thaw()
        let blocked = try server.next { $0.summary.contains("Missed") && $0.body.contains("This caller is blocked") }
        #expect(blocked.actions.isEmpty)
    }

    @Test func `Block leaves a missed call whose caller becomes a contact`() throws {
        let server = try startOnStandIn()
        try miss("A")
        _ = try server.next { $0.summary.contains("Missed") && $0.actions.contains("block") }
        try directory.add("Ada", "030 123456")
        #expect(try server.next { !$0.actions.contains("block") }.actions == ["call-back", "Call Back"])
    }

    @Test func `A missed call of a contact has no Block, also if it was missed without an agent`() throws {
        try directory.add("Ada", "030 123456")
        try miss("A")
        try miss("B", from: "+4930999")
        try directory.expectUnread(2)
        let server = try startOnStandIn()
        var shown: [ServerStandIn.Shown] = []
        repeat { shown.append(try server.next()) } while shown.last?.actions.contains("block") == false
        #expect(shown.last?.summary.contains("030 999") == true)
        let earlier = try #require(shown.first { $0.summary.contains("Ada") })
        try miss("C")
        let missed = try server.next { $0.id != earlier.id && $0.summary.contains("Missed call from") }
        #expect(missed.actions == ["call-back", "Call Back"])
    }

    @Test func `The notification of a call has the picture of the contact, and a bad picture changes nothing`() throws {
        let pixel = Data(Provider.png).base64EncodedString()
        try directory.add("Ada", "030 123456", "PHOTO;ENCODING=b;TYPE=PNG:\(pixel)")
        try directory.add(
            "Eve", "030 999", "PHOTO;ENCODING=b;TYPE=PNG:\(Data("no picture".utf8).base64EncodedString())")
        let server = try startOnStandIn()
        try phone.ring("A", name: "", number: "+4930123456")
        let shown = try server.next { $0.hint("image-path") != nil }
        let path = try #require(shown.hint("image-path")?.string?.replacing("file://", with: ""))
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == Data(Provider.png))
        try phone.end(UUIDs.text("A"))
        try phone.ring("B", name: "", number: "+4930999")
        let other = try server.next { $0.summary.contains("Eve") }
        #expect(other.hint("image-path") == nil)
    }
}

extension ServerStandIn.Shown {
    fileprivate func hint(_ name: String) -> DBusValue? { call.arguments[6][name] }
}
