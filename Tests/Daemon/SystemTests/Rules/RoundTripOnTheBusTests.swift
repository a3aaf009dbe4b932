// SPDX-License-Identifier: MIT

import BusTesting
import Foundation
import Testing

/// Rule 1: every request goes to the app and back. Rule 10: the same request gets the same answer. Rule 11: times
/// decide nothing.
@Suite(.daemonLogs)
struct RoundTripOnTheBusTests {
    @Test(arguments: [("SetMuted", "Muted", "set-muted"), ("SetHeld", "OnHold", "set-held")])
    func `A property changes only when the app has fulfilled the action`(method: String, property: String, word: String)
        throws
    {
        let desk = try Desk()
        try desk.talk("A", at: desk.phone)
        try desk.user.ask(method, "A", true)
        #expect(try desk.user.property("PendingAction", of: "A").string == word)
        #expect(try desk.user.property(property, of: "A") == false)
        try desk.phone.fulfill()
        #expect(try desk.user.property("PendingAction", of: "A") == "")
        #expect(try desk.user.property(property, of: "A") == true)
    }

    @Test func `A call exists from the acceptance of its start`() throws {
        let desk = try Desk()
        try desk.talk("A", at: desk.phone)
        try desk.user.request([desk.chat.start("B")])
        try desk.expect(["phone: perform SetHeld A true by system 0/1"], moved: [])
        #expect(try desk.user.states() == ["A": "active", "B": "dialing"])
    }

    @Test func `A call that connects before its start is delivered is active after the delivery`() throws {
        let desk = try Desk()
        try desk.talk("A", at: desk.phone)
        try desk.user.request([desk.chat.start("B")])
        try desk.chat.reportConnecting("B")
        try desk.chat.reportConnected("B")
        #expect(try desk.user.states() == ["A": "active", "B": "dialing"])
        try desk.phone.fulfill()
        try desk.chat.fulfill()
        try desk.expect([
            "phone: perform SetHeld A true by system 0/1", "phone: deactivated A",
            "chat: perform Start B +4930123456 by shell 0/1", "chat: activated B", "user: completed",
        ])
        #expect(try desk.user.states() == ["A": "held", "B": "active"])
    }

    @Test func `The Perform signal tells a headset's button and carries the activation token`() throws {
        let desk = try Desk()
        try desk.phone.ring("A")
        try desk.user.request([.answer("A")], ["Origin": "headset", "ActivationToken": "token-1"])
        let details = try #require(try desk.phone.action().details)
        #expect(details["Origin"] == "headset" && details["ActivationToken"] == "token-1")
    }

    @Test func `Both requesters of an answer are told how it ended`() throws {
        let desk = try Desk()
        let other = try desk.stage.actor("other")
        try desk.phone.ring("A")
        try desk.forget()
        #expect(try desk.user.ask("Answer", "A") == other.ask("Answer", "A"))
        try desk.phone.fulfill()
        try desk.expect([
            "phone: perform Answer A by shell 0/1", "phone: activated A", "user: completed", "other: completed",
        ])
    }

    @Test func `An ending call accepts no request except another end`() throws {
        let desk = try Desk()
        try desk.talk("A", at: desk.phone)
        let end = try desk.user.ask("End", "A")
        let requests: [[String: DBusValue]] = [.answer("A"), .hold("A"), .resume("A"), .mute("A"), .tones("1", "A")]
        for request in requests {
            #expect(desk.user.refusal { try $0.request([request]) } == "RequestTransaction.InvalidAction")
        }
        #expect(try desk.user.property("AllowedActions", of: "A").strings == [])
        #expect(try desk.user.ask("End", "A") == end)
        try desk.expect(
            ["phone: perform End A by shell 0/1"]
                + requests.map { _ in
                    "user: RequestTransaction RequestTransaction.InvalidAction"
                })
    }

    @Test func `No time from an app is before the start or in the future, and none decides anything`() throws {
        let desk = try Desk()
        let (past, future) = (DBusValue.uint64(1), DBusValue.uint64(.max))
        try desk.phone.ring("A")
        try desk.user.ask("Answer", "A")
        try desk.phone.fulfill(["DateConnected": future])
        try desk.chat.ring("B")
        try desk.user.ask("Answer", "B")
        try desk.phone.fulfill()
        try desk.chat.fulfill(["DateConnected": past])
        let now = UInt64(Date().timeIntervalSince1970 * 1_000_000)
        let connected = try #require(try desk.user.property("ConnectedAt", of: "A").int)
        #expect(try connected >= desk.user.property("StartedAt", of: "A").int ?? .max && connected <= now)
        #expect(try desk.user.property("ConnectedAt", of: "B") == desk.user.property("StartedAt", of: "B"))
        #expect(try desk.user.states() == ["A": "held", "B": "active"])
        try desk.user.ask("End", "B")
        try desk.chat.fulfill(["DateEnded": past])
        try desk.phone.fulfill()
        #expect(try desk.user.states() == ["A": "active"])
    }
}
