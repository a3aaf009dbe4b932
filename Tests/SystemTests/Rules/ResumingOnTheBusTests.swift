// SPDX-License-Identifier: MIT

import BusTesting
import Testing

/// Rule 6: when a held call comes back by itself. That it does after the user's end, and does not after the other
/// side's, is in ``TwoCallsTests`` for an app's own window.
@Suite(.daemonLogs)
struct ResumingOnTheBusTests {
    @Test(arguments: ["shell", "headset", "other", "app"])
    func `whoever on this side ends the second call, the first one comes back`(origin: String) throws {
        let desk = try Desk()
        let asking = origin == "app" ? desk.chat.actor : origin == "other" ? try desk.stage.actor("other") : desk.user
        try desk.talk("A", at: desk.phone)
        try desk.talk("B", at: desk.chat, holding: desk.phone)
        try asking.request([.end("B")], origin == "headset" ? ["Origin": "headset"] : [:])
        try desk.chat.fulfill()
        try desk.phone.fulfill()
        try desk.expect([
            "chat: perform End B by \(origin) 0/1", "chat: deactivated B",
            "phone: perform SetHeld A false by system 0/1", "\(asking.name): completed", "phone: activated A",
        ])
        #expect(try desk.user.why("A") == "resumed B")
    }

    @Test func `after the other side's end it comes back only if the user wants that always`() throws {
        let desk = try Desk(["AutoResume": true])
        try desk.talk("A", at: desk.phone)
        try desk.talk("B", at: desk.chat, holding: desk.phone)
        try desk.chat.reportEnded("B")
        try desk.expect(["chat: deactivated B", "phone: perform SetHeld A false by system 0/1"])
        try desk.phone.fulfill()
        try desk.talk("C", at: desk.chat, holding: desk.phone)
        try desk.user.call("SetShellState", ["AutoResume": false])
        try desk.chat.reportEnded("C")
        try desk.expect(["chat: deactivated C"], moved: ["C ended -audio ended-by-provider"])
        #expect(try desk.user.states() == ["A": "held"])
    }

    @Test(arguments: ["unanswered", "failed", "remote-ended", "declined-elsewhere"])
    func `when a call ends before it connects, the first one comes back`(reason: String) throws {
        let desk = try Desk()
        try desk.talk("A", at: desk.phone)
        try desk.user.request([desk.chat.start("B")])
        try desk.phone.fulfill()
        try desk.chat.fulfill()
        try desk.chat.reportConnecting("B")
        try desk.forget()
        try desk.chat.reportEnded("B", reason)
        try desk.phone.fulfill()
        try desk.expect(
            ["chat: deactivated B", "phone: perform SetHeld A false by system 0/1", "phone: activated A"],
            moved: ["B ended -audio ended-by-provider", "A active +audio resumed"])
    }

    @Test func `it does not come back when somebody waits for the audio, but is held for that one then`() throws {
        let desk = try Desk()
        try desk.talk("A", at: desk.phone)
        try desk.talk("B", at: desk.chat, holding: desk.phone)
        try desk.radio.ring("C")
        try desk.user.ask("End", "B")
        try desk.user.ask("Answer", "C")
        try desk.forget()
        try desk.chat.fulfill()
        try desk.radio.fulfill()
        try desk.expect([
            "chat: deactivated B", "radio: perform Answer C by shell 0/1", "user: completed", "radio: activated C",
            "user: completed",
        ])
        #expect(try desk.user.property("HeldFor", of: "A") == UUIDs.value("C"))
        try desk.user.ask("End", "C")
        try desk.radio.fulfill()
        try desk.phone.fulfill()
        #expect(try desk.user.owners() == ["A"])
    }

    @Test func `who has the audio when its call is over is the one that it is held for then, and why is said`() throws {
        let desk = try Desk()
        try desk.talk("A", at: desk.phone)
        try desk.talk("B", at: desk.chat, holding: desk.phone)
        try desk.dial("C", at: desk.radio, holding: desk.chat)
        try desk.user.ask("End", "B")
        try desk.chat.fulfill()
        try desk.expect(["chat: perform End B by shell 0/1", "user: completed"])
        #expect(try desk.user.why("A") == "held-for-start C")
        try desk.user.ask("End", "C")
        try desk.radio.fulfill()
        try desk.expect([
            "radio: perform End C by shell 0/1", "radio: deactivated C",
            "phone: perform SetHeld A false by system 0/1", "user: completed",
        ])
    }

    @Test func `calls that were held one for the other come back one after the other`() throws {
        let desk = try Desk()
        try desk.talk("A", at: desk.phone)
        try desk.talk("B", at: desk.chat, holding: desk.phone)
        try desk.talk("C", at: desk.radio, holding: desk.chat)
        try desk.user.ask("End", "C")
        try desk.radio.fulfill()
        try desk.chat.fulfill()
        #expect(try desk.user.states() == ["A": "held", "B": "active"])
        try desk.user.ask("End", "B")
        try desk.chat.fulfill()
        try desk.phone.fulfill()
        #expect(try desk.user.states() == ["A": "active"])
    }

    @Test func `a resume that fails leaves the call held, and nobody has the audio`() throws {
        let desk = try Desk()
        try desk.talk("A", at: desk.phone)
        try desk.talk("B", at: desk.chat, holding: desk.phone)
        try desk.user.ask("End", "B")
        try desk.chat.fulfill()
        try desk.forget()
        try desk.phone.fail()
        try desk.expect([], moved: [])
        #expect(try desk.user.states() == ["A": "held"])
        #expect(try desk.user.owners() == [])
    }

    @Test func `a call that the user has held stays held, whatever ends`() throws {
        let desk = try Desk()
        try desk.talk("A", at: desk.phone)
        try desk.user.ask("SetHeld", "A", true)
        try desk.phone.fulfill()
        try desk.talk("B", at: desk.chat)
        #expect(try desk.user.property("HeldFor", of: "A") == "")
        try desk.user.ask("End", "B")
        try desk.chat.fulfill()
        try desk.expect(["chat: perform End B by shell 0/1", "chat: deactivated B", "user: completed"])
        #expect(try desk.user.states() == ["A": "held"])
    }
}
