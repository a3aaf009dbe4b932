// SPDX-License-Identifier: MIT

import BusTesting
import Testing

/// The daemon crashes while an app is at an action: how the call stands is known when it is done with that, not before.
@Suite(.daemonLogs)
struct RestartDuringActionTests {
    let scene: Scene
    let phone: Player

    init() throws {
        scene = try Scene()
        phone = try scene.app("Phone")
    }

    private func does(_ player: Player, _ commands: String...) throws {
        for command in commands { try player.does(command) }
        try scene.settle()
    }

    /// A call that is talked on, and the app slow from now on.
    private func talk() throws {
        try does(phone, "ring A", "request answer A")
        try does(phone, "drop-habit obey")
    }

    /// The app is told to do that, the daemon crashes, and the app is done then.
    private func crash(during action: String, then completion: String = "fulfil") throws {
        try phone.does("request \(action)")
        try scene.expect(["Phone": ["accepted", action]])
        try scene.restart()
        try scene.expect(["Phone": ["begin"]])
        try scene.expect(calls: "")
        try phone.does(completion)
    }

    @Test func `an answer that is done after the crash`() throws {
        try does(phone, "ring A", "drop-habit obey")
        try crash(during: "answer A")
        try scene.expect(["Phone": ["activate"]])
        try scene.expect(calls: "A active")
    }

    @Test func `an answer that fails after the crash`() throws {
        try does(phone, "ring A", "drop-habit obey")
        try crash(during: "answer A", then: "fail")
        try scene.expect([:])
        try scene.expect(calls: "")
    }

    @Test func `a start that is done after the crash`() throws {
        try phone.does("drop-habit obey")
        try crash(during: "start A +49")
        try scene.expect(["Phone": ["activate"]])
        try scene.expect(calls: "A dialing")
        try phone.does("connecting A", "connected A")
        try scene.expect([:])
        try scene.expect(calls: "A active")
    }

    @Test func `a start that fails after the crash`() throws {
        try phone.does("drop-habit obey")
        try crash(during: "start A +49", then: "fail")
        try scene.expect([:])
        try scene.expect(calls: "")
    }

    @Test func `an end that is done after the crash`() throws {
        try talk()
        try crash(during: "end A")
        try scene.expect(["Phone": ["deactivate"]])
        try scene.expect(calls: "")
    }

    @Test func `an end that fails after the crash`() throws {
        try talk()
        try crash(during: "end A", then: "fail")
        try scene.expect([:])
        try scene.expect(calls: "A active")
    }

    @Test func `a hold that is done after the crash`() throws {
        try talk()
        try crash(during: "hold A")
        try scene.expect(["Phone": ["deactivate"]])
        try scene.expect(calls: "A held")
    }

    @Test func `a hold that fails after the crash`() throws {
        try talk()
        try crash(during: "hold A", then: "fail")
        try scene.expect([:])
        try scene.expect(calls: "A active")
    }

    @Test func `a mute that is done after the crash`() throws {
        try talk()
        try crash(during: "mute A")
        try scene.expect([:])
        #expect(try scene.shell().property("Muted", of: "A") == true)
    }

    @Test func `a call that ends while its action waits`() throws {
        try talk()
        try crash(during: "hold A", then: "ended A remote-ended")
        try scene.expect(["Phone": ["deactivate"]])
        try phone.does("fulfil")
        try scene.expect([:])
        try scene.expect(calls: "")
    }

    @Test func `a call that waits for the hold of another, which is done after the crash`() throws {
        let chat = try scene.app("Chat")
        try talk()
        try does(chat, "ring B")
        try chat.does("request answer B")
        try scene.expect(["Phone": ["hold A"], "Chat": ["accepted"]])
        try scene.restart()
        try scene.expect(["Phone": ["begin"], "Chat": ["begin"]])
        try scene.expect(calls: "B incoming")
        try phone.does("fulfil")
        try scene.expect(["Phone": ["deactivate"]])
        try scene.expect(calls: "A held, B incoming")
        try chat.does("request answer B")
        try scene.expect(["Chat": ["accepted", "answer B", "activate"]])
    }

    @Test func `what an app has done before its turn is done`() throws {
        try talk()
        try does(phone, "habit take", "ring B")
        try phone.does("request end A, answer B")
        try scene.expect(["Phone": ["accepted", "execute end A, answer B"]])
        try phone.does("fulfil-last")
        try scene.expect([:])
        try phone.does("fulfil")
        try scene.expect(["Phone": ["deactivate", "activate"]])
        try scene.restart()
        try scene.expect(["Phone": ["begin"]])
        try scene.expect(calls: "B active")
    }

    @Test func `an app whose queue is blocked does it when it can`() throws {
        try does(phone, "ring A", "request answer A")
        try phone.does("block")
        try scene.shell().ask("SetHeld", "A", true)
        try phone.does()
        try scene.restart()
        try scene.expect(calls: "")
        try phone.does("unblock")
        try scene.expect(["Phone": ["hold A", "begin", "deactivate"]])
        try scene.expect(calls: "A held")
    }
}
