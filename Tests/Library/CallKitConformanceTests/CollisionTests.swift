// SPDX-License-Identifier: MIT

import AppTesting
import BusTesting
import Testing

/// Conflicting requests of users, apps and callers at the same time.
@Suite(.daemonLogs)
final class CollisionTests: TwoAppsSuite {
    @Test func `Two answers, in a shell and in the app, are delivered once`() throws {
        try scene.does(phone, "ring A", "drop-habit obey")
        try phone.does("request answer A")
        try scene.shell().ask("Answer", "A")
        try scene.expect(["Phone": ["accepted", "answer A"]])
        try phone.does("fulfil")
        try scene.expect(["Phone": ["activate"]])
    }

    @Test func `An end before the answer is fulfilled is delivered at once, and the answer has no effect`() throws {
        try scene.does(phone, "ring A", "drop-habit obey")
        try phone.does("request answer A", "request end A")
        try scene.expect(["Phone": ["accepted", "answer A", "accepted", "end A"]])
        try phone.does("pending", "fulfil", "fulfil")
        try scene.expect(["Phone": ["pending end A"]])
        try scene.expect(calls: "")
    }

    @Test func `The other call stays as it was when the caller gives up during the hold`() throws {
        try talkWithoutHabit()
        try scene.does(chat, "ring B")
        try chat.does("request answer B")
        try scene.expect(["Phone": ["hold A"], "Chat": ["accepted"]])
        try chat.does("ended B remote-ended")
        try scene.expect([:])
        try phone.does("habit obey", "fulfil")
        try scene.expect(["Phone": ["deactivate", "resume A", "activate"]])
        try scene.expect(calls: "A active")
    }

    /// No request waits for an answer that its app has not fulfilled.
    @Test func `A second answer overtakes the first and ends its call`() throws {
        try talkWithoutHabit()
        try scene.does(chat, "ring B", "ring C")
        try chat.does("request answer B", "request answer C")
        try scene.expect(["Phone": ["hold A"], "Chat": ["accepted", "accepted"]])
        try phone.does("fulfil")
        try scene.expect([
            "Phone": ["deactivate"], "Chat": ["answer B", "end B", "answer C", "activate"],
        ])
        try scene.expect(calls: "A held, C active")
    }

    @Test func `A call makes way at once when its app dies during the hold`() throws {
        try talkWithoutHabit()
        try scene.does(chat, "ring B")
        try chat.does("request answer B")
        try scene.expect(["Phone": ["hold A"], "Chat": ["accepted"]])
        try phone.kill9()
        try chat.wait(for: "activate")
        try scene.expect(["Chat": ["answer B", "activate"]])
        try scene.expect(calls: "B active")
    }

    @Test func `A resume of one call holds the other call, from any requester`() throws {
        try talkWithoutHabit()
        try scene.does(phone, "habit obey")
        try scene.does(chat, "ring B", "request answer B")
        try scene.shell().ask("SetHeld", "A", false)
        try scene.expect(["Chat": ["hold B", "deactivate"], "Phone": ["resume A", "activate"]])
    }

    @Test func `A start-call request of another program reaches the app, which starts the call`() throws {
        try scene.shell().dial("+49", named: "Ada Lovelace", with: "org.example.Phone")
        try scene.expect(["Phone": ["asked to call Ada Lovelace +49"]])
        try phone.does("request start A +49")
        try scene.expect(["Phone": ["accepted", "start A +49", "activate"]])
    }
}
