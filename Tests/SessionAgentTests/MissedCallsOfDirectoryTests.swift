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
        try screen.expect("Missed call from") { $0.summary.contains("+4930777") }
        try screen.waitForCount(1)
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
