// SPDX-License-Identifier: MIT

import BusTesting
import Testing

/// Rule 1: every wish goes to the app and back. Rule 10: whoever asks for the same gets the same answer. Rule 11: times
/// are carried and decide nothing.
@Suite(.daemonLogs)
struct RoundTripOnTheBusTests {
    @Test(arguments: [("SetMuted", "Muted", "set-muted"), ("SetHeld", "OnHold", "set-held")])
    func `nothing is so before its app has done it`(method: String, property: String, word: String) throws {
        let desk = try Desk()
        try desk.talk("A", at: desk.phone)
        try desk.user.ask(method, "A", true)
        #expect(try desk.user.property("PendingAction", of: "A").string == word)
        #expect(try desk.user.property(property, of: "A") == false)
        try desk.phone.fulfill()
        #expect(try desk.user.property("PendingAction", of: "A") == "")
        #expect(try desk.user.property(property, of: "A") == true)
    }

    @Test func `a call is there from the acceptance of its start on, before its app hears of it`() throws {
        let desk = try Desk()
        try desk.talk("A", at: desk.phone)
        try desk.user.request([desk.chat.start("B")])
        try desk.expect(["phone: perform SetHeld A true by system 0/1"], moved: [])
        #expect(try desk.user.states() == ["A": "active", "B": "dialing"])
        #expect(desk.chat.actor.refusal { _ in try desk.chat.reportConnecting("B") } == "InvalidArgs")
    }

    @Test func `a headset's button is told from a click, and a token goes with it to the app`() throws {
        let desk = try Desk()
        try desk.phone.ring("A")
        try desk.user.request([.answer("A")], ["Origin": "headset", "ActivationToken": "token-1"])
        let details = try #require(try desk.phone.action().details)
        #expect(details["Origin"] == "headset" && details["ActivationToken"] == "token-1")
    }

    @Test func `both who answered hear how it ended`() throws {
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

    @Test(arguments: ["SetHeld", "SetMuted"])
    func `the same request twice is delivered once`(method: String) throws {
        let desk = try Desk()
        try desk.talk("A", at: desk.phone)
        let first = try desk.user.ask(method, "A", true)
        #expect(try desk.phone.actor.ask(method, "A", true) == first)
        try desk.expect(["phone: perform \(method) A true by shell 0/1"])
    }

    @Test func `tones that are asked for twice are played twice`() throws {
        let desk = try Desk()
        try desk.talk("A", at: desk.phone)
        #expect(try desk.user.ask("PlayDTMF", "A", "5") != desk.user.ask("PlayDTMF", "A", "5"))
        try desk.phone.doEverything()
        try desk.expect([
            "phone: perform PlayDTMF A 5 single-tone by shell 0/1",
            "phone: perform PlayDTMF A 5 single-tone by shell 0/1", "user: completed", "user: completed",
        ])
    }

    @Test func `to end a call that makes way already is done by that end, and by nothing else`() throws {
        let desk = try Desk()
        try desk.talk("A", at: desk.phone, ["SupportsHolding": false])
        try desk.chat.ring("B")
        let answer = try desk.user.ask("Answer", "B")
        #expect(try desk.phone.actor.ask("End", "A") != answer)
        try desk.forget()
        try desk.phone.fulfill()
        try desk.expect(
            ["phone: deactivated A", "chat: perform Answer B by shell 0/1", "phone: completed"],
            moved: ["A ended -audio ended-for-answer B", "B connecting"])
    }

    @Test func `after an end nothing can be asked of a call but the end`() throws {
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

    @Test func `times that apps say are carried, and decide nothing`() throws {
        let desk = try Desk()
        let (past, future) = (DBusValue.uint64(1), DBusValue.uint64(.max))
        try desk.phone.ring("A")
        try desk.user.ask("Answer", "A")
        try desk.phone.fulfill(["DateConnected": future])
        try desk.chat.ring("B")
        try desk.user.ask("Answer", "B")
        try desk.phone.fulfill()
        try desk.chat.fulfill(["DateConnected": past])
        #expect(try desk.user.property("ConnectedAt", of: "A") == future)
        #expect(try desk.user.property("ConnectedAt", of: "B") == past)
        #expect(try desk.user.states() == ["A": "held", "B": "active"])
        try desk.user.ask("End", "B")
        try desk.chat.fulfill(["DateEnded": past])
        try desk.phone.fulfill()
        #expect(try desk.user.states() == ["A": "active"])
    }
}
