// SPDX-License-Identifier: MIT

import BusTesting
import Testing

/// Providers that hold by themselves, as modems do. The service does not tell them to hold one of their calls for
/// another, and it accepts their reports of `OnHold`.
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

    @Test func `A modem swaps its own calls, and the audio follows its report`() throws {
        let desk = try swappedDesk()
        try desk.expect(
            ["phone: perform Answer B by shell 0/1", "phone: deactivated A", "phone: activated B", "user: completed"],
            moved: ["B connecting", "A held -audio held-by-provider", "B active +audio answered"])
    }

    @Test func `An app that does not hold implicitly cannot report OnHold`() throws {
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

extension Provider {
    fileprivate func reportHeld(_ call: String, _ onHold: Bool = true) throws {
        try actor.call("ReportCallUpdated", UUIDs.value(call), ["OnHold": .bool(onHold)])
    }
}
