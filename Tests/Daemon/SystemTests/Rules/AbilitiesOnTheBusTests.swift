// SPDX-License-Identifier: MIT

import BusTesting
import Foundation
import Testing

/// Calls that their apps cannot answer, end or mute, or can only show.
@Suite(.daemonLogs)
struct AbilitiesOnTheBusTests {
    private static let observed: [String: DBusValue] = ["SupportsHolding": false, "SupportsEnding": false]

    @Test func `Clients see what an app supports, and the service refuses what it does not support`() throws {
        let desk = try Desk()
        try desk.phone.ring("A", ["SupportsAnswering": false, "SupportsEnding": false, "SupportsMuting": false])
        for name in ["SupportsAnswering", "SupportsEnding", "SupportsMuting", "Observed"] {
            #expect(try desk.user.property(name, of: "A") == false)
        }
        #expect(try desk.user.property("AllowedActions", of: "A") == .strings([]))
        for member in ["Answer", "End"] {
            #expect(desk.user.refusal { try $0.ask(member, "A") } == "RequestTransaction.InvalidAction")
        }
        try desk.forget()
        try desk.phone.update("A", ["SupportsAnswering": true])
        let change = try desk.watcher.client.waitForSignal("PropertiesChanged") { $0.path == UUIDs.path("A") }
        #expect(change.arguments[1] == ["SupportsAnswering": true, "AllowedActions": .strings(["answer-call"])])
        try desk.user.ask("Answer", "A")
        try desk.phone.fulfill()
        try desk.expect(["phone: perform Answer A by shell 0/1", "phone: activated A", "user: completed"])
        #expect(desk.user.refusal { try $0.ask("SetMuted", "A", true) } == "RequestTransaction.InvalidAction")
    }

    @Test func `A call that its app cannot end is held for another call, and ended for none`() throws {
        let desk = try Desk()
        try desk.talk("A", at: desk.phone, ["SupportsEnding": false])
        try desk.talk("B", at: desk.chat, holding: desk.phone)
        try desk.chat.reportEnded("B", "local-ended")
        try desk.phone.fulfill()
        try desk.phone.update("A", ["SupportsHolding": false])
        #expect(try desk.user.property("Observed", of: "A") == false)
        try desk.chat.ring("C")
        try desk.forget()
        #expect(desk.user.refusal { try $0.ask("Answer", "C") } == "RequestTransaction.CallIsProtected")
        try desk.expect(["user: Answer RequestTransaction.CallIsProtected"])
        #expect(try desk.user.states() == ["A": "active", "C": "incoming"])
    }

    @Test func `An observed call is shown, makes other calls ring softly, and is in the way of none`() throws {
        let desk = try Desk()
        try desk.phone.goOn("A", Self.observed)
        #expect(try desk.user.property("Observed", of: "A") == true)
        #expect(try desk.user.audioProperty("OwnerCalls") == .strings([]))
        try desk.chat.ring("B")
        #expect(try desk.user.audioProperty("Alert") == "call-waiting")
        try desk.forget()
        try desk.user.ask("Answer", "B")
        try desk.chat.fulfill()
        try desk.expect(["chat: perform Answer B by shell 0/1", "chat: activated B", "user: completed"])
        #expect(try desk.user.states() == ["A": "active", "B": "active"])
        try desk.phone.update("A", ["SupportsEnding": true])
        #expect(try desk.user.property("Observed", of: "A") == true)
        try desk.user.ask("End", "A")
        try desk.phone.fulfill()
        #expect(try desk.user.states() == ["B": "active"])
    }

    @Test func `The service mutes a call that its app cannot mute, while the primary shell mutes streams`() throws {
        let desk = try Desk(["MutesStreams": true])
        try desk.talk("A", at: desk.phone, ["SupportsMuting": false, "StreamProcess": .uint32(42)])
        #expect(try desk.user.property("StreamProcess", of: "A") == .uint32(42))
        try desk.user.ask("SetMuted", "A", true)
        try desk.expect(["user: completed"])
        #expect(try desk.user.property("Muted", of: "A") == true)
        try desk.user.call("SetShellState", ["MutesStreams": false])
        #expect(try desk.user.property("Muted", of: "A") == false)
        #expect(desk.user.refusal { try $0.ask("SetMuted", "A", true) } == "RequestTransaction.InvalidAction")
    }

    @Test func `An observed call does not become an emergency call`() throws {
        let desk = try Desk(configuration: "[Cellular org.example.Modem]\nUser=\(getuid())\n")
        let modem = try desk.stage.app("Modem")
        try modem.goOn("A", Self.observed)
        #expect(modem.actor.refusal { _ in try modem.update("A", ["Emergency": true]) } == "InvalidArgs")
    }
}
