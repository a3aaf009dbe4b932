// SPDX-License-Identifier: MIT

import BusTesting
import ModemTesting
import Testing

/// A program ends, or the phone goes away, during a call. No call is hung up, and none is listed twice.
@Suite(.daemonLogs)
struct PhoneRestartTests {
    private let ada = "+493012345"
    private let scene: PhoneScene

    init() throws { scene = try PhoneScene(keepsState: true) }

    @Test func `A call of the phone goes on when the service crashes`() throws {
        try scene.talk(to: ada)
        let id = try scene.id(ada)
        try scene.stage.restart()
        try scene.expect([ada: "active"], at: [ada: "active"])
        #expect(try scene.id(ada) == id)
        try scene.ask("End", ada)
        try scene.expect([:], at: [:])
    }

    @Test func `A call of the phone goes on when the service loses its state`() throws {
        try scene.talk(to: ada)
        try scene.stage.crash()
        try scene.stage.dropState()
        try scene.stage.startService()
        try scene.shell.call("RegisterShell", "", [:])
        try scene.shell.call("Subscribe")
        try scene.expect([ada: "active"], at: [ada: "active"])
    }

    @Test func `A call of the phone goes on when the bridge is killed, and the call held for it resumes later`() throws
    {
        let app = try scene.stage.app("Phone")
        try app.activeCall("B")
        try scene.ring(from: ada)
        try scene.expect([ada: "incoming", "B": "active"])
        try scene.ask("Answer", ada)
        try app.fulfill(after: "PerformSetHeldCallAction")
        try scene.expect([ada: "active", "B": "held"])
        let id = try scene.id(ada)
        try scene.crashBridge()
        try scene.expect(["B": "held"], at: [ada: "active"])
        try scene.startBridge()
        try scene.expect([ada: "active", "B": "held"], at: [ada: "active"])
        #expect(try scene.id(ada) == id)
        try scene.ask("End", ada)
        try app.fulfill(after: "PerformSetHeldCallAction")
        try scene.expect(["B": "active"], at: [:])
    }

    @Test func `A call that rings at the phone rings again when the bridge is killed`() throws {
        try scene.ring(from: ada)
        try scene.expect([ada: "incoming"])
        try scene.crashBridge()
        try scene.startBridge()
        try scene.expect([ada: "incoming"], at: [ada: "incoming"])
        try scene.ask("Answer", ada)
        try scene.expect([ada: "active"], at: [ada: "active"])
    }

    @Test func `A call of the phone is listed once more after PipeWire has crashed`() throws {
        try scene.talk(to: ada)
        let id = try scene.id(ada)
        try scene.telephony.crash()
        try scene.expect([:], at: [ada: "active"])
        #expect(try scene.endedReason(id) == "failed")
        try scene.waitForProviders([])
        try scene.telephony.start()
        try scene.expect([ada: "active"], at: [ada: "active"])
        try scene.wait(forProperty: "HasAudio", of: ada, true)
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
