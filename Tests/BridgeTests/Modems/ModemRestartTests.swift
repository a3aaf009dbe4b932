// SPDX-License-Identifier: MIT

import BusTesting
import ModemTesting
import Testing

/// A program ends during a call of a modem. No call is hung up, and none is listed twice.
@Suite(.daemonLogs, .needsBridgeUser, .needsModemStacks)
struct ModemRestartTests {
    private let ada = "+493012345"
    private let bob = "+493067890"

    @Test(arguments: ModemStack.allCases)
    func `A call goes on when the service crashes`(_ stack: ModemStack) throws {
        let scene = try ModemScene(stack, keepsState: true)
        try scene.talk(to: ada)
        let id = try scene.id(ada)
        try scene.stage.restart()
        try scene.expect([ada: "active"], at: [ada: "active"])
        #expect(try scene.id(ada) == id)
        try scene.ask("End", ada)
        try scene.expect([:], at: [:])
    }

    @Test(arguments: ModemStack.allCases)
    func `A call goes on when the service loses its state`(_ stack: ModemStack) throws {
        let scene = try ModemScene(stack)
        try scene.talk(to: ada)
        try scene.stage.restart()
        try scene.alice.call("RegisterShell", "", [:])
        try scene.alice.call("Subscribe")
        try scene.expect([ada: "active"], at: [ada: "active"])
        try scene.ask("End", ada)
        try scene.expect([:], at: [:])
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

    @Test(arguments: ModemStack.allCases)
    func `A ringing call rings again when the bridge crashes`(_ stack: ModemStack) throws {
        let scene = try ModemScene(stack)
        scene.modem.ring(from: ada)
        try scene.expect([ada: "incoming"])
        try scene.crashBridge()
        try scene.expect([:])
        try scene.startBridge()
        try scene.expect([ada: "incoming"], at: [ada: "incoming"])
        try scene.ask("Answer", ada)
        try scene.expect([ada: "active"], at: [ada: "active"])
    }

    @Test(arguments: ModemStack.allCases)
    func `A call goes on at the modem when the program that drives it crashes`(_ stack: ModemStack) throws {
        let scene = try ModemScene(stack)
        try scene.talk(to: ada)
        try scene.program.crash()
        try scene.expect([:])
        try scene.wait { try scene.providers().isEmpty }
        try scene.program.start()
        try scene.program.switchOn()
        try scene.waitForProviders(1)
        #expect(scene.modem.states == [ada: "active"])
        // ModemManager does not find a call that it did not see begin; oFono does.
        scene.modem.ring(from: bob)
        try scene.wait { try scene.calls()[bob] == "incoming" }
        #expect(try scene.calls().count == (stack.findsCalls ? 2 : 1))
        #expect(scene.modem.states == [ada: "active", bob: "waiting"])
    }
}
