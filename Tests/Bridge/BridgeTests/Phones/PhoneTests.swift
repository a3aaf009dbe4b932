// SPDX-License-Identifier: MIT

import BusTesting
import ModemTesting
import Testing

/// Calls of a phone over Bluetooth in the registry.
@Suite(.daemonLogs)
struct PhoneTests {
    private let ada = "+493012345"
    private let bob = "+493067890"
    private let scene: PhoneScene

    init() throws { scene = try PhoneScene() }

    @Test func `A phone is a provider of class voip with the phone's address, as long as it is connected`() throws {
        let provider = try #require(scene.providers()[PhoneScene.provider])
        #expect(provider["Class"] == "voip")
        #expect(provider["LocalizedName"] == "Phone BB:CC")
        try scene.telephony.connect("00:11:22:AA:BB:DD")
        try scene.waitForProviders([PhoneScene.provider, "org.monkeycall.Phone.001122AABBDD"])
        try scene.telephony.disconnect(PhoneScene.address)
        try scene.waitForProviders(["org.monkeycall.Phone.001122AABBDD"])
    }

    @Test func `A phone without a proper address is named after its object`() throws {
        try scene.telephony.connect("../\n;")
        try scene.waitForProviders([PhoneScene.provider, "org.monkeycall.Phone.ag2"])
    }

    @Test func `A call of the phone rings, and the registry answers and ends it`() throws {
        try scene.ring(from: ada)
        try scene.expect([ada: "incoming"])
        #expect(try scene.shell.audioProperty("Alert") == "ring")
        let id = try scene.id(ada)
        try scene.ask("Answer", ada)
        try scene.expect([ada: "active"], at: [ada: "active"])
        try scene.wait(forProperty: "HasAudio", of: ada, true)
        try scene.ask("End", ada)
        try scene.expect([:], at: [:])
        #expect(try scene.endedReason(id) == "local-ended")
    }

    @Test func `A declined call ends at the phone, and a caller that gives up is unanswered`() throws {
        try scene.ring(from: ada)
        try scene.expect([ada: "incoming"])
        var id = try scene.id(ada)
        try scene.ask("End", ada)
        try scene.expect([:], at: [:])
        #expect(try scene.endedReason(id) == "declined")
        // PipeWire uses the path of the first call again.
        try scene.ring(from: ada)
        try scene.expect([ada: "incoming"])
        id = try scene.id(ada)
        try scene.telephony.leave(ada)
        try scene.expect([:])
        #expect(try scene.endedReason(id) == "unanswered")
    }

    @Test func `A call that the user answers and ends at the phone itself is followed`() throws {
        try scene.ring(from: ada)
        try scene.expect([ada: "incoming"])
        try scene.telephony.press("Answer", ada)
        try scene.expect([ada: "active"])
        try scene.wait(forProperty: "HasAudio", of: ada, true)
        try scene.telephony.press("Hangup", ada)
        try scene.expect([:])
    }

    @Test func `The registry dials at the phone, and the call connects and ends`() throws {
        let id = try scene.dial(ada)
        try scene.expect([ada: "dialing"], at: [ada: "dialing"])
        try scene.telephony.alert(ada)
        try scene.expect([ada: "connecting"])
        try scene.telephony.connectCall(ada)
        try scene.expect([ada: "active"])
        #expect(try scene.property("Outgoing", of: ada) == true)
        try scene.telephony.leave(ada)
        try scene.expect([:])
        // PipeWire does not tell the side that hung up.
        #expect(try scene.endedReason(id) == "unknown")
    }

    @Test func `A number that the phone refuses to dial fails`() throws {
        try scene.dial(bob)
        try scene.expect([bob: "dialing"], at: [bob: "dialing"])
        // A phone dials one number at a time.
        let id = try scene.dial(ada)
        try scene.wait("the end") { try scene.endedReason(id) == "failed" }
        #expect(scene.telephony.states[ada] == nil)
    }

    @Test
    func
        `A call whose number has a character that the bus library refuses is listed, also after a crash of the bridge`()
        throws
    {
        let number = "+4930\u{FFFF}"
        func states() throws -> [String] { try scene.calls().values.sorted() }
        try scene.ring(from: number)
        try scene.wait("a call") { try states() == ["incoming"] }
        try scene.crashBridge()
        try scene.wait("no call") { try states() == [] }
        try scene.startBridge()
        try scene.wait("the call") { try states() == ["incoming"] }
        try scene.telephony.leave(number)
        try scene.expect([:])
    }

    @Test func `Tones are sent one after another`() throws {
        try scene.talk(to: ada)
        try scene.ask("PlayDTMF", ada, "12#")
        try scene.telephony.wait(forTones: "12#")
    }

    @Test func `A shell that mutes streams mutes the call of the phone, which the phone cannot mute`() throws {
        try scene.talk(to: ada)
        #expect(try scene.property("AllowedActions", of: ada).strings?.contains("set-muted") == false)
        try scene.shell.call("SetShellState", ["MutesStreams": true])
        try scene.ask("SetMuted", ada, true)
        try scene.wait(forProperty: "Muted", of: ada, true)
        try scene.shell.call("SetShellState", ["MutesStreams": false])
        try scene.wait(forProperty: "Muted", of: ada, false)
    }

    @Test func `A source that the user turns off leaves the call at the phone, and comes back`() throws {
        try scene.talk(to: ada)
        try scene.program.set("[Sources]\npipewire-telephony=off\n")
        try scene.waitForProviders([])
        try scene.expect([:])
        #expect(scene.telephony.states == [ada: "active"])
        try scene.program.set("[Sources]\npipewire-telephony=on\n")
        try scene.expect([ada: "active"], at: [ada: "active"])
    }

    @Test func `The call of a phone that goes away leaves the registry, and the phone's next call rings`() throws {
        try scene.talk(to: ada)
        try scene.telephony.disconnect(PhoneScene.address)
        try scene.waitForProviders([])
        try scene.expect([:])
        try scene.telephony.connect(PhoneScene.address)
        try scene.waitForProviders([PhoneScene.provider])
        try scene.talk(to: ada)
    }
}
