// SPDX-License-Identifier: MIT

import BusTesting
import ModemTesting
import Testing

/// The bridge is killed during a call, for which the call of another app is held. The call goes on, and the other one
/// resumes after it.
final class HoldingCall: RestartScene {
    private let scene: any BridgedScene
    private let number: String
    private let app: Provider
    /// That of the call before the crash.
    private var id = ""

    init(_ scene: any BridgedScene) throws {
        self.scene = scene
        number = scene.number
        app = try scene.stage.app("Phone")
    }

    func begin() throws {
        try app.activeCall("B")
        try scene.ring(from: number)
        try scene.expect([number: "incoming", "B": "active"])
        try scene.ask("Answer", number)
        try app.fulfill(after: "PerformSetHeldCallAction")
        try scene.expect([number: "active", "B": "held"])
        id = try scene.id(number)
        try expectHeld(for: id)
    }

    func kill() throws {
        try scene.crashBridge()
        try scene.expect(["B": "held"], at: [number: "active"])
        #expect(try scene.endedReasons(id) == ["failed"])
        try expectHeld(for: "")
        try scene.startBridge()
    }

    func expectCalls() throws {
        try scene.expect([number: "active", "B": "held"], at: [number: "active"])
        try scene.wait(forProperty: "HasAudio", of: number, true)
        let again = try scene.id(number)
        #expect(again == id)
        #expect(try scene.endedReasons(id) == [])
        try expectHeld(for: id)
    }

    func end() throws {
        try scene.ask("End", number)
        try app.fulfill(after: "PerformSetHeldCallAction")
        try scene.expect(["B": "active"], at: [:])
        #expect(try scene.endedReasons(id) == ["local-ended"])
    }

    private func expectHeld(for call: String) throws {
        #expect(try scene.shell.property("HeldFor", of: "B") == .string(call))
    }
}
