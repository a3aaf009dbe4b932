// SPDX-License-Identifier: MIT

import AppTesting
import BusTesting
import Testing

/// Two conversations, of one app or of two, also with CallKit.
@Suite(.daemonLogs)
final class TwoConversationsTests: PhoneSuite {
    /// A is paused, B is joined.
    private func twoConversations() throws {
        try talk()
        try scene.does(phone, "lc ring B members=+50")
        try scene.does(phone, "lc perform join B")
        try scene.expect(calls: "A held, B active")
    }

    @Test func `A call of another app pauses a conversation, which continues after that call`() throws {
        let chat = try scene.app("Chat")
        try talk()
        try scene.does(chat, "ring B")
        try chat.does("request answer B")
        try scene.expect([
            "Phone": ["pause A", "A paused", "deactivate"], "Chat": ["accepted", "answer B", "activate"],
        ])
        try chat.does("request end B")
        try scene.expect([
            "Phone": ["continue A", "A joined", "activate"], "Chat": ["accepted", "end B", "deactivate"],
        ])
    }

    @Test func `A conversation pauses a call of another app`() throws {
        let chat = try scene.app("Chat")
        try scene.does(chat, "ring B", "request answer B")
        try phone.does("lc perform start A +49")
        try scene.expect([
            "Phone": ["A idle", "start A +49", "A joining", "activate"], "Chat": ["hold B", "deactivate"],
        ])
    }

    @Test func `A conversation without pausing is ended for another call`() throws {
        try scene.does(phone, "lc ring A members=+49 capabilities=merging", "lc perform join A")
        try scene.does(phone, "lc ring B members=+50")
        try phone.does("lc perform join B")
        try scene.expect([
            "Phone": [
                "end A", "A leaving", "A left", "deactivate", "join B", "B joining", "B joined", "activate",
            ]
        ])
    }

    @Test func `A merge continues the paused conversation, and its end pauses the other`() throws {
        try twoConversations()
        try phone.does("lc perform merge A B")
        try scene.expect(["Phone": ["merge A B", "continue A", "A joined"]])
        let group = try scene.shell().property("Group", of: "B")
        #expect(try scene.shell().property("Group", of: "A") == group)
        try phone.does("lc perform unmerge A")
        try scene.expect(["Phone": ["pause B", "B paused", "unmerge A"]])
        try scene.expect(calls: "A active, B held")
    }

    @Test func `A start that waits for another app is idle until its turn`() throws {
        let chat = try scene.app("Chat")
        try scene.does(chat, "ring B", "request answer B")
        try chat.does("drop-habit obey")
        try phone.does("lc perform start A +49")
        try scene.expect(["Phone": ["A idle"], "Chat": ["hold B"]])
        try phone.does("lc conversations")
        try scene.expect(["Phone": ["conversations A idle"]])
        try chat.does("fulfil")
        try scene.expect(["Phone": ["start A +49", "A joining", "activate"], "Chat": ["deactivate"]])
    }

    @Test func `A start whose turn never comes ends its conversation`() throws {
        let chat = try scene.app("Chat")
        try scene.does(chat, "ring B", "request answer B")
        try chat.does("drop-habit obey")
        try phone.does("lc perform start A +49")
        try scene.expect(["Phone": ["A idle"], "Chat": ["hold B"]])
        try chat.does("fail")
        try scene.expect(["Phone": ["start A +49 timedOut", "A left"]])
        try phone.does("lc conversations")
        try scene.expect(["Phone": ["conversations "]])
    }

    @Test func `A start is taken back before its turn`() throws {
        let chat = try scene.app("Chat")
        try scene.does(chat, "ring B", "request answer B")
        try chat.does("drop-habit obey")
        try phone.does("lc perform start A +49")
        try scene.expect(["Phone": ["A idle"], "Chat": ["hold B"]])
        try phone.does("lc perform end A")
        try scene.expect(["Phone": ["start A +49 timedOut", "A left"]])
        try scene.expect(calls: "B active")
    }

    // MARK: Both frameworks in one process

    @Test func `Calls of both frameworks of a process make way for each other`() throws {
        try phone.does("provider", "delegate full")
        try scene.expect(["Phone": ["begin"]])
        let shell = try scene.shell()
        #expect(try shell.desktopEntry(of: "org.example.Phone") == "")
        #expect(try shell.desktopEntry(of: "org.example.Phone.2") == "")
        try talk()
        try scene.does(phone, "ring B")
        try phone.does("request answer B")
        try scene.expect(["Phone": ["accepted", "pause A", "A paused", "deactivate", "answer B", "activate"]])
        #expect(try shell.property("Provider", of: "A") == "org.example.Phone")
        #expect(try shell.property("Provider", of: "B") == "org.example.Phone.2")
        try phone.does("request end B")
        try scene.expect([
            "Phone": ["accepted", "end B", "deactivate", "continue A", "A joined", "activate"]
        ])
    }

    @Test func `Each framework of a process starts calls with its own provider`() throws {
        try phone.does("provider", "delegate full")
        try scene.expect(["Phone": ["begin"]])
        try phone.does("request start B +50")
        try scene.expect(["Phone": ["accepted", "start B +50", "activate"]])
        #expect(try scene.shell().property("Provider", of: "B") == "org.example.Phone.2")
        try phone.does("lc perform start A +49")
        try scene.expect([
            "Phone": [
                "A idle", "end B", "deactivate", "start A +49", "A joining", "activate",
            ]
        ])
        #expect(try scene.shell().property("Provider", of: "A") == "org.example.Phone")
    }

    @Test func `An observer of CallKit sees conversations`() throws {
        try talk()
        let observer = try scene.observer()
        try observer.does("calls")
        try scene.expect(["Observer": ["calls A connected"]])
    }
}
