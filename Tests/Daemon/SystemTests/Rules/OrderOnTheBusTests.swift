// SPDX-License-Identifier: MIT

import BusTesting
import Testing

/// Rule 2: one action at a time, in order.
@Suite(.daemonLogs)
struct OrderOnTheBusTests {
    @Test func `After a failed action the app gets none of the rest, and the requester gets the reason`() throws {
        let desk = try Desk()
        try desk.talk("A", at: desk.phone)
        try desk.user.request([.mute("A"), .tones("1", "A"), .end("A")])
        try desk.phone.fail()
        try desk.expect(
            ["phone: perform SetMuted A true by shell 0/3", "user: failed set-muted mute-failed A"], moved: [])
        #expect(try desk.user.states() == ["A": "active"])
    }

    @Test func `Actions for two apps in one transaction wait for each other`() throws {
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

    @Test func `A call that is held at the turn of a request is not held again`() throws {
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
}
