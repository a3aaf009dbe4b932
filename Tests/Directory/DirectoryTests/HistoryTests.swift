// SPDX-License-Identifier: MIT

import BusTesting
import Foundation
import Testing

/// Calls of the real service in the history of the real directory.
@Suite(.daemonLogs)
final class HistoryTests: DirectorySuite {
    init() throws { try super.init(Stage(keepsState: true)) }

    private func missCall(_ call: String, from number: String = "+4930123456") throws {
        try phone.miss(call, from: number)
    }

    private func outcomes(_ filter: [String: DBusValue] = [:]) throws -> [DBusValue?] {
        try directory.history(filter).map { $0["Outcome"] }
    }

    @Test func `A missed call is unread until the user has seen it`() throws {
        try directory.add("Ada", "030 123456")
        try missCall("A")
        try directory.expect("UnreadMissed", .uint32(1), "History")
        let call = try #require(try directory.history().first)
        #expect(call["Call"] == UUIDs.value("A") && call["Outcome"] == "missed" && call["Unread"] == true)
        #expect(call["Formatted"] == "030 123456" && call["Use"] == "work")
        #expect(call["Name"] == "Ada" && call["Provider"] == .string(phone.identifier) && call["Outgoing"] == false)
        try directory.object("History").call("MarkRead", .array(of: "x", [try #require(call["Entry"])]))
        try directory.expect("UnreadMissed", .uint32(0), "History")
        #expect(try outcomes(["Unread": true]) == [] && outcomes(["Missed": true]) == ["missed"])
    }

    @Test func `Answered and blocked calls are in the history, found by any spelling, and can be removed`() throws {
        try directory.object("Lists").call("AddRule", "caller", "+4930999", "reject")
        try phone.activeCall("A", ["RemoteHandle": .tuple("phone-number", "+4930123456")])
        try phone.reportEnded(UUIDs.text("A"))
        let refusal = phone.actor.refusal { _ in try missCall("B", from: "+4930999") }
        #expect(refusal == "IncomingCall.FilteredByBlockList")
        try missCall("C")
        try directory.expect("UnreadMissed", .uint32(1), "History")
        #expect(Set(try outcomes()) == ["answered", "block-list", "missed"])
        #expect(try Set(outcomes(["Handle": .tuple("phone-number", "030 123456")])) == ["answered", "missed"])
        #expect(try Set(outcomes(["IncludesBlocked": false])) == ["answered", "missed"])
        let history = directory.object("History")
        let found = try history.call("Search", "030 999", [:], .uint64(0), .uint32(10)).first?.elements
        #expect(found?.map { $0["Outcome"] } == ["block-list"])
        let recents = try #require(try history.call("Recents", [:], .uint64(0), .uint32(10)).first?.elements)
        #expect(Set(recents.map { $0["Calls"] }) == [.uint32(1), .uint32(2)])
        try history.call("Remove", .array(of: "x", [try #require(found?.first?["Entry"])]))
        #expect(try Set(outcomes()) == ["answered", "missed"])
        try history.call("Clear", ["Missed": true])
        #expect(try outcomes() == ["answered"])
        try history.call("Clear", [:])
        #expect(try directory.history().isEmpty)
    }

    @Test func `Calls that end while the directory does not run are added when it starts`() throws {
        try missCall("A")
        try directory.expect("UnreadMissed", .uint32(1), "History")
        try directory.crash()
        try missCall("B")
        try directory.start()
        try directory.expect("UnreadMissed", .uint32(2), "History")
        #expect(try directory.stop() == .exited(0))
        try missCall("C")
        try directory.start()
        try directory.expect("UnreadMissed", .uint32(3), "History")
    }

    @Test func `Of 257 calls that end while the directory does not run the last 256 are added`() throws {
        #expect(try directory.stop() == .exited(0))
        let calls = (0...256).map { UUID(uuidString: String(format: "%08x-0000-4000-8000-000000000000", $0)) }
            .compactMap { $0?.uuidString.lowercased() }
        let manager = phone.actor.client.manager
        // The bus lets one program wait for some replies at a time.
        for start in stride(from: 0, to: calls.count, by: 50) {
            let ends = try calls[start..<min(start + 50, calls.count)].map { call in
                _ = try phone.beginRing(call)
                return try phone.actor.client.send(
                    manager.destination, manager.path, manager.interface, "ReportCallEnded",
                    [.string(call), .uint64(0), "unanswered", [:]])
            }
            for end in ends { _ = try phone.actor.client.reply(to: end) }
        }
        try directory.start()
        try directory.expect("UnreadMissed", .uint32(256), "History")
        let list = try directory.object("History").call("List", [:], .uint64(0), .uint32(1_001)).first?.elements
        #expect(list?.map { $0["Call"]?.string } == calls.dropFirst().reversed())
    }

    @Test func `Calls of a provider that leaves its calls out of recents are not recorded`() throws {
        let secret = try stage.app("Secret", ["IncludesCallsInRecents": false])
        try secret.ring("A")
        try secret.reportEnded(UUIDs.text("A"))
        try missCall("B")
        try directory.expect("UnreadMissed", .uint32(1), "History")
        #expect(try directory.history().map { $0["Call"] } == [UUIDs.value("B")])
    }

    @Test func `The whole history is exported into a file or a pipe as JSON or CSV`() throws {
        try missCall("A")
        try missCall("B", from: "+4930999")
        try directory.expect("UnreadMissed", .uint32(2), "History")
        let history = directory.object("History")
        let file = try Descriptor.memory([], sealed: false)
        try history.call("Export", "json", .descriptor(file))
        let calls = try JSONSerialization.jsonObject(with: Data(try file.contents())) as? [[String: Any]]
        #expect(calls?.map { $0["UUID"] as? String } == [UUIDs.text("B"), UUIDs.text("A")])
        let pipe = try Descriptor.pipe()
        try history.call("Export", "csv", .descriptor(pipe.write))
        var bytes = [UInt8](repeating: 0, count: 4_096)
        let count = read(pipe.read.number, &bytes, bytes.count)
        let lines = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self).split(separator: "\r\n")
        #expect(lines.count == 3 && lines[0].hasPrefix(#""UUID","Started","#) && lines[1].contains(#"'+4930999"#))
        #expect(try history.error("Export", "xml", .descriptor(file))?.shortName == "InvalidArgs")
    }

    @Test func `While one program does not read its export, calls are screened and another export is refused`() throws {
        try missCall("A")
        try directory.expect("UnreadMissed", .uint32(1), "History")
        let full = try Descriptor.pipe()
        try full.write.write([UInt8](repeating: 0, count: 65_536))
        let slow = try BusClient(address: directory.session.address)
        let history = directory.object("History")
        let file = DBusValue.descriptor(full.write)
        _ = try slow.send(history.destination, history.path, history.interface, "Export", ["json", file])
        try slow.call(history.destination, history.path, "org.freedesktop.DBus.Peer", "Ping")
        #expect(try history.error("Export", "json", file)?.shortName == "LimitsExceeded")
        try directory.object("Lists").call("AddRule", "caller", "+4930999", "reject")
        #expect(phone.actor.refusal { _ in try missCall("B", from: "+4930999") } == "IncomingCall.FilteredByBlockList")
    }

    @Test func `Calls that are older than the user keeps them are removed`() throws {
        let old = 1_000_000
        try phone.goOn("A", ["StartedAt": .uint64(UInt64(old)), "RemoteHandle": .tuple("phone-number", "+4930123456")])
        try phone.reportEnded(UUIDs.text("A"))
        try missCall("B")
        try directory.expect("UnreadMissed", .uint32(1), "History")
        #expect(try directory.history().count == 2)
        try directory.object("History").call("SetRetentionDays", .uint32(90))
        #expect(try directory.object("History").get("RetentionDays") == .uint32(90))
        while try directory.history().count > 1 { try directory.answerPing() }
        #expect(try directory.history().map { $0["Call"] } == [UUIDs.value("B")])
    }

    @Test func `No call is removed for its age until the clock of the machine is synchronised`() throws {
        let clock = try BusClient(address: stage.bus.address)
        try clock.requestName("org.freedesktop.timedate1")
        try phone.goOn("A", ["StartedAt": .uint64(1_000_000), "RemoteHandle": .tuple("phone-number", "+4930123456")])
        try phone.reportEnded(UUIDs.text("A"))
        try missCall("B")
        try directory.expect("UnreadMissed", .uint32(1), "History")
        func keep(days: UInt32, isSynchronised: Bool) throws {
            try directory.object("History").call("SetRetentionDays", .uint32(days))
            let question = try clock.waitForCall("Get")
            #expect(question.arguments == ["org.freedesktop.timedate1", "NTPSynchronized"])
            try clock.reply(to: question, [.variant(.bool(isSynchronised))])
            // The directory has the answer.
            _ = try clock.call(try #require(question.sender), "/", "org.freedesktop.DBus.Peer", "Ping")
        }
        try keep(days: 90, isSynchronised: false)
        #expect(try directory.history().count == 2)
        try keep(days: 91, isSynchronised: true)
        while try directory.history().count > 1 { try directory.answerPing() }
        #expect(try directory.history().map { $0["Call"] } == [UUIDs.value("B")])
    }

    @Test(.needsRoot) func `A sandboxed app lists only the calls of its own, and may do nothing else`() throws {
        let group = try ControlGroup.flatpak("org.example.Boxed", uid: geteuid())
        let actor = try stage.daemon.client(controlGroup: group)
        let manager = actor.manager
        try manager.call("RegisterProvider", "org.example.Boxed", [:])
        try directory.add("Ada", "030 123456")
        try manager.call(
            "ReportNewIncomingCall", "org.example.Boxed", UUIDs.value("A"),
            ["RemoteHandle": .tuple("phone-number", "+4930123456")])
        try manager.call("ReportCallEnded", UUIDs.value("A"), .uint64(0), "unanswered", [:])
        try missCall("B")
        try directory.expect("UnreadMissed", .uint32(2), "History")
        let app = try BusClient(address: directory.session.address, controlGroup: group)
        let list = try directory.object("History", client: app).call("List", [:], .uint64(0), .uint32(10))
        #expect(list.first?.elements?.map { $0["Call"] } == [UUIDs.value("A")])
        // The app must not learn the name in the address book.
        #expect(try directory.history().last?["Name"] == "Ada")
        #expect(list.first?.elements?.first?.entries?["Name"] == nil)
        #expect(try directory.object("History", client: app).get("UnreadMissed") == .uint32(0))
        let others: [(String, String, [DBusValue])] = [
            ("", "Lookup", [.tuple("", ""), [:]]), ("", "Search", ["A", .uint32(1), [:]]), ("", "Subscribe", []),
            ("Lists", "ListRules", []), ("Lists", "AddRule", ["hidden", "", "reject"]), ("Favourites", "List", []),
            ("History", "Recents", [[:], .uint64(0), .uint32(1)]), ("History", "Clear", [[:]]),
            ("History", "Redial", []), ("History", "SetRetentionDays", [.uint32(1)]),
            ("History", "Export", ["json", .descriptor(try .memory([]))]), ("", "Place", ["1", [:]]),
            ("", "OpenPicture", ["1", .uint32(0)]),
        ]
        for (interface, member, arguments) in others {
            let object = directory.object(interface, client: app)
            let error = try app.error(object.destination, object.path, object.interface, member, arguments)
            #expect(error?.shortName == "AccessDenied", "\(member)")
        }
    }
}
