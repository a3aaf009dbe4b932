// SPDX-License-Identifier: MIT

import BusTesting
import ModemTesting
import Testing

/// A program is killed during a call of a modem. No call is hung up, and none is listed twice.
@Suite(.daemonLogs, .needsBridgeUser, .needsModemStacks)
struct ModemRestartTests {
    private let ada = "+493012345"
    private let bob = "+493067890"

    @Test(arguments: CallMoment.allCases, Crash.allCases)
    func `A call of a modem goes on and is listed once in every state when any program crashes`(
        _ moment: CallMoment, _ crash: Crash
    ) throws {
        for stack in ModemStack.allCases { try ModemScene(stack, keepsState: true).survive(crash, while: moment) }
    }

    /// After a crash ModemManager finds neither call, and both go on at the modem.
    @Test(arguments: SecondCall.allCases, Crash.allCases)
    func `An active call of a modem and a waiting or held one go on and are listed once when any program crashes`(
        _ second: SecondCall, _ crash: Crash
    ) throws {
        for stack in ModemStack.allCases { try ModemScene(stack, keepsState: true).surviveTwoCalls(crash, second) }
    }

    @Test(arguments: ModemStack.allCases)
    func `A call goes on when the bridge crashes, and the call held for it resumes later`(_ stack: ModemStack) throws {
        let scene = try ModemScene(stack)
        let phone = try scene.stage.app("Phone")
        try phone.activeCall("B")
        scene.modem.ring(from: ada)
        try scene.expect([ada: "incoming", "B": "active"])
        try scene.ask("Answer", ada)
        try phone.fulfill(after: "PerformSetHeldCallAction")
        try scene.expect([ada: "active", "B": "held"])
        let id = try scene.id(ada)

        try scene.crashBridge()
        try scene.expect(["B": "held"])
        #expect(scene.modem.states == [ada: "active"])
        try scene.startBridge()
        try scene.expect([ada: "active", "B": "held"], at: [ada: "active"])
        try scene.wait(forProperty: "HasAudio", of: ada, true)
        #expect(try scene.id(ada) == id)
        try scene.ask("End", ada)
        try phone.fulfill(after: "PerformSetHeldCallAction")
        try scene.expect(["B": "active"], at: [:])
    }

    /// ModemManager does not find a call that it did not see begin or ring; oFono does.
    @Test(arguments: ModemStack.allCases)
    func `A call that began before a crash of the modem's program is beside the next one`(_ stack: ModemStack) throws {
        let scene = try ModemScene(stack)
        try scene.talk(to: ada)
        try scene.crashSource()
        try scene.expect([:])
        try scene.startSource()
        // A modem announces a waiting call once: the program must be listening by then.
        if stack.findsCalls { try scene.wait { try scene.calls()[ada] == "active" } }
        scene.modem.ring(from: bob)
        try scene.wait { try scene.calls()[bob] == "incoming" }
        #expect(try scene.calls().count == (stack.findsCalls ? 2 : 1))
        #expect(scene.modem.states == [ada: "active", bob: "waiting"])
    }
}

extension ModemScene: TwoCallsScene {
    var callCommands: [String] { modem.callCommands }
    var callCommandsAtStart: [String] { stack.callCommandsAtStart }

    /// The modem says RING again and again, so each program finds a call that rings.
    func memory(of moment: CallMoment) -> SourceMemory {
        stack.findsCalls || moment == .ringing ? .callsAreFound : .callsAreLost
    }

    var holdsAtSource: Bool { true }
    func waitUntilDialled(_ number: String) throws { try waitAtSource(for: [number: "dialing"]) }
    func connect(_ number: String) { modem.connect(number) }

    func talkAndHold(_ number: String) throws {
        try talk(to: number)
        try ask("SetHeld", number, true)
    }

    func crashSource() throws { try program.crash() }

    func startSource() throws {
        try wait { try providers().isEmpty }
        try program.start()
        try program.switchOn()
        try waitForProviders(1)
    }
}
