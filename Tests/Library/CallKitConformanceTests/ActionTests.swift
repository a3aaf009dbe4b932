// SPDX-License-Identifier: MIT

import AppTesting
import BusTesting
import Testing

/// How actions are delivered, completed, failed and refused, and how they time out.
@Suite(.daemonLogs)
struct ActionTests {
    private func talk(_ scene: Scene, _ app: AppPlayer) throws {
        try app.does("ring A", "request answer A")
        try scene.settle()
    }

    // MARK: Whole transactions

    @Test func `A transaction is shown as a whole before its actions come one after another`() throws {
        let scene = try Scene()
        let phone = try scene.app("Phone")
        try talk(scene, phone)
        try phone.does("ring B", "habit execute", "drop-habit obey")
        try scene.settle()
        try phone.does("request end A, answer B")
        try scene.expect(["Phone": ["accepted", "execute end A, answer B", "end A"]])
        try phone.does("pending", "fulfil")
        try scene.expect(["Phone": ["pending end A, answer B", "deactivate", "answer B"]])
        try phone.does("pending", "fulfil")
        try scene.expect(["Phone": ["pending answer B", "activate"]])
        try phone.does("pending")
        try scene.expect(["Phone": ["pending "]])
    }

    @Test func `A delegate that executes a whole transaction does not get its actions`() throws {
        let scene = try Scene()
        let phone = try scene.app("Phone")
        try talk(scene, phone)
        try phone.does("ring B", "habit take")
        try scene.settle()
        try phone.does("request end A, answer B")
        try scene.expect(["Phone": ["accepted", "execute end A, answer B", "deactivate", "activate"]])
        try scene.expect(calls: "B active")
    }

    @Test func `The delegate sees the actions that the service added to a transaction`() throws {
        let scene = try Scene()
        let phone = try scene.app("Phone")
        for call in ["A", "B"] {
            try phone.does("ring \(call)", "request answer \(call)")
            try scene.settle()
        }
        try phone.does("habit execute", "request group A B")
        try scene.expect([
            "Phone": ["accepted", "execute group A B", "group A B", "execute resume A", "resume A"]
        ])
        try phone.does("pending", "request end B, end A")
        try scene.expect([
            "Phone": ["pending ", "accepted", "execute end B, end A", "end B", "end A", "deactivate"]
        ])
    }

    @Test func `Each app sees its own actions of a transaction`() throws {
        let scene = try Scene()
        let (phone, chat) = (try scene.app("Phone"), try scene.app("Chat"))
        try talk(scene, phone)
        try chat.does("ring B", "habit execute")
        try scene.does(phone, "habit execute")
        try scene.shell().request([.hold("A"), .answer("B")])
        try scene.expect([
            "Phone": ["execute hold A", "hold A", "deactivate"], "Chat": ["execute answer B", "answer B", "activate"],
        ])
    }

    @Test func `After a failed action the rest of its transaction is not performed`() throws {
        let scene = try Scene()
        let phone = try scene.app("Phone")
        try talk(scene, phone)
        try phone.does("ring B", "drop-habit obey")
        try scene.settle()
        try phone.does("request hold A, answer B")
        try scene.expect(["Phone": ["accepted", "hold A"]])
        try phone.does("pending")
        try scene.expect(["Phone": ["pending hold A, answer B"]])
        try phone.does("fail")
        try scene.expect(["Phone": ["timed out answer B"]])
        try phone.does("pending")
        try scene.expect(["Phone": ["pending "]])
        try scene.expect(calls: "A active, B incoming")
    }

    @Test func `An action tells its origin`() throws {
        let scene = try Scene()
        let (phone, chat) = (try scene.app("Phone"), try scene.app("Chat"))
        try phone.does("habit origins", "ring A")
        try scene.settle()
        let shell = try scene.stage.shell()
        try shell.ask("Answer", "A")
        try scene.expect(["Phone": ["answer A by shell", "activate"]])
        try phone.does("request mute A")
        try scene.expect(["Phone": ["accepted", "mute A by app"]])
        try scene.shell().request([.unmute("A")])
        try scene.expect(["Phone": ["unmute A by other"]])
        try chat.does("request start B +1")
        try scene.expect([
            "Chat": ["accepted", "start B +1", "activate"], "Phone": ["hold A by system", "deactivate"],
        ])
    }

    // MARK: Failures

    @Test func `A failed start ends its call`() throws {
        let scene = try Scene()
        let phone = try scene.app("Phone")
        try phone.does("drop-habit obey", "request start A +49")
        try scene.expect(["Phone": ["accepted", "start A +49"]])
        try phone.does("fail")
        try scene.expect([:])
        try scene.expect(calls: "")
    }

    @Test func `A failed answer ends its call, and a later report of the end is harmless`() throws {
        let scene = try Scene()
        let phone = try scene.app("Phone")
        try phone.does("drop-habit obey", "ring A", "request answer A")
        try scene.expect(["Phone": ["A reported", "accepted", "answer A"]])
        try phone.does("fail", "ended A failed")
        try scene.expect([:])
        try scene.expect(calls: "")
    }

    @Test(arguments: ["hold A", "mute A", "play A 1", "end A"])
    func `Any other failed action leaves its call as it was`(action: String) throws {
        let scene = try Scene()
        let phone = try scene.app("Phone")
        try talk(scene, phone)
        try phone.does("drop-habit obey", "request \(action)")
        try scene.settle()
        try phone.does("fail")
        try scene.expect([:])
        try scene.expect(calls: "A active")
        #expect(try scene.shell().property("Muted", of: "A") == false)
    }

