// SPDX-License-Identifier: MIT

import BusTesting
import Testing

/// Rule 6: the ends after which a held call resumes by itself.
@Suite(.daemonLogs)
struct ResumingOnTheBusTests {
    @Test(arguments: ["shell", "headset", "other", "app"])
    func `The first call resumes when any program on this side ends the second call`(origin: String) throws {
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

    @Test func `A held call resumes after the other side's end only if AutoResume is set`() throws {
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

    @Test(arguments: ["local-ended", "declined"])
    func `The first call resumes when the second app reports that the user ended its call`(reason: String) throws {
        let desk = try Desk()
        try desk.talk("A", at: desk.phone)
        try desk.talk("B", at: desk.chat, holding: desk.phone)
        try desk.chat.reportEnded("B", reason)
        try desk.phone.fulfill()
        try desk.expect([
            "chat: deactivated B", "phone: perform SetHeld A false by system 0/1", "phone: activated A",
        ])
        #expect(try desk.endedReasons() == ["B": "local-ended"])
    }

    @Test func `The first call stays held when the app of the second call does not know why it ended`() throws {
        let desk = try Desk()
        try desk.talk("A", at: desk.phone)
        try desk.talk("B", at: desk.chat, holding: desk.phone)
        try desk.chat.reportEnded("B", "unknown")
        try desk.expect(["chat: deactivated B"], moved: ["B ended -audio ended-by-provider"])
        #expect(try desk.user.states() == ["A": "held"])
        #expect(try desk.endedReasons() == ["B": "unknown"])
    }

    @Test func `An incoming call that the user refuses was declined, here or in the window of its app`() throws {
        let desk = try Desk()
        try desk.phone.ring("A")
        try desk.user.ask("End", "A")
        try desk.phone.fulfill()
        try desk.chat.ring("B")
        try desk.chat.reportEnded("B", "local-ended")
        #expect(try desk.endedReasons() == ["A": "declined", "B": "declined"])
    }

    @Test func `A call that the user has held stays held when another call ends`() throws {
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
