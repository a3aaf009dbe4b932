// SPDX-License-Identifier: MIT

import AppTesting
import BusTesting
import Foundation
import Testing

/// The beginning and the end of a provider, and the delegates and queues of its callbacks.
@Suite(.daemonLogs)
struct ProviderTests {
    let scene: Scene

    init() throws { scene = try Scene() }

    // MARK: Delegates

    @Test func `The log says once that a delegate was released, that a report was refused, and what was cut`() throws {
        let phone = try scene.app("Phone")
        let name = String(repeating: "a", count: 2_000)
        try phone.does("ring A name=\(name)", "update A name=\(name)", "ended B remote-ended")
        try phone.does("delegate dropped")
        try scene.shell().request([.answer("A")])
        try scene.shell().request([.end("A")])
        try scene.settle()
        #expect(try phone.waitForLog("more than 1024 bytes and is cut") == 1)
        #expect(try phone.waitForLog("did not take the report that a call ended") == 1)
        #expect(try phone.waitForLog("the delegate of a provider was released") == 1)
    }

    @Test func `A late delegate is still told that the provider begins`() throws {
        let phone = try scene.player("Phone")
        try phone.does("provider")
        try scene.expect([:])
        try phone.does("delegate full")
        try scene.expect(["Phone": ["begin"]])
        try phone.does("delegate none")
        try scene.expect([:])
        try phone.does("delegate full")
        try scene.expect(["Phone": ["begin"]])
    }

    @Test func `Callbacks are kept until there is a delegate`() throws {
        let phone = try scene.player("Phone")
        try phone.does("provider", "ring A", "request answer A")
        let early = try scene.story()["Phone"]?.sorted()
        #expect(early == ["A reported", "accepted"])
        try phone.does("delegate full")
        try scene.expect(["Phone": ["begin", "answer A", "activate"]])
    }

    @Test func `A delegate is held weakly, and the next delegate gets the missed callbacks`() throws {
        let phone = try scene.app("Phone")
        try phone.does("ring A")
        try scene.expect(["Phone": ["A reported"]])
        try phone.does("delegate dropped", "request answer A")
        try scene.expect(["Phone": ["accepted"]])
        try phone.does("delegate full")
        try scene.expect(["Phone": ["begin", "answer A", "activate"]])
    }

    @Test func `Callbacks that wait for a released delegate go to the next delegate`() throws {
        let phone = try scene.app("Phone")
        try scene.does(phone, "ring A")
        let shell = try scene.stage.subscriber()
        try phone.does("block")
        try shell.ask("Answer", "A")
        try scene.expect(calls: "A connecting")
        try phone.does("delegate dropped", "unblock")
        try scene.expect([:])
        try phone.does("delegate full")
        try scene.expect(["Phone": ["begin", "answer A", "activate"]])
    }

    // MARK: Queues

    @Test func `Callbacks and completions run on the given queue`() throws {
        let phone = try scene.player("Phone")
        try phone.does("habit queues", "queue work", "provider", "delegate full", "ring A", "request answer A")
        try scene.expect([
            "Phone": [
                "begin on work", "A reported on work", "accepted on work", "answer A on work", "activate on work",
            ]
        ])
    }

    @Test func `Waiting callbacks run on the queue of a new delegate`() throws {
        let phone = try scene.player("Phone")
        try phone.does("habit queues", "provider", "delegate full", "ring A")
        try scene.settle()
        try phone.does("block")
        try scene.shell().ask("Answer", "A")
        try scene.expect(calls: "A connecting")
        try phone.does("queue work", "delegate full")
        try phone.wait(for: "answer A on work")
        try phone.does("unblock")
        try scene.expect(["Phone": ["begin on work", "answer A on work", "activate on work"]])
    }

    @Test func `Callbacks come one after another even on a concurrent queue`() throws {
        let phone = try scene.player("Phone")
        try phone.does("concurrent-queue", "provider", "delegate full", "ring A", "request answer A")
        try phone.wait(for: "activate")
        try scene.settle()
        for _ in 1...20 { try phone.does("request mute A", "request unmute A") }
        let said = try scene.story()["Phone"]?.filter { $0 != "accepted" }
        #expect(said == (1...20).flatMap { _ in ["mute A", "unmute A"] })
    }