    @Test func `An action is completed once`() throws {
        let scene = try Scene()
        let phone = try scene.app("Phone")
        try phone.does("drop-habit obey", "ring A", "request answer A")
        try scene.settle()
        try phone.does("fulfil-and-fail")
        try scene.expect(["Phone": ["complete", "activate"]])
        try scene.expect(calls: "A active")
    }

    // MARK: Time-outs

    @Test func `An answer that times out ends its call, and its late fulfilment has no effect`() throws {
        let scene = try Scene(hurrying: "Answer")
        let phone = try scene.app("Phone")
        try phone.does("drop-habit obey", "ring A", "request answer A")
        try phone.wait(for: "timed out answer A")
        try phone.does("pending", "fulfil")
        try scene.expect(["Phone": ["A reported", "accepted", "answer A", "timed out answer A", "pending "]])
        try scene.expect(calls: "")
    }

    @Test func `A hold that times out leaves the call as it was`() throws {
        let scene = try Scene(hurrying: "Other")
        let phone = try scene.app("Phone")
        try talk(scene, phone)
        try phone.does("drop-habit obey", "request hold A")
        try phone.wait(for: "timed out hold A")
        try phone.does("fulfil")
        try scene.expect(["Phone": ["accepted", "hold A", "timed out hold A"]])
        try scene.expect(calls: "A active")
    }

    @Test func `An end that times out ends the call`() throws {
        let scene = try Scene(hurrying: "Other")
        let phone = try scene.app("Phone")
        try talk(scene, phone)
        try phone.does("drop-habit obey", "request end A")
        try phone.wait(for: "timed out end A")
        try scene.expect(["Phone": ["accepted", "end A", "timed out end A", "deactivate"]])
        try scene.expect(calls: "")
    }

    @Test func `An action that a busy app gets late has no effect when it is fulfilled`() throws {
        let scene = try Scene(hurrying: "Other")
        let phone = try scene.app("Phone")
        try talk(scene, phone)
        let shell = try scene.shell()
        try phone.does("block")
        try shell.ask("SetMuted", "A", true)
        try shell.waitForCompletion()
        // When `does` returns, all callbacks so far are in the app's queue.
        try phone.does()
        try phone.does("unblock")
        try scene.expect(["Phone": ["mute A", "timed out mute A"]])
        try phone.does("pending")
        try scene.expect(["Phone": ["pending "]])
        #expect(try shell.property("Muted", of: "A") == false)
    }

    @Test func `An action that the delegate does not implement times out`() throws {
        let scene = try Scene(hurrying: "Answer")
        let phone = try scene.player("Phone")
        try phone.does("provider", "delegate minimal", "ring A")
        try scene.expect(["Phone": ["A reported"]])
        try phone.does("request answer A")
        try phone.wait(for: "timed out answer A")
        try scene.expect(["Phone": ["accepted", "timed out answer A"]])
        try scene.expect(calls: "")
    }

    @Test func `A delegate without a method for holds fails a hold at once`() throws {
        let scene = try Scene()
        let phone = try scene.player("Phone")
        try phone.does("provider", "delegate without-hold", "ring A")
        try scene.expect(["Phone": ["A reported"]])
        try phone.does("request answer A")
        try scene.expect(["Phone": ["accepted"]])
        try phone.does("request hold A")
        try scene.expect(["Phone": ["accepted"]])
        try phone.does("pending")
        try scene.expect(["Phone": ["pending "]])
        try scene.expect(calls: "A active")
    }

    @Test func `A start that times out ends its call, and the held call resumes`() throws {
        let scene = try Scene(hurrying: "Start")
        let (phone, chat) = (try scene.app("Phone"), try scene.app("Chat"))
        try talk(scene, phone)
        try chat.does("drop-habit obey", "request start B +1")
        try chat.wait(for: "timed out start B +1")
        try scene.expect([
            "Phone": ["hold A", "deactivate", "resume A", "activate"],
            "Chat": ["accepted", "start B +1", "timed out start B +1"],
        ])
    }

    // MARK: Refusals

    @Test func `Every refusal has CallKit's error code`() throws {
        let scene = try Scene()
        let phone = try scene.player("Phone")
        try phone.does("request end A")
        try scene.expect(["Phone": ["refused unknownCallProvider"]])
        try phone.does("provider", "delegate full")
        try scene.expect(["Phone": ["begin"]])
        try phone.does("request end A")
        try scene.expect(["Phone": ["refused unknownCallUUID A"]])
        try phone.does("request ", "ring A", "ring A", "request start A +49", "request hold A")
        try scene.expect([
            "Phone": [
                "refused emptyTransaction", "A reported", "A refused callUUIDAlreadyExists A",
                "refused callUUIDAlreadyExists A", "refused invalidAction A",
            ]
        ])
        try phone.does("request nonsense")
        try scene.expect(["Phone": ["refused invalidAction"]])
    }

    @Test func `The UUID of an ended call of another app is not accepted`() throws {
        let scene = try Scene()
        let (phone, chat) = (try scene.app("Phone"), try scene.app("Chat"))
        try scene.does(phone, "ring A", "ended A remote-ended")
        try chat.does("ring A")
        try scene.expect(["Chat": ["A refused callUUIDAlreadyExists A"]])
    }

    @Test func `An app that crashed while a call rang lets it ring again`() throws {
        let scene = try Scene()
        let observer = try scene.observer()
        let crashed = try scene.app("Phone")
        try scene.does(crashed, "ring A")
        try crashed.kill9()
        try scene.wait(for: observer, "sees A ended")
        try scene.settle()
        let phone = try scene.app("Phone")
        try phone.does("ring A")
        #expect(try scene.story()["Phone"] == ["A reported"])
        try scene.expect(calls: "A incoming")
    }
}
