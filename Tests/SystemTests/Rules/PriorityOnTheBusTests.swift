// SPDX-License-Identifier: MIT

import BusTesting
import Foundation
import Testing

/// Rule 3: a VoIP call never ends a cellular call, and an emergency call comes before all others.
@Suite(.daemonLogs)
struct PriorityOnTheBusTests {
    @Test func `A cellular call that cannot be held is not ended for another app's call`() throws {
        let (desk, modem) = try Desk.withModem()
        try desk.talk("A", at: modem, ["SupportsHolding": false])
        try desk.chat.ring("B")
        try desk.forget()
        let protected = "RequestTransaction.CallIsProtected"
        #expect(desk.user.refusal { try $0.ask("Answer", "B") } == protected)
        #expect(desk.user.refusal { try $0.request([desk.chat.start("C")]) } == protected)
        #expect(try desk.lines().moved == [] && modem.actor.actions.isEmpty)
        #expect(try desk.user.states() == ["A": "active", "B": "incoming"])
    }

    @Test func `Every call makes way for an emergency call, and a ringing call counts as missed`() throws {
        let (desk, modem) = try Desk.withModem()
        try desk.talk("A", at: desk.phone)
        try desk.chat.ring("B")
        try desk.forget()
        try desk.user.request([modem.start("C", ["Emergency": true])])
        try desk.phone.fulfill()
        try desk.chat.fulfill()
        try modem.fulfill()
        let (told, moved) = try desk.lines()
        #expect(told.first == "phone: perform SetHeld A true by system 0/1")
        #expect(told.contains("chat: perform End B by system 0/1") && told.contains("modem: activated C"))
        #expect(moved.contains("A held -audio held-for-start C") && moved.contains("B ended ended-for-emergency C"))
        #expect(desk.chat.actor.refusal { _ in try desk.chat.ring("D") } == "IncomingCall.CallIsProtected")
        #expect(desk.user.refusal { try $0.ask("SetHeld", "A", false) } == "RequestTransaction.CallIsProtected")
    }

    @Test func `An app that is not cellular cannot have emergency calls`() throws {
        let (desk, _) = try Desk.withModem()
        let ring = desk.phone.actor.refusal { _ in try desk.phone.ring("A", ["Emergency": true]) }
        #expect(ring == "IncomingCall.Unentitled")
        let start = desk.user.refusal { try $0.request([desk.phone.start("A", ["Emergency": true])]) }
        #expect(start == "RequestTransaction.Unentitled")
    }
}

extension Desk {
    /// A desk with a provider that the configuration names as cellular.
    fileprivate static func withModem() throws -> (Desk, Provider) {
        let desk = try Desk(configuration: "[Cellular org.example.Modem]\nUser=\(getuid())\n")
        return (desk, try desk.stage.app("Modem"))
    }
}
