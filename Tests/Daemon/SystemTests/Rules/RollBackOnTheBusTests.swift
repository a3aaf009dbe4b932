// SPDX-License-Identifier: MIT

import BusTesting
import Testing

/// Rule 4: the service undoes a hold whose reason is gone. ``TwoCallsTests`` tests the hold that an app refuses.
@Suite(.daemonLogs)
struct RollBackOnTheBusTests {
    @Test func `A start ends as failed when the other app refuses to hold`() throws {
        let desk = try Desk()
        try desk.talk("A", at: desk.phone)
        try desk.user.request([desk.chat.start("B")])
        try desk.phone.fail()
        try desk.expect(
            ["phone: perform SetHeld A true by system 0/1", "user: failed set-held hold-failed A"],
            moved: ["B ended hold-failed A"])
        #expect(try desk.user.states() == ["A": "active"])
        #expect(try desk.user.owners() == ["A"])
    }

    @Test func `A call stays held when the other app refuses to hold for its resume`() throws {
        let desk = try Desk()
        try desk.talk("A", at: desk.phone)
        try desk.talk("B", at: desk.chat, holding: desk.phone)
        try desk.user.ask("SetHeld", "A", false)
        try desk.chat.fail()
        try desk.expect(
            ["chat: perform SetHeld B true by system 0/1", "user: failed set-held hold-failed B"], moved: [])
        #expect(try desk.user.states() == ["A": "held", "B": "active"])
        #expect(try desk.user.owners() == ["B"])
    }

    @Test func `An app that has refused a hold is told to end its call by the next answer`() throws {
        let desk = try Desk()
        try desk.talk("A", at: desk.phone)
        try desk.chat.ring("B")
        try desk.user.ask("Answer", "B")
        try desk.phone.fail()
        try desk.forget()
        #expect(try desk.user.property("HoldRefused", of: "A") == true)
        try desk.user.ask("Answer", "B")
        try desk.expect(["phone: perform End A by system 0/1"])
    }

    @Test(arguments: ["answer", "start"])
    func `The held call gets the audio back when the answer or start fails`(beginning: String) throws {
        let desk = try Desk()
        try desk.talk("A", at: desk.phone)
        if beginning == "answer" { try desk.chat.ring("B") }
        try desk.user.request([beginning == "answer" ? .answer("B") : desk.chat.start("B")])
        try desk.phone.fulfill()
        try desk.forget()
        try desk.chat.fail()
        try desk.expect(
            ["phone: perform SetHeld A false by system 0/1", "user: failed \(beginning)-call \(beginning)-failed B"],
            moved: ["B ended \(beginning)-failed"])
        try desk.phone.fulfill()
        try desk.expect(["phone: activated A"], moved: ["A active +audio resumed"])
        #expect(try desk.user.why("A") == "resumed B")
    }
}
