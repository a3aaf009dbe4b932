// SPDX-License-Identifier: MIT

import BusTesting
import Testing

/// Providers that hold by themselves, as modems do: they are not told to hold one of their calls for another, and what
/// they report counts.
@Suite(.daemonLogs)
struct SwappingModemTests {
    /// The modem held A by itself when B was answered.
    private func swappedDesk() throws -> Desk {
        let desk = try Desk.withModem()
        try desk.talk("A", at: desk.phone)
        try desk.phone.ring("B")
        try desk.user.ask("Answer", "B")
        try desk.phone.reportHeld("A")
        try desk.phone.fulfill()
        return desk
    }

    @Test func `it swaps its own calls by itself, and the audio follows its report`() throws {
        let desk = try swappedDesk()
        try desk.expect(
            ["phone: perform Answer B by shell 0/1", "phone: deactivated A", "phone: activated B", "user: completed"],
            moved: ["B connecting", "A held -audio held-by-provider", "B active +audio answered"])
    }

    @Test func `for another app's call it is told to hold like everybody`() throws {
        let desk = try Desk.withModem()
        try desk.talk("A", at: desk.phone)
        try desk.chat.ring("B")
        try desk.user.ask("Answer", "B")
        try desk.phone.fulfill()
        try desk.expect([
            "phone: perform SetHeld A true by system 0/1", "phone: deactivated A",
            "chat: perform Answer B by shell 0/1",
        ])
    }

    @Test func `what it resumes by itself while another talks is told to hold again`() throws {
        let desk = try Desk.withModem()
        try desk.talk("A", at: desk.phone)
        try desk.talk("B", at: desk.chat, holding: desk.phone)
        try desk.phone.reportHeld("A", false)
        #expect(try desk.user.owners() == ["B"])
        try desk.phone.fulfill()
        try desk.expect(
            ["phone: perform SetHeld A true by system 0/1"],
            moved: ["A active resumed-by-provider", "A held held-for-owner B"])
        #expect(try desk.user.owners() == ["B"])
    }

    @Test func `a modem with an active and a held call is not told to hold for another app's call`() throws {
        let desk = try swappedDesk()
        try desk.forget()
        try desk.chat.ring("C")
        try desk.user.ask("Answer", "C")
        try desk.phone.fulfill()
        try desk.chat.fulfill()
        try desk.expect([
            "phone: perform End B by system 0/1", "phone: deactivated B", "chat: perform Answer C by shell 0/1",
            "chat: activated C", "user: completed",
        ])
        #expect(try desk.user.states() == ["A": "held", "C": "active"])
    }

    @Test func `a modem that resumes its call after every hold is asked for only two more things`() throws {
        let desk = try Desk.withModem()
        try desk.talk("A", at: desk.phone)
        try desk.talk("B", at: desk.chat, holding: desk.phone)
        for _ in 1...2 {
            try desk.phone.reportHeld("A", false)
            try desk.phone.fulfill()
        }
        try desk.expect(["phone: perform SetHeld A true by system 0/1", "phone: perform End A by system 0/1"])
        #expect(try desk.user.owners() == ["B"])
    }

    @Test func `other apps hold by being told, and cannot report it`() throws {
        let desk = try Desk()
        try desk.talk("A", at: desk.phone)
        #expect(desk.phone.actor.refusal { _ in try desk.phone.reportHeld("A") } == "InvalidArgs")
        #expect(try desk.user.states() == ["A": "active"])
    }
}

extension Desk {
    fileprivate static func withModem() throws -> Desk {
        let desk = try Desk()
        try desk.phone.configure(["HoldsImplicitly": true])
        return desk
    }
}

extension App {
    fileprivate func reportHeld(_ call: String, _ onHold: Bool = true) throws {
        try actor.call("ReportCallUpdated", UUIDs.value(call), ["OnHold": .bool(onHold)])
    }
}
