// SPDX-License-Identifier: MIT

import BusTesting
import Foundation
import Testing

/// The user acts in the window of an app that cannot undo it, and the service refuses the app's request. No refusal
/// hangs up a call (`docs/clients/APPS.md`, *Actions in the app's own window*).
@Suite(.daemonLogs)
struct OwnWindowOnTheBusTests {
    private let desk: Desk
    private let modem: Provider

    /// `A` has the audio, and no VoIP call may end it.
    init() throws {
        desk = try Desk(configuration: "[Cellular org.example.Modem]\nUser=\(getuid())\n")
        modem = try desk.stage.app("Modem")
        try desk.talk("A", at: modem, ["SupportsHolding": false])
    }

    /// The error of the request of an app. Drops the story so far.
    private func refusal(_ actions: [String: DBusValue]..., at app: Provider? = nil) throws -> String {
        let error = (app ?? desk.chat).actor.refusal { try $0.request(actions) }
        try desk.forget()
        return error
    }

    /// The call is connected, counts as held, and no app was told anything.
    private func expectHeld(_ call: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
        #expect(try desk.lines().told == [], sourceLocation: sourceLocation)
        #expect(try desk.user.states() == ["A": "active", call: "held"], sourceLocation: sourceLocation)
        let owners = try desk.user.audioProperty("OwnerCalls")
        #expect(owners == .strings([UUIDs.text("A")]), sourceLocation: sourceLocation)
    }

    /// The user resumes the call when there is room for it.
    private func expectResume(_ call: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
        try modem.reportEnded("A")
        try desk.forget()
        try desk.user.ask("SetHeld", call, false)
        try desk.chat.fulfill()
        try desk.expect(
            ["chat: perform SetHeld \(call) false by shell 0/1", "chat: activated \(call)", "user: completed"],
            sourceLocation: sourceLocation)
    }

    @Test func `A call that was placed in the app's window stays connected and held`() throws {
        #expect(try refusal(desk.chat.start("B")) == "RequestTransaction.CallIsProtected")
        try desk.chat.goOn("C", ["Outgoing": true, "State": "held", "SupportsHolding": false])
        try expectHeld("C")
        try expectResume("C")
    }

    @Test func `A call that was answered in the app's window stops ringing and stays connected and held`() throws {
        try desk.chat.ring("B", ["SupportsHolding": false])
        try desk.forget()
        #expect(try refusal(.answer("B")) == "RequestTransaction.CallIsProtected")
        try desk.chat.goOn("B", ["State": "held"])
        try expectHeld("B")
        #expect(try desk.user.audioProperty("Alert") == "none")
        try expectResume("B")
    }

    @Test func `An answer that fails after its acceptance leaves a call that its app may report as held`() throws {
        try modem.reportEnded("A")
        try desk.talk("B", at: desk.phone)
        try desk.chat.ring("C")
        try desk.chat.actor.request([.answer("C")])
        try desk.phone.fail()
        try desk.forget()
        try desk.chat.goOn("C", ["State": "held"])
        try desk.expect([])
        #expect(try desk.user.states() == ["B": "active", "C": "held"])
    }

    @Test func `A call that was resumed in the app's window counts as held`() throws {
        try desk.chat.goOn("B", ["State": "held"])
        try desk.forget()
        #expect(try refusal(.resume("B")) == "RequestTransaction.CallIsProtected")
        try expectHeld("B")
        try expectResume("B")
    }

    @Test func `A call that was held in the app's window is held although its app cannot hold on request`() throws {
        #expect(try refusal(.hold("A"), at: modem) == "RequestTransaction.InvalidAction")
        try modem.goOn("A", ["State": "held"])
        try desk.expect(["modem: deactivated A"])
        #expect(try desk.user.states() == ["A": "held"])
    }

    @Test func `A call that was ended in the app's window has ended on this side`() throws {
        #expect(try refusal(.hold("A"), .end("A"), at: modem) == "RequestTransaction.InvalidAction")
        try modem.reportEnded("A", "local-ended")
        try desk.expect(["modem: deactivated A"])
        #expect(try desk.endedReasons() == ["A": "local-ended"])
    }

    @Test func `A call that was muted in the app's window is muted in a state that allows no request`() throws {
        try desk.chat.ring("B")
        try desk.forget()
        #expect(try refusal(.mute("B")) == "RequestTransaction.InvalidAction")
        try desk.chat.actor.call("ReportCallUpdated", UUIDs.value("B"), ["Muted": true])
        try desk.expect([])
        #expect(try desk.user.property("Muted", of: "B") == true)
        #expect(try desk.user.states() == ["A": "active", "B": "incoming"])
    }

    @Test func `Calls that were joined in the app's window are a conference`() throws {
        try desk.chat.goOn("B", ["State": "held"])
        try desk.chat.goOn("C", ["State": "held", "SupportsGrouping": false])
        try desk.forget()
        #expect(try refusal(.join("C", "B")) == "RequestTransaction.InvalidAction")
        try desk.chat.actor.call("ReportCallUpdated", UUIDs.value("C"), ["Group": UUIDs.value("B")])
        try desk.expect([])
        #expect(try desk.user.property("Group", of: "C") == UUIDs.value("B"))
        #expect(try desk.user.states() == ["A": "active", "B": "held", "C": "held"])
    }

    @Test func `Tones that were played in the app's window change nothing`() throws {
        try desk.chat.goOn("B", ["State": "held"])
        try desk.forget()
        #expect(try refusal(.tones("1", "B")) == "RequestTransaction.InvalidAction")
        try expectHeld("B")
    }
}
