// SPDX-License-Identifier: MIT

import AppTesting
import BusTesting
import Testing

/// After a crash of the daemon, a call has the state that the daemon gave it when an action timed out.
@Suite(.daemonLogs)
struct RestartAfterTimeOutTests {
    private func begin(hurrying action: String) throws -> (Scene, AppPlayer) {
        let scene = try Scene(hurrying: action)
        return (scene, try scene.app("Phone"))
    }

    /// The app lets an action time out, completes it too late, and the daemon crashes.
    private func timeOut(_ action: String, _ scene: Scene, _ phone: AppPlayer) throws {
        try phone.does("drop-habit obey", "request \(action)")
        try phone.wait(for: "timed out \(action)")
        try scene.does(phone, "fulfil")
        try scene.stage.restart()
    }

    @Test func `A call that was ended by the time-out of its answer stays over after a crash`() throws {
        let (scene, phone) = try begin(hurrying: "Answer")
        try scene.does(phone, "ring A")
        try timeOut("answer A", scene, phone)
        try scene.expect(["Phone": ["begin"]])
        try scene.expect(calls: "")
    }

    @Test func `A call that was ended by the time-out of its start stays over after a crash`() throws {
        let (scene, phone) = try begin(hurrying: "Start")
        try timeOut("start A +49", scene, phone)
        try scene.expect(["Phone": ["begin"]])
        try scene.expect(calls: "")
    }

    @Test func `A call whose end has timed out stays over after a crash`() throws {
        let (scene, phone) = try begin(hurrying: "Other")
        try phone.does("ring A", "request answer A")
        try scene.settle()
        try timeOut("end A", scene, phone)
        try scene.expect(["Phone": ["begin"]])
        try scene.expect(calls: "")
    }

    @Test func `A call whose hold has timed out is not held after a crash`() throws {
        let (scene, phone) = try begin(hurrying: "Other")
        try phone.does("ring A", "request answer A")
        try scene.settle()
        try timeOut("hold A", scene, phone)
        try scene.expect(["Phone": ["begin"]])
        try scene.expect(calls: "A active")
    }

    @Test func `A late fulfilment by a busy app does not count after a crash`() throws {
        let (scene, phone) = try begin(hurrying: "Other")
        try phone.does("ring A", "request answer A")
        try scene.settle()
        let shell = try scene.stage.subscriber()
        try phone.does("block")
        try shell.ask("SetMuted", "A", true)
        try shell.waitForCompletion()
        try phone.does()
        try phone.does("unblock")
        try scene.expect(["Phone": ["mute A", "timed out mute A"]])
        #expect(try shell.property("Muted", of: "A") == false)
        try scene.stage.restart()
        try scene.expect(["Phone": ["begin"]])
        #expect(try scene.shell().property("Muted", of: "A") == false)
    }
}
