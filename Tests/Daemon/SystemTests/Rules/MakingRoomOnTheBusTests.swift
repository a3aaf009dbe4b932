// SPDX-License-Identifier: MIT

import BusTesting
import Testing

/// Rule 3: a call makes room for another, and the user sees it. ``TwoCallsTests`` tests the hold for an answer.
@Suite(.daemonLogs)
struct MakingRoomOnTheBusTests {
    @Test func `Of three calls only the call that has the audio makes way`() throws {
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

    @Test func `During a hold for an answer, properties tell which call waits and which action is pending`() throws {
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

    @Test func `A member that joins another call leaves the rest of its conference held`() throws {
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
