// SPDX-License-Identifier: MIT

import BusTesting
import ModemTesting
import Testing

/// The real GNOME Calls over the modem that the real ModemManager drives. Only the user's bridge carries its calls.
@Suite(.daemonLogs, .needsBridgeUser, .needsModemStacks)
struct GnomeCallsAloneOnModemTests {
    private let ada = "+493012345"
    private let bob = "+493067890"
    private let machine: GnomeCallsOnModem
    private var phones: ModemScene { machine.phones }

    init() throws {
        machine = try GnomeCallsOnModem()
        try machine.crashModemBridge()
    }

    @Test func `The user's bridge carries a call of the modem in GNOME Calls as a voip call that the modem holds`()
        throws
    {
        phones.ring(from: ada)
        try phones.expect([ada: "incoming"])
        #expect(try machine.providersInCall() == ["org.gnome.Calls"])
        let provider = try machine.provider("org.gnome.Calls")
        #expect(provider?["Class"] == "voip" && provider?["HoldsImplicitly"] == true)
        try phones.ask("Answer", ada)
        try phones.expect([ada: "active"], at: [ada: "active"])
        #expect(try phones.property("SupportsHolding", of: ada) == false)
        phones.modem.leave(ada)
        try phones.expect([:])
    }

    @Test func `The answer of another provider's call ends the call over the modem, because nothing can hold it`()
        throws
    {
        try phones.talk(to: ada)
        let id = try phones.id(ada)
        let app = try phones.stage.app("Phone")
        try app.ring("B")
        try phones.alice.ask("Answer", "B")
        try app.fulfill(after: "PerformAnswerCallAction")
        try phones.expect(["B": "active"], at: [:])
        #expect(try phones.endedReason(id) == "local-ended")
    }

    @Test func `Another provider's call is held while a call over the modem is answered, and resumes after it`()
        throws
    {
        let app = try phones.stage.app("Phone")
        try app.activeCall("B")
        try phones.talkAndEnd(ada, holding: app)
    }

    @Test func `A call that is held at the modem counts as held, and goes on beside another provider's call`() throws {
        try phones.talk(to: ada)
        try phones.program.swap()
        try phones.expect([ada: "held"], at: [ada: "held"])
        let app = try phones.stage.app("Phone")
        try app.ring("B")
        try phones.alice.ask("Answer", "B")
        try app.fulfill(after: "PerformAnswerCallAction")
        try phones.expect([ada: "held", "B": "active"], at: [ada: "held"])
        try app.reportEnded("B")
        try phones.program.swap()
        try phones.expect([ada: "active"], at: [ada: "active"])
        try phones.wait(forProperty: "HasAudio", of: ada, true)
    }

    /// ModemManager may end the active call instead then, so the test does not say which one goes on.
    @Test func `GNOME Calls by itself hangs up a second call over the modem, and the bridge does not`() throws {
        try phones.talk(to: ada)
        let (modem, calls) = try (BusMonitor(on: phones.stage.bus), BusMonitor(on: machine.session))
        phones.ring(from: bob)
        try modem.wait(forCalls: "Hangup", 1, from: machine.window.process)
        try phones.wait("an end") { try phones.alice.call("ListEndedCalls").first?.elements?.isEmpty == false }
        #expect(calls.count(of: "Hangup", from: machine.bridge) == 0)
    }
}
