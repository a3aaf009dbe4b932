// SPDX-License-Identifier: MIT

import AppTesting
import BusTesting
import Testing

/// The daemon crashes while an app performs an action. The next daemon learns of the call when the app is done.
@Suite(.daemonLogs)
final class RestartDuringActionTests: PhoneSuite {
    /// The app gets the action, the daemon crashes, and then the app completes the action.
    private func crash(during action: String, then completion: String = "fulfil") throws {
        try phone.does("request \(action)")
        try scene.expect(["Phone": ["accepted", action]])
        try scene.stage.restart()
        try scene.expect(["Phone": ["begin"]])
        try scene.expect(calls: "")
        try phone.does(completion)
    }

    @Test func `An answer may be fulfilled after a crash of the service`() throws {
        try scene.does(phone, "ring A", "drop-habit obey")
        try crash(during: "answer A")
        try scene.expect(["Phone": ["activate"]])
        try scene.expect(calls: "A active")
    }

    @Test func `An answer may fail after a crash of the service`() throws {
        try scene.does(phone, "ring A", "drop-habit obey")
        try crash(during: "answer A", then: "fail")
        try scene.expect([:])
        try scene.expect(calls: "")
    }

    @Test func `A start may be fulfilled after a crash of the service`() throws {
        try phone.does("drop-habit obey")
        try crash(during: "start A +49")
        try scene.expect(["Phone": ["activate"]])
        try scene.expect(calls: "A dialing")
        try phone.does("connecting A", "connected A")
        try scene.expect([:])
        try scene.expect(calls: "A active")
    }

    @Test func `A start may fail after a crash of the service`() throws {
        try phone.does("drop-habit obey")
        try crash(during: "start A +49", then: "fail")
        try scene.expect([:])
        try scene.expect(calls: "")
    }

    @Test func `An end may be fulfilled after a crash of the service`() throws {
        try talkWithoutHabit()
        try crash(during: "end A")
        try scene.expect(["Phone": ["deactivate"]])
        try scene.expect(calls: "")
    }

    @Test func `An end may fail after a crash of the service`() throws {
        try talkWithoutHabit()
        try crash(during: "end A", then: "fail")
        try scene.expect([:])
        try scene.expect(calls: "A active")
    }

    @Test func `A hold may be fulfilled after a crash of the service`() throws {
        try talkWithoutHabit()
        try crash(during: "hold A")
        try scene.expect(["Phone": ["deactivate"]])
        try scene.expect(calls: "A held")
    }

    @Test func `A hold may fail after a crash of the service`() throws {
        try talkWithoutHabit()
        try crash(during: "hold A", then: "fail")
        try scene.expect([:])
        try scene.expect(calls: "A active")
    }

    @Test func `A mute may be fulfilled after a crash of the service`() throws {
        try talkWithoutHabit()
        try crash(during: "mute A")
        try scene.expect([:])
        #expect(try scene.shell().property("Muted", of: "A") == true)
    }

    @Test func `A call may end while its action waits after a crash`() throws {
        try talkWithoutHabit()
        try crash(during: "hold A", then: "ended A remote-ended")
        try scene.expect(["Phone": ["deactivate"]])
        try phone.does("fulfil")
        try scene.expect([:])
        try scene.expect(calls: "")
    }

    @Test func `A call waits for the hold of another call that is fulfilled after a crash`() throws {
        let chat = try scene.app("Chat")
        try talkWithoutHabit()
        try scene.does(chat, "ring B")
        try chat.does("request answer B")
        try scene.expect(["Phone": ["hold A"], "Chat": ["accepted"]])
        try scene.stage.restart()
        try scene.expect(["Phone": ["begin"], "Chat": ["timed out answer B", "begin"]])
        try scene.expect(calls: "B incoming")
        try phone.does("fulfil")
        try scene.expect(["Phone": ["deactivate"]])
        try scene.expect(calls: "A held, B incoming")
        try chat.does("request answer B")
        try scene.expect(["Chat": ["accepted", "answer B", "activate"]])
    }

    @Test func `An action that was fulfilled early counts after a crash`() throws {
        try talkWithoutHabit()
        try scene.does(phone, "habit take", "ring B")
        try phone.does("request end A, answer B")
        try scene.expect(["Phone": ["accepted", "execute end A, answer B"]])
        try phone.does("fulfil-last")
        try scene.expect([:])
        try phone.does("fulfil")
        try scene.expect(["Phone": ["deactivate", "activate"]])
        try scene.stage.restart()
        try scene.expect(["Phone": ["begin"]])
        try scene.expect(calls: "B active")
    }

    @Test func `An app with a blocked queue performs its action later`() throws {
        try scene.does(phone, "ring A", "request answer A")
        try phone.does("block")
        try scene.shell().ask("SetHeld", "A", true)
        try phone.does()
        try scene.stage.restart()
        try scene.expect(calls: "")
        try phone.does("unblock")
        try scene.expect(["Phone": ["hold A", "begin", "deactivate"]])
        try scene.expect(calls: "A held")
    }
}
