// SPDX-License-Identifier: MIT

import BusTesting
import Testing

/// What apps report about calls that changed without a request.
@Suite(.daemonLogs)
struct FactsOnTheBusTests {
    @Test func `Clients see the hold of the other side, encryption and the external name of a call`() throws {
        let desk = try Desk()
        try desk.talk("A", at: desk.phone, ["ExternalID": "x@example.org", "Encrypted": true])
        #expect(try desk.user.property("ExternalID", of: "A") == "x@example.org")
        #expect(try desk.user.property("Encrypted", of: "A") == true)
        #expect(try desk.user.property("RemoteOnHold", of: "A") == false)
        try desk.phone.update("A", ["RemoteOnHold": true, "Encrypted": false])
        let change = try desk.watcher.client.waitForSignal("PropertiesChanged") {
            $0.path == UUIDs.path("A") && $0.arguments[1]["RemoteOnHold"] != nil
        }
        #expect(change.arguments[1] == ["RemoteOnHold": true, "Encrypted": false])
        try desk.expect([])
    }

    @Test func `Clients see whether a call belongs in the recent calls, and each change of that`() throws {
        let desk = try Desk()
        try desk.talk("A", at: desk.phone)
        func change() throws -> DBusValue? {
            try desk.watcher.client.waitForSignal("PropertiesChanged") {
                $0.path == UUIDs.path("A") && $0.arguments[1]["IncludesInRecents"] != nil
            }.arguments[1]
        }
        #expect(try desk.user.property("IncludesInRecents", of: "A") == true)
        try desk.phone.configure(["IncludesCallsInRecents": false])
        #expect(try change() == ["IncludesInRecents": false])
        try desk.phone.update("A", ["IncludesInRecents": true])
        #expect(try change() == ["IncludesInRecents": true])
        try desk.phone.configure([:])
        try desk.phone.update("A", ["IncludesInRecents": false])
        #expect(try change() == ["IncludesInRecents": false])
    }

    @Test func `Clients see the members of a call, and each change of them`() throws {
        let desk = try Desk()
        let (ada, bob): (DBusValue, DBusValue) = (
            .tuple("phone-number", "+4930123456", "Ada"), .tuple("generic", "bob", "")
        )
        try desk.talk(
            "A", at: desk.phone,
            ["Members": .array(of: "(sss)", [ada, bob]), "LocalMember": .tuple("email-address", "me@example.org", "")])
        #expect(try desk.user.property("Members", of: "A") == .array(of: "(sss)", [ada, bob]))
        #expect(try desk.user.property("LocalMember", of: "A") == .tuple("email-address", "me@example.org", ""))
        try desk.phone.update("A", ["ActiveMembers": .array(of: "(sss)", [bob]), "LocalMember": .tuple("", "", "")])
        let change = try desk.watcher.client.waitForSignal("PropertiesChanged") {
            $0.path == UUIDs.path("A") && $0.arguments[1]["ActiveMembers"] != nil
        }
        #expect(
            change.arguments[1] == ["ActiveMembers": .array(of: "(sss)", [bob]), "LocalMember": .tuple("", "", "")])
        try desk.expect([])
    }

    @Test func `A start for several members reaches the app with all of them`() throws {
        let desk = try Desk()
        let (ada, bob): (DBusValue, DBusValue) = (
            .tuple("phone-number", "+4930123456", "Ada"), .tuple("generic", "bob", "")
        )
        try desk.user.request([
            [
                "Action": "start-call", "Call": UUIDs.value("A"), "Provider": .string(desk.phone.identifier),
                "Handles": .array(of: "(sss)", [ada, bob]),
            ]
        ])
        let start = try desk.phone.action()
        #expect(start.arguments[3] == .tuple("phone-number", "+4930123456"))
        #expect(start.details?["Handles"] == .array(of: "(sss)", [ada, bob]))
        #expect(try desk.user.property("Members", of: "A") == .array(of: "(sss)", [ada, bob]))
        #expect(try desk.user.property("RemoteHandle", of: "A") == .tuple("phone-number", "+4930123456"))
    }

    @Test func `A list with too many members, or too much text, is refused`() throws {
        let desk = try Desk()
        let one: DBusValue = .tuple("generic", "x", "")
        let long: DBusValue = .tuple("generic", .string(String(repeating: "x", count: 1_000)), "")
        try desk.talk("A", at: desk.phone, ["Members": .array(of: "(sss)", Array(repeating: one, count: 64))])
        for members in [Array(repeating: one, count: 65), Array(repeating: long, count: 5)] {
            let error = #expect(throws: BusTesting.BusError.self) {
                try desk.phone.update("A", ["Members": .array(of: "(sss)", members)])
            }
            #expect(error?.shortName == "LimitsExceeded")
        }
    }

    @Test func `A mute that the app reports completes the user's request`() throws {
        let desk = try Desk()
        try desk.talk("A", at: desk.phone)
        try desk.user.ask("SetMuted", "A", true)
        try desk.phone.sitOnIt()
        try desk.phone.update("A", ["Muted": true])
        try desk.expect(["phone: perform SetMuted A true by shell 0/1", "user: completed"])
        #expect(try desk.user.property("Muted", of: "A") == true)
        try desk.phone.update("A", ["Muted": false])
        #expect(try desk.user.property("Muted", of: "A") == false)
    }

    @Test func `Calls are a conference when their app reports it, and the rest is held when a call leaves`() throws {
        let desk = try Desk()
        try desk.talk("A", at: desk.phone)
        try desk.talk("B", at: desk.phone, holding: desk.phone)
        try desk.phone.update("A", ["Group": UUIDs.value("B")])
        try desk.phone.fulfill()
        try desk.expect(["phone: perform SetHeld A false by system 0/1"])
        #expect(try desk.user.property("Group", of: "A") == UUIDs.value("B"))
        #expect(try desk.user.states() == ["A": "active", "B": "active"])
        try desk.phone.update("A", ["Group": ""])
        try desk.phone.fulfill()
        try desk.expect(["phone: perform SetHeld B true by system 0/1"])
        #expect(try desk.user.states() == ["A": "active", "B": "held"])
    }
}
