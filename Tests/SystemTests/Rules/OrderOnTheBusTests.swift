// SPDX-License-Identifier: MIT

import BusTesting
import Testing

/// Rule 2: one action at a time, in order; and who never has to wait.
@Suite(.daemonLogs)
struct OrderOnTheBusTests {
    @Test func `when an action fails, the rest never reaches the app, and who asked hears why`() throws {
        let desk = try Desk()
        try desk.talk("A", at: desk.phone)
        try desk.user.request([.mute("A"), .tones("1", "A"), .end("A")])
        try desk.phone.fail()
        try desk.expect(
            ["phone: perform SetMuted A true by shell 0/3", "user: failed set-muted mute-failed A"], moved: [])
        #expect(try desk.user.states() == ["A": "active"])
    }

    @Test func `actions at two apps in one transaction wait for each other`() throws {
        let desk = try Desk()
        try desk.talk("A", at: desk.phone)
        try desk.talk("B", at: desk.chat, holding: desk.phone)
        try desk.user.request([.mute("A"), .mute("B")])
        try desk.expect(["phone: perform SetMuted A true by shell 0/1"])
        try desk.phone.fulfill()
        try desk.expect(["chat: perform SetMuted B true by shell 0/1"])
        try desk.chat.fulfill()
        try desk.expect(["user: completed"])
    }

    @Test func `a start behind a hold that fails ends as failed, by the same reason`() throws {
        let desk = try Desk()
        try desk.talk("A", at: desk.phone)
        try desk.user.request([.hold("A"), desk.chat.start("B")])
        try desk.phone.fail()
        try desk.expect(
            ["phone: perform SetHeld A true by shell 0/1", "user: failed set-held hold-failed A"],
            moved: ["B ended hold-failed A"])
    }

    @Test func `a call that is held when a request's turn comes is not held again`() throws {
        let desk = try Desk()
        try desk.talk("A", at: desk.phone)
        try desk.chat.ring("B")
        try desk.forget()
        try desk.user.ask("SetHeld", "A", true)
        try desk.user.ask("Answer", "B")
        try desk.expect(["phone: perform SetHeld A true by shell 0/1"])
        try desk.phone.fulfill()
        try desk.expect(
            ["phone: deactivated A", "chat: perform Answer B by shell 0/1", "user: completed"],
            moved: ["A held -audio held-by-request", "B connecting"])
    }

    @Test func `mute and tones do not wait for a hold that nobody confirms`() throws {
        let desk = try Desk()
        try desk.talk("A", at: desk.phone)
        try desk.chat.ring("B")
        try desk.user.ask("Answer", "B")
        try desk.forget()
        try desk.user.ask("SetMuted", "A", true)
        try desk.user.ask("PlayDTMF", "A", "5")
        try desk.expect([
            "phone: perform SetMuted A true by shell 0/1", "phone: perform PlayDTMF A 5 single-tone by shell 0/1",
        ])
    }

    @Test func `an end passes by the hold that its call waits for, and the held call comes back`() throws {
        let desk = try Desk()
        try desk.talk("A", at: desk.phone)
        try desk.chat.ring("B")
        try desk.user.ask("Answer", "B")
        try desk.forget()
        try desk.user.ask("End", "B")
        try desk.expect(
            ["chat: perform End B by shell 0/1", "user: failed answer-call superseded B"], moved: ["B ending"])
        try desk.phone.fulfill()
        try desk.expect(
            [
                "phone: deactivated A", "phone: perform SetHeld A false by system 0/1",
            ],
            moved: ["A held -audio held-for-answer B"])
        try desk.phone.fulfill()
        try desk.chat.fulfill()
        try desk.expect(
            ["phone: activated A", "user: completed"],
            moved: ["A active +audio resumed", "B ended ended-by-request"])
    }

    @Test func `an end behind something else waits for one that is under way, and is done when that is refused`() throws
    {
        let desk = try Desk()
        let other = try desk.stage.actor("other")
        try desk.talk("A", at: desk.phone)
        try desk.user.ask("End", "A")
        try desk.chat.ring("B")
        try desk.forget()
        try other.request([.end("B"), .end("A")])
        try desk.chat.fulfill()
        try desk.expect(["chat: perform End B by other 0/1"], moved: ["B ending", "B ended ended-by-request"])
        try desk.phone.fail()
        try desk.phone.fulfill()
        try desk.expect([
            "phone: perform End A by other 0/1", "user: failed end-call end-failed A", "phone: deactivated A",
            "other: completed",
        ])
    }

    @Test func `a start that is ended before its turn never reaches its app`() throws {
        let desk = try Desk()
        try desk.talk("A", at: desk.phone)
        try desk.user.request([desk.chat.start("B")])
        try desk.forget()
        try desk.user.ask("End", "B")
        try desk.phone.fulfill()
        try desk.phone.fulfill()
        try desk.expect(
            [
                "user: failed start-call superseded B", "user: completed", "phone: deactivated A",
                "phone: perform SetHeld A false by system 0/1", "phone: activated A",
            ],
            moved: ["B ended superseded", "A held -audio held-for-start B", "A active +audio resumed"])
    }

    @Test(arguments: ["start", "answer", "connecting"])
    func `an app that sits on its call's beginning keeps nobody from another call`(beginning: String) throws {
        let desk = try Desk()
        switch beginning {
        case "answer":
            try desk.chat.ring("B")
            try desk.user.ask("Answer", "B")
        case "start": try desk.user.request([desk.chat.start("B")])
        default:
            try desk.user.request([desk.chat.start("B")])
            try desk.chat.fulfill()
            try desk.chat.reportConnecting("B")
        }
        try desk.phone.ring("A")
        try desk.forget()
        try desk.user.ask("Answer", "A")
        let isUnderWay = beginning != "connecting"
        if isUnderWay { try desk.chat.sitOnIt() }
        let failure = isUnderWay ? ["user: failed \(beginning)-call superseded B"] : []
        try desk.expect(["chat: perform End B by system 0/1"] + failure, moved: ["B ending"])
        try desk.chat.fulfill()
        try desk.phone.fulfill()
        let freed = isUnderWay ? [] : ["chat: deactivated B"]
        let lost = isUnderWay ? "" : " -audio"
        try desk.expect(
            freed + ["phone: perform Answer A by shell 0/1", "phone: activated A", "user: completed"],
            moved: ["B ended\(lost) ended-for-answer A", "A connecting", "A active +audio answered"])
    }
}
