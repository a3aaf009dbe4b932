// SPDX-License-Identifier: MIT

import BusTesting
import Testing

/// Rule 3: who makes way for whom, and how the user sees it. That an answer holds the other app's call is in
/// ``TwoCallsTests``.
@Suite(.daemonLogs)
struct MakingRoomOnTheBusTests {
    @Test func `a start too has the other app's call held first`() throws {
        let desk = try Desk()
        try desk.talk("A", at: desk.phone)
        try desk.user.request([desk.chat.start("B")])
        try desk.phone.fulfill()
        try desk.chat.fulfill()
        try desk.expect(
            [
                "phone: perform SetHeld A true by system 0/1", "phone: deactivated A",
                "chat: perform Start B +4930123456 by shell 0/1", "chat: activated B", "user: completed",
            ], moved: ["A held -audio held-for-start B", "B +audio"])
    }

    @Test func `a resume too`() throws {
        let desk = try Desk()
        try desk.talk("A", at: desk.phone)
        try desk.talk("B", at: desk.chat, holding: desk.phone)
        try desk.user.ask("SetHeld", "A", false)
        try desk.chat.fulfill()
        try desk.phone.fulfill()
        try desk.expect(
            [
                "chat: perform SetHeld B true by system 0/1", "chat: deactivated B",
                "phone: perform SetHeld A false by shell 0/1", "phone: activated A", "user: completed",
            ], moved: ["B held -audio held-for-resume A", "A active +audio resumed-by-request"])
    }

    @Test(arguments: ["start", "resume"])
    func `a call that cannot be held is ended for these too`(purpose: String) throws {
        let desk = try Desk()
        try desk.talk("A", at: desk.phone)
        try desk.talk("B", at: desk.chat, ["SupportsHolding": false], holding: desk.phone)
        try desk.user.request([purpose == "start" ? desk.radio.start("C") : .resume("A")])
        try desk.chat.fulfill()
        let (told, moved) = try desk.lines()
        let other = purpose == "start" ? "C" : "A"
        #expect(told.prefix(2) == ["chat: perform End B by system 0/1", "chat: deactivated B"])
        #expect(moved.prefix(2) == ["B ending", "B ended -audio ended-for-\(purpose) \(other)"])
    }

    @Test func `who asks for the hold himself gets no second one`() throws {
        let desk = try Desk()
        try desk.talk("A", at: desk.phone)
        try desk.chat.ring("B")
        try desk.forget()
        try desk.user.request([.hold("A"), .answer("B")])
        try desk.phone.fulfill()
        try desk.chat.fulfill()
        try desk.expect(
            [
                "phone: perform SetHeld A true by shell 0/1", "phone: deactivated A",
                "chat: perform Answer B by shell 0/1", "chat: activated B", "user: completed",
            ], moved: ["A held -audio held-for-answer B", "B connecting", "B active +audio answered"])
    }

    @Test func `who asks for the end himself gets no hold`() throws {
        let desk = try Desk()
        try desk.talk("A", at: desk.phone)
        try desk.user.request([.end("A"), desk.chat.start("B")])
        try desk.phone.fulfill()
        try desk.expect(
            [
                "phone: perform End A by shell 0/1", "phone: deactivated A",
                "chat: perform Start B +4930123456 by shell 0/1",
            ], moved: ["A ending", "A ended -audio ended-by-request"])
    }

    @Test func `of three calls only the one that has the audio makes way`() throws {
        let desk = try Desk()
        try desk.talk("A", at: desk.phone)
        try desk.talk("B", at: desk.chat, holding: desk.phone)
        try desk.radio.ring("C")
        try desk.forget()
        try desk.user.ask("Answer", "C")
        try desk.chat.fulfill()
        try desk.radio.fulfill()
        try desk.expect([
            "chat: perform SetHeld B true by system 0/1", "chat: deactivated B",
            "radio: perform Answer C by shell 0/1", "radio: activated C", "user: completed",
        ])
        #expect(try desk.user.states() == ["A": "held", "B": "held", "C": "active"])
        #expect(try desk.user.why("A") == "held-for-answer B" && desk.user.why("B") == "held-for-answer C")
    }

