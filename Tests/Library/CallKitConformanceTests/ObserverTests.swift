// SPDX-License-Identifier: MIT

import AppTesting
import BusTesting
import Testing

/// The calls of all apps, as an observer in any app sees them.
@Suite(.daemonLogs)
final class ObserverTests: TwoAppsSuite {
    @Test func `An app without a provider sees every change of other apps' calls in order`() throws {
        _ = try scene.observer()
        try phone.does("ring A", "request answer A")
        try scene.expect([
            "Phone": ["A reported", "accepted", "answer A", "activate"], "Observer": ["sees A", "sees A connected"],
        ])
        try scene.does(chat, "request start B +1")
        try chat.does("connecting B", "connected B")
        try scene.expect(["Observer": ["sees B outgoing connected"]])
        try chat.does("request end B")
        try scene.expect([
            "Chat": ["accepted", "end B", "deactivate"], "Phone": ["resume A", "activate"],
            "Observer": ["sees B outgoing connected ended", "sees A connected"],
        ])
    }

    @Test func `An observer sees a hold before the answer that it makes room for`() throws {
        try phone.does("ring A", "request answer A")
        try scene.settle()
        try scene.does(chat, "ring B")
        _ = try scene.observer()
        try scene.shell().request([.hold("A"), .answer("B")])
        try scene.expect([
            "Phone": ["hold A", "deactivate"], "Chat": ["answer B", "activate"],
            "Observer": ["sees A held connected", "sees B connected"],
        ])
    }

    @Test func `A held call that ends is on hold until it has ended`() throws {
        try phone.does("ring A", "request answer A")
        try scene.settle()
        try scene.does(phone, "request hold A")
        try scene.expect(calls: "A held")
        _ = try scene.observer()
        try phone.does("drop-habit obey", "request end A")
        try scene.expect(["Phone": ["accepted", "end A"]])
        try phone.does("fulfil")
        try scene.expect(["Observer": ["sees A connected ended"]])
    }

    @Test func `An observer sees only changes of the five properties`() throws {
        _ = try scene.observer()
        try scene.does(phone, "ring A name=Ada handle=+49")
        try phone.does("update A name=Bob", "request mute A")
        try scene.expect(["Phone": ["refused invalidAction A"]])
    }

    @Test func `The calls of an observer have only the five properties`() throws {
        try phone.does("ring A name=Ada handle=+49", "request answer A")
        try scene.does(chat, "ring B")
        let observer = try scene.player("Observer")
        try observer.does("observe", "calls", "facts")
        let story = try scene.story()["Observer"] ?? []
        #expect(story.contains("calls A connected, B"))
        #expect(story.contains("facts uuid isOutgoing isOnHold hasConnected hasEnded"))
    }

    @Test func `An observer calls a new delegate once`() throws {
        let observer = try scene.observer()
        try observer.does("observe", "observe")
        try phone.does("ring A")
        try scene.expect(["Phone": ["A reported"], "Observer": ["sees A"]])
    }

    @Test func `An app sees its own calls between its callbacks`() throws {
        try phone.does("observe", "ring A")
        try scene.expect(["Phone": ["A reported", "sees A"]])
        try phone.does("request answer A")
        try scene.expect(["Phone": ["accepted", "answer A", "activate", "sees A connected"]])
        try phone.does("request end A")
        try scene.expect(["Phone": ["accepted", "end A", "deactivate", "sees A connected ended"]])
    }
}
