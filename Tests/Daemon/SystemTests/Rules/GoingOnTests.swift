// SPDX-License-Identifier: MIT

import BusTesting
import Testing

/// Existing calls that an app reports after a restart of the registry or of its own connection.
@Suite(.daemonLogs)
struct GoingOnTests {
    @Test func `A found held call stays held, and a found ringing call is silent`() throws {
        let desk = try Desk()
        try desk.phone.goOn("A", ["OnHold": true, "Muted": true])
        try desk.chat.goOn("B", ["State": "incoming"])
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
        if heldFirst { try desk.phone.goOn("A", held) }
        try desk.chat.goOn("B")
        if !heldFirst { try desk.phone.goOn("A", held) }
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
            try desk.phone.goOn("C", ["State": "held", "HeldFor": UUIDs.value("C")])
        }
        #expect(refusal == "InvalidArgs")
    }

    @Test func `A conference is found again as one group`() throws {
        let desk = try Desk()
        try desk.phone.goOn("A")
        try desk.phone.goOn("B", ["Group": UUIDs.value("A")])
        try desk.expect(["phone: activated A"])
        #expect(try desk.user.owners().sorted() == ["A", "B"])
        #expect(try desk.user.property("Group", of: "B") == UUIDs.value("A"))
    }

    @Test func `A found dialing call connects and keeps the audio`() throws {
        let desk = try Desk()
        try desk.phone.goOn("A", ["Outgoing": true, "State": "dialing"])
        try desk.phone.reportConnecting("A")
        try desk.phone.reportConnected("A")
        try desk.expect(["phone: activated A"], moved: ["A connecting", "A active"])
    }

    @Test func `The id of a call that ended recently cannot be reported by another app`() throws {
        let desk = try Desk()
        try desk.talk("A", at: desk.phone)
        try desk.phone.reportEnded("A")
        let refusal = desk.chat.actor.refusal { _ in try desk.chat.goOn("A") }
        #expect(refusal == "IncomingCall.CallUUIDAlreadyExists")
    }
}