    @Test func `while room is made the user sees which call waits, and what is asked of the other`() throws {
        let desk = try Desk()
        try desk.talk("A", at: desk.phone)
        try desk.chat.ring("B")
        try desk.user.ask("Answer", "B")
        #expect(try desk.user.property("PendingAction", of: "A") == "set-held")
        #expect(try desk.user.property("PendingAction", of: "B") == "answer-call")
        #expect(try desk.user.waiting() == ["B"] && desk.user.owners() == ["A"])
        try desk.phone.fulfill()
        #expect(try desk.user.waiting() == [] && desk.user.why("A") == "held-for-answer B")
        #expect(try desk.user.property("HeldFor", of: "A") == UUIDs.value("B"))
    }

    @Test func `the call in the way ends by itself, and the answer goes on`() throws {
        let desk = try Desk()
        try desk.talk("A", at: desk.phone)
        try desk.chat.ring("B")
        try desk.user.ask("Answer", "B")
        try desk.forget()
        try desk.phone.reportEnded("A")
        try desk.expect(
            ["phone: deactivated A", "chat: perform Answer B by shell 0/1"],
            moved: ["A ended -audio ended-by-provider", "B connecting"])
    }

    @Test func `a call that is ending already is waited for and not held`() throws {
        let desk = try Desk()
        try desk.talk("A", at: desk.phone)
        try desk.chat.ring("B")
        try desk.user.ask("End", "A")
        try desk.forget()
        try desk.user.ask("Answer", "B")
        try desk.expect([], moved: [])
        #expect(try desk.user.waiting() == ["B"])
        try desk.phone.fulfill()
        try desk.expect(["phone: deactivated A", "chat: perform Answer B by shell 0/1", "user: completed"])
    }

    @Test func `when that end is refused, the call is held after all`() throws {
        let desk = try Desk()
        try desk.talk("A", at: desk.phone)
        try desk.chat.ring("B")
        try desk.user.ask("End", "A")
        try desk.user.ask("Answer", "B")
        try desk.forget()
        try desk.phone.fail()
        try desk.phone.fulfill()
        try desk.expect([
            "phone: perform SetHeld A true by system 0/1", "user: failed end-call end-failed A",
            "phone: deactivated A", "chat: perform Answer B by shell 0/1",
        ])
    }

    @Test func `two held calls are joined without taking the audio from anybody`() throws {
        let desk = try Desk()
        try desk.talk("A", at: desk.phone)
        try desk.talk("B", at: desk.phone, holding: desk.phone)
        try desk.talk("C", at: desk.chat, holding: desk.phone)
        try desk.user.ask("SetGroup", "B", UUIDs.value("A"))
        try desk.phone.fulfill()
        try desk.expect(
            ["phone: perform SetGroup B A by shell 0/1", "user: completed"], moved: ["B in group A grouped-by-request"])
        #expect(try desk.user.states() == ["A": "held", "B": "held", "C": "active"])
    }

    @Test func `a member that joins another call leaves the rest of its conference held`() throws {
        let desk = try Desk()
        try desk.phone.configure(["MaximumCallGroups": .uint32(3)])
        try desk.talk("C", at: desk.phone)
        try desk.talk("A", at: desk.phone, holding: desk.phone)
        try desk.talk("B", at: desk.phone, holding: desk.phone)
        try desk.user.ask("SetGroup", "B", UUIDs.value("A"))
        try desk.phone.doEverything()
        try desk.forget()
        try desk.user.ask("SetGroup", "B", UUIDs.value("C"))
        try desk.phone.doEverything()
        try desk.expect(
            [
                "phone: perform SetHeld A true by system 0/2", "phone: perform SetGroup B C by shell 1/2",
                "phone: perform SetHeld C false by system 0/1", "user: completed",
            ],
            moved: [
                "A held -audio held-for-group B", "B in group C",
                "C active +audio resumed-for-group",
            ])
    }
}
