// SPDX-License-Identifier: MIT

import BusTesting
import Testing

/// Rule 8: a conference is one owner of the audio. Joining and parting two calls is in ``TwoCallsTests``.
@Suite(.daemonLogs)
struct ConferencesOnTheBusTests {
    @Test func `a conference has the audio as one, and its app is told nothing new when it grows`() throws {
        let desk = try Desk()
        try desk.confer("A", "B", at: desk.phone)
        #expect(try desk.user.owners().sorted() == ["A", "B"])
        #expect(try desk.user.audioProperty("OwnerGroup") == UUIDs.value("A"))
        try desk.talk("C", at: desk.chat, holding: desk.phone, desk.phone)
        #expect(try desk.user.states() == ["A": "held", "B": "held", "C": "active"])
        #expect(try desk.user.owners() == ["C"])
    }

    @Test func `an answer has every member held, and when it is over every member comes back`() throws {
        let desk = try Desk()
        try desk.confer("A", "B", at: desk.phone)
        try desk.chat.ring("C")
        try desk.forget()
        try desk.user.ask("Answer", "C")
        try desk.phone.doEverything()
        try desk.chat.fulfill()
        try desk.user.ask("End", "C")
        try desk.chat.fulfill()
        try desk.phone.doEverything()
        try desk.expect([
            "phone: perform SetHeld B true by system 0/2", "phone: perform SetHeld A true by system 1/2",
            "phone: deactivated A", "chat: perform Answer C by shell 0/1", "chat: activated C", "user: completed",
            "chat: perform End C by shell 0/1", "chat: deactivated C",
            "phone: perform SetHeld B false by system 0/2", "user: completed", "phone: activated B",
            "phone: perform SetHeld A false by system 1/2",
        ])
        #expect(try desk.user.owners().sorted() == ["A", "B"])
    }

    @Test func `when the second member refuses, the first one comes back`() throws {
        let desk = try Desk()
        try desk.confer("A", "B", at: desk.phone)
        try desk.chat.ring("C")
        try desk.forget()
        try desk.user.ask("Answer", "C")
        try desk.phone.fulfill()
        try desk.phone.fail()
        try desk.phone.fulfill()
        try desk.expect(
            [
                "phone: perform SetHeld B true by system 0/2", "phone: perform SetHeld A true by system 1/2",
                "phone: perform SetHeld B false by system 0/1", "user: failed set-held hold-failed A",
            ], moved: ["B held -audio held-for-answer C", "B active +audio resumed"])
        #expect(try desk.user.states() == ["A": "active", "B": "active", "C": "incoming"])
        #expect(try desk.user.owners().sorted() == ["A", "B"])
    }

    @Test(arguments: ["A", "B"])
    func `a member that ends takes the audio from nobody, and the last one is a group of its own`(gone: String) throws {
        let desk = try Desk()
        let last = gone == "A" ? "B" : "A"
        try desk.confer("A", "B", at: desk.phone)
        try desk.user.ask("End", gone)
        try desk.phone.fulfill()
        let (told, moved) = try desk.lines()
        #expect(told == ["phone: perform End \(gone) by shell 0/1", "user: completed"])
        #expect(moved.contains("\(gone) ended -audio ended-by-request"))
        #expect(try desk.user.owners() == [last])
        #expect(try desk.user.property("Group", of: last) == UUIDs.value(last))
        #expect(try desk.user.audioProperty("OwnerGroup") == UUIDs.value(last))
    }

    @Test func `when the last two end, the audio is free`() throws {
        let desk = try Desk()
        try desk.confer("A", "B", at: desk.phone)
        try desk.user.request([.end("A"), .end("B")])
        try desk.phone.doEverything()
        try desk.expect([
            "phone: perform End A by shell 0/2", "phone: perform End B by shell 1/2", "phone: deactivated B",
            "user: completed",
        ])
        #expect(try desk.user.states() == [:])
        #expect(try desk.user.audioProperty("OwnerGroup") == "")
    }

    @Test func `a group has no more calls than its app can join`() throws {
        let desk = try Desk()
        try desk.phone.configure(["MaximumCallsPerCallGroup": .uint32(2)])
        try desk.confer("A", "B", at: desk.phone)
        try desk.talk("C", at: desk.phone, holding: desk.phone, desk.phone)
        #expect(desk.user.refusal { try $0.ask("SetGroup", "C", UUIDs.value("A")) } == "LimitsExceeded")
        #expect(try desk.lines().told == ["user: SetGroup LimitsExceeded"])
    }

    @Test func `to go private takes a group more, and is refused without one`() throws {
        let desk = try Desk()
        try desk.confer("A", "B", at: desk.phone)
        try desk.talk("C", at: desk.phone, holding: desk.phone, desk.phone)
        let refusal = desk.user.refusal { try $0.ask("SetGroup", "A", "") }
        #expect(refusal == "RequestTransaction.MaximumCallGroupsReached")
    }

    @Test func `when going private is refused, the others come back`() throws {
        let desk = try Desk()
        try desk.confer("A", "B", at: desk.phone)
        try desk.user.ask("SetGroup", "B", "")
        try desk.phone.fulfill()
        try desk.phone.fail()
        try desk.phone.fulfill()
        try desk.expect(
            [
                "phone: perform SetHeld A true by system 0/2", "phone: perform SetGroup B by shell 1/2",
                "phone: perform SetHeld A false by system 0/1", "user: failed set-group group-failed B",
            ], moved: ["A held -audio held-for-group B", "A active +audio resumed"])
        #expect(try desk.user.owners().sorted() == ["A", "B"])
    }

    @Test func `calls of two apps, or that cannot be joined, are not`() throws {
        let desk = try Desk()
        try desk.talk("A", at: desk.phone, ["SupportsGrouping": false, "SupportsUngrouping": false])
        try desk.talk("B", at: desk.phone, holding: desk.phone)
        try desk.talk("C", at: desk.chat, holding: desk.phone)
        for (call, other) in [("C", "A"), ("A", "B"), ("B", "A"), ("B", "B"), ("B", "")] {
            let with: DBusValue = other.isEmpty ? "" : UUIDs.value(other)
            #expect(desk.user.refusal { try $0.ask("SetGroup", call, with) } == "RequestTransaction.InvalidAction")
        }
    }

    @Test func `a held conference that the active call joins comes back as a whole`() throws {
        let desk = try Desk()
        try desk.confer("A", "B", at: desk.phone)
        try desk.talk("C", at: desk.phone, holding: desk.phone, desk.phone)
        try desk.user.ask("SetGroup", "C", UUIDs.value("A"))
        try desk.phone.doEverything()
        try desk.expect([
            "phone: perform SetGroup C A by shell 0/1", "phone: perform SetHeld A false by system 0/2",
            "user: completed", "phone: perform SetHeld B false by system 1/2",
        ])
        #expect(try desk.user.owners().sorted() == ["A", "B", "C"])
    }
}
