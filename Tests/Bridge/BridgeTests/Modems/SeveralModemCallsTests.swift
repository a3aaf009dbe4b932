// SPDX-License-Identifier: MIT

import BusTesting
import ModemTesting
import Testing

/// Calls of a modem beside other calls, of the same modem and of another provider.
@Suite(.daemonLogs, .needsBridgeUser, .needsModemStacks)
struct SeveralModemCallsTests {
    private let ada = "+493012345"
    private let bob = "+493067890"

    @Test(arguments: ModemStack.allCases)
    func `A call that waits is answered while the modem holds the other, and the modem swaps them`(_ stack: ModemStack)
        throws
    {
        let scene = try ModemScene(stack)
        try scene.talkToBoth(ada, bob)
        try scene.expect([ada: "held", bob: "active"], at: [ada: "held", bob: "active"])
        try scene.wait(forProperty: "HasAudio", of: bob, true)

        try scene.ask("SetHeld", ada, false)
        try scene.expect([ada: "active", bob: "held"], at: [ada: "active", bob: "held"])
        try scene.wait(forProperty: "HasAudio", of: ada, true)

        try scene.ask("End", ada)
        try scene.expect([bob: "held"], at: [bob: "held"])
        try scene.ask("SetHeld", bob, false)
        try scene.expect([bob: "active"], at: [bob: "active"])
    }

    @Test(arguments: ModemStack.allCases)
    func `The modem's call is held while another provider's call is answered, and resumes after it`(_ stack: ModemStack)
        throws
    {
        let scene = try ModemScene(stack)
        let phone = try scene.stage.app("Phone")
        try scene.talk(to: ada)
        try phone.ring("B")
        try scene.alice.ask("Answer", "B")
        try phone.fulfill(after: "PerformAnswerCallAction")
        try scene.expect([ada: "held", "B": "active"], at: [ada: "held"])

        try scene.alice.ask("End", "B")
        try phone.fulfill(after: "PerformEndCallAction")
        try scene.expect([ada: "active"], at: [ada: "active"])
        try scene.wait(forProperty: "HasAudio", of: ada, true)
    }

    @Test(arguments: ModemStack.allCases)
    func `Another provider's call is held while a modem's call is answered, and resumes after it`(_ stack: ModemStack)
        throws
    {
        let scene = try ModemScene(stack)
        let phone = try scene.stage.app("Phone")
        try phone.ring("B")
        try scene.alice.ask("Answer", "B")
        try phone.fulfill(after: "PerformAnswerCallAction")
        try scene.talkAndEnd(ada, holding: phone)
    }

    /// A hold would make the modem swap, the registry would hold the other call, and so on.
    @Test(arguments: ModemStack.allCases)
    func `A modem with an active and a held call never swaps to make room for another provider`(_ stack: ModemStack)
        throws
    {
        let scene = try ModemScene(stack)
        let phone = try scene.stage.app("Phone")
        try scene.talkToBoth(ada, bob)
        let states = [ada: "held", bob: "active"]
        try scene.expect(states, at: states)
        try scene.wait(forProperty: "SupportsHolding", of: bob, false)
        #expect(try scene.property("SupportsHolding", of: ada) == true)
        let swaps = scene.modem.heardSoFar.count { $0.hasPrefix("+CHLD") }

        try phone.ring("C")
        let refusal = scene.alice.refusal { try $0.ask("Answer", "C") }
        #expect(refusal == "RequestTransaction.CallIsProtected")
        #expect(try scene.calls() == states.merging(["C": "incoming"]) { $1 })
        #expect(scene.modem.states == states)

        // With one call, the modem can hold again.
        try scene.ask("End", ada)
        try scene.wait(forProperty: "SupportsHolding", of: bob, true)
        try scene.alice.ask("Answer", "C")
        try phone.fulfill(after: "PerformAnswerCallAction")
        try scene.expect([bob: "held", "C": "active"], at: [bob: "held"])
        #expect(scene.modem.heardSoFar.count { $0 == "+CHLD=2" } == swaps + 1)
    }

    /// The command that holds a call would answer the one that waits.
    @Test(arguments: ModemStack.allCases)
    func `No hold answers a call that waits`(_ stack: ModemStack) throws {
        let scene = try ModemScene(stack)
        let phone = try scene.stage.app("Phone")
        try scene.talk(to: ada)
        scene.modem.ring(from: bob)
        try scene.expect([ada: "active", bob: "incoming"])
        try scene.wait(forProperty: "SupportsHolding", of: ada, false)
        try phone.ring("C")
        #expect(scene.alice.refusal { try $0.ask("Answer", "C") } == "RequestTransaction.CallIsProtected")
        #expect(scene.modem.states == [ada: "active", bob: "waiting"])
        scene.modem.leave(bob)
        try scene.wait(forProperty: "SupportsHolding", of: ada, true)
    }

    @Test(arguments: ModemStack.allCases)
    func `A call that waits is refused, and the other goes on`(_ stack: ModemStack) throws {
        let scene = try ModemScene(stack)
        try scene.talk(to: ada)
        scene.modem.ring(from: bob)
        try scene.expect([ada: "active", bob: "incoming"])
        let id = try scene.id(bob)
        try scene.ask("End", bob)
        try scene.expect([ada: "active"], at: [ada: "active"])
        #expect(try scene.endedReason(id) == "declined")
    }

    @Test(arguments: ModemStack.allCases)
    func `A second call is dialled while the modem holds the first`(_ stack: ModemStack) throws {
        let scene = try ModemScene(stack)
        try scene.talk(to: ada)
        try scene.dial(bob)
        try scene.modem.wait(for: [ada: "held", bob: "dialing"])
        scene.modem.connect(bob)
        try scene.expect([ada: "held", bob: "active"])
        try scene.wait(forProperty: "HasAudio", of: bob, true)
        scene.modem.leave(bob)
        try scene.expect([ada: "held"], at: [ada: "held"])
        try scene.ask("SetHeld", ada, false)
        try scene.expect([ada: "active"], at: [ada: "active"])
    }

    @Test(arguments: ModemStack.allCases)
    func `The user chooses which of two modems dials, and each rings`(_ stack: ModemStack) throws {
        let scene = try ModemScene(stack, modems: 2)
        let (first, second) = (scene.modems[0], scene.modems[1])
        for provider in try scene.providers() {
            try scene.dial(ada, at: provider)
            let dialled = try SimulatedModem.first(withCalls: [first, second])
            #expect((dialled === first ? second : first).states.isEmpty)
            #expect(dialled.states == [ada: "dialing"])
            try scene.wait { try scene.calls().keys.contains(ada) }
            try scene.ask("End", ada)
            try scene.expect([:])
            try dialled.wait(for: [:])
        }
        first.ring(from: ada)
        try scene.expect([ada: "incoming"])
        try scene.ask("Answer", ada)
        try scene.expect([ada: "active"])
        second.ring(from: bob)
        try scene.expect([ada: "active", bob: "incoming"])
        try scene.ask("Answer", bob)
        try scene.expect([ada: "held", bob: "active"])
        try second.wait(for: [bob: "active"])
        try first.wait(for: [ada: "held"])
    }
}

extension ModemScene {
    /// Alice answers one, and then the other.
    fileprivate func talkToBoth(_ ada: String, _ bob: String) throws {
        try talk(to: ada)
        modem.ring(from: bob)
        try wait { try calls()[bob] == "incoming" }
        try ask("Answer", bob)
    }
}