    @Test func `Callbacks without a queue run on the main queue`() throws {
        let phone = try scene.player("Phone")
        try phone.does("habit queues", "provider", "delegate full", "observe", "ring A")
        try scene.expect(["Phone": ["begin on main", "A reported on main", "sees A on main"]])
    }

    @Test func `Callbacks without a queue run on the main thread, and its run loop fires their timers`() throws {
        let phone = try scene.player("Phone")
        try phone.does("habit timers", "provider", "delegate full", "ring A", "request answer A")
        for line in ["begin", "A reported", "answer A", "activate"] { try phone.wait(for: "timer after \(line)") }
    }

    @Test func `A report without a delegate completes on the provider's own queue`() throws {
        let phone = try scene.player("Phone")
        try phone.does("habit queues", "provider", "ring A")
        try scene.expect(["Phone": ["A reported on a queue of its own"]])
    }

    @Test func `A delegate may live on the main actor`() throws {
        let phone = try scene.player("Phone")
        try phone.does("provider", "delegate main-actor", "ring A", "request answer A")
        try scene.expect(["Phone": ["begin", "A reported", "accepted", "answer A", "activate"]])
    }

    @Test func `Both forms of a report are overridden separately`() throws {
        let phone = try scene.player("Phone")
        try phone.does("overriding-provider", "delegate full")
        try scene.expect(["Phone": ["begin"]])
        try phone.does("ring A")
        try scene.expect(["Phone": ["overridden", "A reported"]])
        try phone.does("ring B async", "ended A unanswered")
        #expect(
            try scene.story()["Phone"]?.sorted() == ["B reported", "overridden async", "overridden end unanswered"])
        try scene.expect(calls: "")
        try phone.does("invalidate")
        try scene.expect(["Phone": ["overridden invalidate"]])
    }

    // MARK: Blocked queues

    @Test func `An app keeps its calls while its main queue is blocked`() throws {
        let phone = try scene.app("Phone")
        let shell = try scene.stage.subscriber()
        try phone.does("block", "ring A")
        try shell.wait(for: "InterfacesAdded", of: "A")
        try shell.ask("Answer", "A")
        try scene.expect(calls: "A connecting")
        try phone.does("ended A remote-ended")
        try shell.wait(for: "InterfacesRemoved", of: "A")
        try phone.does("unblock")
        try scene.expect(["Phone": ["A reported", "answer A"]])
    }

    @Test func `An app whose main queue is blocked is registered again with its calls`() throws {
        let phone = try scene.app("Phone")
        try phone.does("ring A", "request answer A")
        try scene.settle()
        try phone.does("block")
        try scene.stage.restart()
        try scene.shell().wait(forCall: "A")
        try scene.expect(calls: "A active")
        try phone.does("unblock")
        try scene.expect(["Phone": ["begin"]])
    }

    // MARK: Configurations and names

    @Test func `A new configuration keeps the desktop file unless it names another`() throws {
        let phone = try scene.app("Phone", "entry=org.example.First")
        try scene.does(phone, "configure video=yes")
        #expect(try scene.shell().desktopEntry(of: "org.example.Phone") == "org.example.First")
        try scene.does(phone, "configure entry=org.example.Second")
        #expect(try scene.shell().desktopEntry(of: "org.example.Phone") == "org.example.Second")
        try phone.does("configure groups=1")
        try scene.stage.restart()
        try scene.settle()
        #expect(try scene.shell().desktopEntry(of: "org.example.Phone") == "org.example.Second")
    }

    @Test func `A provider obeys only the service`() throws {
        let phone = try scene.app("Phone")
        try phone.does("ring A", "request answer A")
        try scene.settle()
        try scene.shell().forgeAnEnd(of: "A")
        try scene.expect([:])
        try phone.does("request end A")
        try scene.expect(["Phone": ["accepted", "end A", "deactivate"]])
    }

    @Test func `A provider whose name is taken gets it when it is free`() throws {
        let phone = try scene.app("Phone")
        let second = try scene.player("Second", "org.example.Phone")
        try second.does("provider", "delegate full", "ring A")
        try scene.expect(["Second": ["A refused unentitled"]])
        try phone.does("invalidate")
        try second.does("request start B +1")
        try scene.expect(["Second": ["begin", "accepted", "start B +1", "activate"]])
    }

    // MARK: The end

    @Test func `An invalidated provider's calls end as failed, and it gets no more callbacks`() throws {
        let phone = try scene.app("Phone")
        let observer = try scene.observer()
        try phone.does("ring A", "request answer A")
        try scene.settle()
        let shell = try scene.stage.subscriber()
        try phone.does("invalidate")
        try scene.expect(["Observer": ["sees A connected ended"]])
        #expect(try shell.end(of: "A")?["EndedReason"]?.string == "failed")
        try phone.does("request start B +1")
        try scene.expect(["Phone": ["refused unknownCallProvider"]])
        _ = observer
    }

    @Test func `A provider that was invalidated without a service stays invalid`() throws {
        let phone = try scene.app("Phone")
        try scene.stage.crash()
        try phone.does("invalidate")
        try scene.stage.startService()
        try phone.does("ring A")
        try scene.expect(["Phone": ["A refused unknown"]])
        try scene.expect(calls: "")
    }

    @Test func `A provider gets no callbacks of an earlier provider with its name`() throws {
        let phone = try scene.player("Phone")
        scene.stage.freeze()
        for command in ["provider", "ring A", "invalidate", "provider", "delegate full", "ring B", "pending"] {
            try phone.begins(command)
        }
        try phone.wait(for: "pending ")
        scene.stage.thaw()
        // The callbacks of two providers have no order.
        let said = try scene.story()["Phone"] ?? []
        #expect(said.filter { !$0.hasPrefix("A re") } == ["pending ", "begin", "B reported"])
        #expect(said.count == 4)
        try scene.expect(calls: "B incoming")
    }

    @Test func `A released provider is gone with its calls`() throws {
        let phone = try scene.app("Phone")
        try scene.does(phone, "ring A")
        try phone.does("release")
        try scene.expect([:])
        try scene.expect(calls: "")
    }

    @Test func `A new provider may have the name of an invalidated provider`() throws {
        let phone = try scene.app("Phone")
        try scene.does(phone, "ring A")
        try phone.does("invalidate", "provider", "delegate full", "ring B", "request answer B")
        try scene.expect(["Phone": ["begin", "B reported", "accepted", "answer B", "activate"]])
        #expect(try scene.shell().property("Provider", of: "B") == "org.example.Phone")
        try scene.expect(calls: "B active")
    }

    @Test func `A new provider may replace one that was not invalidated`() throws {
        let phone = try scene.app("Phone")
        try phone.does("provider", "delegate full", "ring B")
        try scene.settle()
        try phone.does("request answer B")
        try scene.expect(["Phone": ["accepted", "answer B", "activate"]])
        try phone.does("request start C +1")
        try scene.expect(["Phone": ["accepted", "hold B", "deactivate", "start C +1", "activate"]])
    }

    @Test func `The calls of an app that dies end, and the calls of another app continue`() throws {
        let (phone, chat) = (try scene.app("Phone"), try scene.app("Chat"))
        let observer = try scene.observer()
        try phone.does("ring A", "request answer A")
        try scene.settle()
        try chat.does("ring B", "request answer B", "ring C")
        try scene.settle()
        try phone.kill9()
        try observer.wait(for: "sees A connected ended")
        try scene.expect(["Observer": ["sees A connected ended"]])
        try scene.expect(calls: "B active, C incoming")
    }

    @Test func `The audio of an app that dies goes to another call only on request`() throws {
        let (phone, chat) = (try scene.app("Phone"), try scene.app("Chat"))
        let observer = try scene.observer()
        try chat.does("ring B", "request answer B")
        try scene.settle()
        try phone.does("ring A", "request answer A")
        try scene.settle()
        try phone.kill9()
        try observer.wait(for: "sees A connected ended")
        try scene.expect(["Observer": ["sees A connected ended"]])
        try scene.expect(calls: "B held")
        try chat.does("request resume B")
        try scene.expect(["Chat": ["accepted", "resume B", "activate"], "Observer": ["sees B connected"]])
    }
}
