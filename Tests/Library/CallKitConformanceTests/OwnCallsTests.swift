// SPDX-License-Identifier: MIT

import AppTesting
import BusTesting
import Testing

/// An app acts on its own calls only, and hears what becomes of each start and answer that it requests.
@Suite(.daemonLogs)
final class OwnCallsTests: TwoAppsSuite {
    // MARK: Calls of other apps

    @Test(arguments: ["end A", "hold A", "mute A", "play A 1", "ungroup A", "answer A", "start B +1, end A"])
    func `An app cannot act on a call of another app`(request: String) throws {
        try talk()
        try chat.does("request \(request)")
        try scene.expect(["Chat": ["refused unknownCallUUID A"]])
        try scene.expect(calls: "A active")
    }

    @Test func `An app that ends all calls that it sees ends none of another app`() throws {
        try talk()
        try scene.does(chat, "ring B", "observe")
        try chat.does("request end A", "request end B")
        try scene.expect(["Chat": ["refused unknownCallUUID A", "accepted", "end B", "sees B ended"]])
        try scene.expect(calls: "A active")
    }

    @Test func `An app ends its call in the request that starts it, and in the next one`() throws {
        try chat.does("drop-habit obey", "request start B +1, mute B")
        try scene.expect(["Chat": ["accepted", "start B +1"]])
        try chat.does("fulfil")
        try scene.expect(["Chat": ["activate", "mute B"]])
        try talk()
        try scene.does(phone, "drop-habit obey")
        try chat.does("request start C +1", "request end C")
        #expect(try scene.story()["Chat"]?.contains("refused unknownCallUUID C") == false)
    }

    @Test func `An app acts on its calls after a restart of the service`() throws {
        try talk()
        try scene.restart("Phone", "Chat")
        try phone.does("request mute A, end A")
        try scene.expect(["Phone": ["accepted", "mute A", "end A", "deactivate"]])
    }

    // MARK: Starts and answers that are not delivered

    @Test func `A start is told as timed out if another app refuses the hold`() throws {
        try talk()
        try phone.does("drop-habit obey")
        try chat.does("habit ids", "request start B +1")
        try scene.expect(["Phone": ["hold A"], "Chat": ["accepted"]])
        try phone.does("fail")
        try scene.expect(["Chat": ["timed out start B +1 as requested"]])
        try scene.expect(calls: "A active")
    }

    @Test func `An answer is told as timed out if another app refuses the hold, and its call rings again`() throws {
        try talk()
        try phone.does("drop-habit obey")
        try scene.does(chat, "ring B")
        try chat.does("request answer B")
        try scene.expect(["Phone": ["hold A"], "Chat": ["accepted"]])
        try phone.does("fail")
        try scene.expect(["Chat": ["timed out answer B"]])
        try scene.expect(calls: "A active, B incoming")
        try phone.does("ended A remote-ended", "habit obey")
        try chat.does("request answer B")
        try scene.expect(["Phone": ["deactivate"], "Chat": ["accepted", "answer B", "activate"]])
    }

    @Test func `A start is told as timed out if another app does not hold its call in time`() throws {
        let scene = try Scene(hurrying: "Other")
        let phone = try scene.app("Phone")
        let chat = try scene.app("Chat")
        try scene.does(phone, "ring A", "request answer A")
        try phone.does("drop-habit obey")
        try chat.does("request start B +1")
        try scene.wait(for: chat, "timed out start B +1")
        #expect(try scene.story()["Chat"] == ["accepted", "timed out start B +1"])
    }

    @Test func `An answer that joins an earlier request is told as timed out with it`() throws {
        try talk()
        try phone.does("drop-habit obey")
        try scene.does(chat, "ring B")
        try scene.shell().request([.answer("B")])
        try scene.expect(["Phone": ["hold A"]])
        try chat.does("request answer B")
        try scene.expect(["Chat": ["accepted"]])
        try phone.does("fail")
        try scene.expect(["Chat": ["timed out answer B"]])
    }

    @Test func `A start is told as timed out if the app ends the call before it has its turn`() throws {
        try talk()
        try phone.does("drop-habit obey")
        try chat.does("request start B +1")
        try scene.expect(["Phone": ["hold A"], "Chat": ["accepted"]])
        try chat.does("request end B")
        try scene.expect(["Chat": ["accepted", "timed out start B +1"]])
    }

    @Test func `A start that a service forgot is told as timed out`() throws {
        try talk()
        try phone.does("drop-habit obey")
        try chat.does("request start B +1")
        try scene.expect(["Phone": ["hold A"], "Chat": ["accepted"]])
        try scene.stage.restart()
        let said = try scene.story()
        #expect(said["Chat"]?.sorted() == ["begin", "timed out start B +1"])
    }

    @Test func `A start that was performed is not told again`() throws {
        try chat.does("request start B +1")
        try scene.expect(["Chat": ["accepted", "start B +1", "activate"]])
        try chat.does("connected B", "request end B")
        try scene.expect(["Chat": ["accepted", "end B", "deactivate"]])
        try scene.restart("Phone", "Chat")
    }
}
