// SPDX-License-Identifier: MIT

import BusTesting
import Testing

/// A call that goes on although the registry, or its app's connection, is new: it never rings, and has to fit in.
@Suite(.daemonLogs)
struct GoingOnTests {
    @Test func `one that is found while nobody has the audio gets it, without a ring`() throws {
        let desk = try Desk()
        try desk.goOn("A", at: desk.phone)
        try desk.expect(["phone: activated A"])
        #expect(try desk.user.owners() == ["A"])
        #expect(try desk.user.audioProperty("Alert") == "none")
    }

    @Test func `one that is found while another has the audio is told to hold`() throws {
        let desk = try Desk()
        try desk.talk("A", at: desk.phone)
        try desk.goOn("B", at: desk.chat)
        try desk.expect(["chat: perform SetHeld B true by system 0/1"])
        #expect(try desk.user.owners() == ["A"])
        try desk.chat.fulfill()
        try desk.expect([], moved: ["B held held-for-owner A"])
    }

    @Test(arguments: ["cannot", "will not"])
    func `one that is not held then is ended`(hold: String) throws {
        let desk = try Desk()
        try desk.talk("A", at: desk.phone)
        try desk.goOn("B", at: desk.chat, hold == "cannot" ? ["SupportsHolding": false] : [:])
        if hold == "will not" { try desk.chat.fail() }
        try desk.chat.fulfill()
        let asked = hold == "cannot" ? [] : ["chat: perform SetHeld B true by system 0/1"]
        let (told, moved) = try desk.lines()
        #expect(told == asked + ["chat: perform End B by system 0/1"])
        #expect(moved.last == "B ended ended-for-owner A")
        #expect(try desk.user.states() == ["A": "active"])
    }

    @Test func `one that is held stays so, and one that rings is silent`() throws {
        let desk = try Desk()
        try desk.goOn("A", at: desk.phone, ["OnHold": true, "Muted": true])
        try desk.goOn("B", at: desk.chat, ["State": "incoming"])
        try desk.expect([])
        #expect(try desk.user.states() == ["A": "held", "B": "incoming"])
        #expect(try desk.user.property("Muted", of: "A") == true)
        #expect(try desk.user.audioProperty("Alert") == "silent")
        try desk.user.ask("Answer", "B")
        try desk.chat.fulfill()
        #expect(try desk.user.owners() == ["B"])
    }

    @Test(arguments: [true, false])
    func `A call that is found held for another resumes when the other is ended here`(heldFirst: Bool) throws {
        let desk = try Desk()
        let held: [String: DBusValue] = ["State": "held", "HeldFor": UUIDs.value("B")]
        if heldFirst { try desk.goOn("A", at: desk.phone, held) }
        try desk.goOn("B", at: desk.chat)
        if !heldFirst { try desk.goOn("A", at: desk.phone, held) }
        #expect(try desk.user.property("HeldFor", of: "A") == UUIDs.value("B"))
        #expect(try desk.user.why("A") == "held-for-answer B")
        try desk.forget()
        try desk.user.ask("End", "B")
        try desk.chat.fulfill()
        try desk.phone.fulfill()
        try desk.expect([
            "chat: perform End B by shell 0/1", "chat: deactivated B", "phone: perform SetHeld A false by system 0/1",
            "user: completed", "phone: activated A",
        ])
        let refusal = desk.phone.actor.refusal { _ in
            try desk.goOn("C", at: desk.phone, ["State": "held", "HeldFor": UUIDs.value("C")])
        }
        #expect(refusal == "InvalidArgs")
    }

    @Test func `a conference is found again as one`() throws {
        let desk = try Desk()
        try desk.goOn("A", at: desk.phone)
        try desk.goOn("B", at: desk.phone, ["Group": UUIDs.value("A")])
        try desk.expect(["phone: activated A"])
        #expect(try desk.user.owners().sorted() == ["A", "B"])
        #expect(try desk.user.property("Group", of: "B") == UUIDs.value("A"))
    }

    @Test func `one that dials still connects, and keeps the audio`() throws {
        let desk = try Desk()
        try desk.goOn("A", at: desk.phone, ["Outgoing": true, "State": "dialing"])
        try desk.phone.reportConnecting("A")
        try desk.phone.reportConnected("A")
        try desk.expect(["phone: activated A"], moved: ["A connecting", "A active"])
    }

    @Test func `an id that has ended a short while ago goes on no more`() throws {
        let desk = try Desk()
        try desk.talk("A", at: desk.phone)
        try desk.phone.reportEnded("A")
        let refusal = desk.phone.actor.refusal { _ in try desk.goOn("A", at: desk.phone) }
        #expect(refusal == "IncomingCall.CallUUIDAlreadyExists")
    }
}
