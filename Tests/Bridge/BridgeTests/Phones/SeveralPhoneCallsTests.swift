// SPDX-License-Identifier: MIT

import BusTesting
import ModemTesting
import Testing

/// Calls of a phone beside other calls, of the same phone and of another provider.
@Suite(.daemonLogs)
struct SeveralPhoneCallsTests {
    private let ada = "+493012345"
    private let bob = "+493067890"
    private let scene: PhoneScene

    init() throws { scene = try PhoneScene() }

    @Test func `A call that waits is answered while the phone holds the other, and the phone swaps them`() throws {
        try scene.talkToBoth(ada, bob)
        try scene.wait(forProperty: "HasAudio", of: bob, true)
        try scene.ask("SetHeld", ada, false)
        try scene.expect([ada: "active", bob: "held"], at: [ada: "active", bob: "held"])
        try scene.wait(forProperty: "HasAudio", of: ada, true)
    }

    @Test func `A call that waits is refused, and the active call goes on`() throws {
        try scene.talk(to: ada)
        try scene.ring(from: bob)
        try scene.expect([ada: "active", bob: "incoming"])
        try scene.ask("End", bob)
        try scene.expect([ada: "active"], at: [ada: "active"])
    }

    @Test func `After the end of the active call the phone talks to the held one, and so does the registry`() throws {
        try scene.talkToBoth(ada, bob)
        try scene.ask("End", bob)
        try scene.expect([ada: "active"], at: [ada: "active"])
        try scene.wait(forProperty: "HasAudio", of: ada, true)
    }

    @Test func `A held call is not ended while another one waits, because the phone would refuse that one`() throws {
        try scene.talk(to: ada)
        try scene.telephony.swap()
        try scene.expect([ada: "held"])
        try scene.ring(from: bob)
        try scene.expect([ada: "held", bob: "incoming"], at: [ada: "held", bob: "waiting"])
        let transaction = try scene.ask("End", ada)
        let completed = try scene.shell.client.waitForSignal("TransactionCompleted") {
            $0.arguments[0].string == transaction
        }
        #expect(completed.arguments[1] == false)
        #expect(scene.telephony.states == [ada: "held", bob: "waiting"])
    }

    @Test func `A call that waits beside a held one is answered at the phone only, and nothing offers it here`() throws
    {
        try scene.talk(to: ada)
        try scene.telephony.swap()
        try scene.expect([ada: "held"])
        try scene.ring(from: bob)
        try scene.expect([ada: "held", bob: "incoming"])
        try scene.wait(forProperty: "SupportsAnswering", of: bob, false)
        try scene.telephony.swap()
        try scene.expect([ada: "held", bob: "active"])
        try scene.wait(forProperty: "HasAudio", of: bob, true)
    }

    @Test func `A call that is held at the phone itself is held, and resumes at the phone`() throws {
        try scene.talk(to: ada)
        #expect(try scene.property("SupportsHolding", of: ada) == false)
        try scene.telephony.swap()
        try scene.expect([ada: "held"])
        try scene.wait(forProperty: "SupportsResuming", of: ada, false)
        #expect(try scene.property("AllowedActions", of: ada).strings?.contains("set-held") == false)
        try scene.telephony.swap()
        try scene.expect([ada: "active"])
        try scene.wait(forProperty: "HasAudio", of: ada, true)
    }

    @Test func `A call that is held at the phone itself is ended here`() throws {
        try scene.talk(to: ada)
        try scene.telephony.swap()
        try scene.expect([ada: "held"])
        try scene.ask("End", ada)
        try scene.expect([:], at: [:])
        #expect(scene.telephony.asked.last == "HangupAll")
    }

    @Test func `Another provider's call is held while the phone's call is answered, and resumes after it`() throws {
        let app = try scene.stage.app("Phone")
        try app.activeCall("B")
        try scene.talkAndEnd(ada, holding: app)
    }

    /// PipeWire holds no call that is alone.
    @Test func `The answer of another provider's call ends the only call of the phone`() throws {
        try scene.talk(to: ada)
        let app = try scene.stage.app("Phone")
        try app.ring("B")
        try scene.shell.ask("Answer", "B")
        try app.fulfill(after: "PerformAnswerCallAction")
        try scene.expect(["B": "active"], at: [:])
    }

    /// The end of the active call makes the held one talk, and only then PipeWire ends that one.
    @Test func `The answer of another provider's call ends both calls of a phone with an active and a held one`() throws
    {
        try scene.talkToBoth(ada, bob)
        let app = try scene.stage.app("Phone")
        try app.ring("C")
        try scene.shell.ask("Answer", "C")
        try app.fulfill(after: "PerformAnswerCallAction")
        try scene.expect(["C": "active"], at: [:])
    }
}
