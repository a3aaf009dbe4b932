// SPDX-License-Identifier: MIT

import BusTesting
import Testing

/// Rule 4: never two, and what was done for nothing is undone. That a refused hold leaves an answer ringing is in
/// ``TwoCallsTests``.
@Suite(.daemonLogs)
struct RollBackOnTheBusTests {
    @Test func `a start whose room is refused ends as failed, and the owner stays`() throws {
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

    @Test func `a resume whose room is refused stays held, and the owner stays`() throws {
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

    @Test func `an app that has refused a hold is asked again`() throws {
        let desk = try Desk()
        try desk.talk("A", at: desk.phone)
        try desk.chat.ring("B")
        try desk.user.ask("Answer", "B")
        try desk.phone.fail()
        try desk.forget()
        try desk.user.ask("Answer", "B")
        try desk.expect(["phone: perform SetHeld A true by system 0/1"])
    }

    @Test(arguments: ["answer", "start"])
    func `when it fails after the hold, the held call gets the audio back`(beginning: String) throws {
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

    @Test func `a swap that fails halfway is undone`() throws {
        let desk = try Desk()
        try desk.talk("A", at: desk.phone)
        try desk.talk("B", at: desk.chat, holding: desk.phone)
        try desk.user.request([.hold("B"), .resume("A")])
        try desk.chat.fulfill()
        try desk.phone.fail()
        try desk.chat.fulfill()
        try desk.expect(
            [
                "chat: perform SetHeld B true by shell 0/1", "chat: deactivated B",
                "phone: perform SetHeld A false by shell 0/1", "chat: perform SetHeld B false by system 0/1",
                "user: failed set-held resume-failed A", "chat: activated B",
            ], moved: ["B held -audio held-for-resume A", "B active +audio resumed"])
        #expect(try desk.user.why("B") == "resumed A")
    }

    @Test(arguments: ["incoming", "active", "held"])
    func `an end that is refused leaves the call as it was`(state: String) throws {
        let desk = try Desk()
        if state == "incoming" { try desk.phone.ring("A") } else { try desk.talk("A", at: desk.phone) }
        if state == "held" {
            try desk.user.ask("SetHeld", "A", true)
            try desk.phone.fulfill()
        }
        let (alert, owners) = (try desk.user.audioProperty("Alert"), try desk.user.owners())
        try desk.forget()
        try desk.user.ask("End", "A")
        try desk.phone.fail()
        try desk.expect(
            ["phone: perform End A by shell 0/1", "user: failed end-call end-failed A"],
            moved: ["A ending", "A \(state)"])
        #expect(try desk.user.audioProperty("Alert") == alert && desk.user.owners() == owners)
    }

    @Test(arguments: ["answer-call", "set-held"])
    func `an end that has cancelled an answer or a resume ends the call, although it is refused`(cancelled: String)
        throws
    {
        let desk = try Desk()
        if cancelled == "answer-call" {
            try desk.phone.ring("A")
            try desk.user.ask("Answer", "A")
        } else {
            try desk.goOn("A", at: desk.phone, ["OnHold": true])
            try desk.user.ask("SetHeld", "A", false)
        }
        try desk.phone.sitOnIt()
        try desk.forget()
        try desk.user.ask("End", "A")
        try desk.phone.fail()
        try desk.expect(
            [
                "phone: perform End A by shell 0/1", "user: failed \(cancelled) superseded A",
                "user: failed end-call end-failed A",
            ], moved: ["A ending", "A ended end-failed"])
    }

    @Test func `what comes late or twice does not count`() throws {
        let desk = try Desk()
        try desk.talk("A", at: desk.phone)
        try desk.chat.ring("B")
        try desk.user.ask("Answer", "B")
        let hold = try desk.phone.action().arguments[1]
        try desk.phone.fail()
        for late in ["FulfillAction", "FailAction"] {
            #expect(desk.phone.actor.refusal { try $0.call(late, hold, [:]) } == "ActionAlreadyCompleted")
        }
        #expect(try desk.user.states() == ["A": "active", "B": "incoming"])
    }

    @Test func `in a busy hour nobody is activated before the other is deactivated`() throws {
        let desk = try Desk()
        let apps = [desk.phone, desk.chat, desk.radio]
        for (call, app) in zip(["A", "B", "C"], apps) {
            try app.ring(call)
            try desk.user.ask("Answer", call)
            for app in apps { try app.doEverything() }
        }
        for request: [[String: DBusValue]] in [
            [.resume("A")], [.hold("A"), .resume("B")], [.resume("C")], [.end("C")], [.resume("A")], [.end("A")],
        ] {
            try desk.user.request(request)
            for app in apps + apps { try app.doEverything() }
        }
        let sessions = try desk.lines().told.compactMap { line -> Substring? in
            line.contains("activated") ? line.split(separator: " ")[1] : nil
        }
        let turns = sessions.count / 2
        #expect(sessions.count > 12)
        #expect(sessions.prefix(2 * turns) == (1...turns).flatMap { _ in ["activated", "deactivated"] }[...])
    }
}
