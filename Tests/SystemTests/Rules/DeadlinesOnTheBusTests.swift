// SPDX-License-Identifier: MIT

import BusTesting
import Testing

/// Rule 7: every action says until when, what comes afterwards does not count, and nothing waits or rings for ever.
@Suite(.daemonLogs)
struct DeadlinesOnTheBusTests {
    @Test(arguments: [
        ("start", 600), ("answer", 60), ("end", 5), ("hold", 5), ("resume", 5), ("mute", 5), ("join", 5), ("tones", 5),
    ])
    func `every action says its deadline`(kind: String, seconds: Int) throws {
        let desk = try Desk()
        let requests: [String: [String: DBusValue]] = [
            "start": desk.phone.start("C"), "answer": .answer("C"), "end": .end("B"), "hold": .hold("B"),
            "resume": .resume("B"), "mute": .mute("B"), "join": .join("B", "A"), "tones": .tones("1", "B"),
        ]
        try desk.phone.configure(["MaximumCallGroups": .uint32(3)])
        try desk.talk("A", at: desk.phone)
        try desk.talk("B", at: desk.phone, holding: desk.phone)
        if kind == "start" || kind == "answer" {
            for call in ["A", "B"] { try desk.phone.reportEnded(call) }
        }
        if kind == "answer" { try desk.phone.ring("C") }
        try desk.chat.ring("D")
        try desk.user.request([try #require(requests[kind])])
        let deadline = try #require(try desk.phone.action().details?["Deadline"]?.int)
        try desk.chat.ring("E")
        let before = try #require(try desk.user.property("StartedAt", of: "D").int)
        let after = try #require(try desk.user.property("StartedAt", of: "E").int)
        #expect((before...after).contains(deadline - seconds * 1_000_000))
    }

    @Test func `what is done is done, and cannot be done or refused once more`() throws {
        let desk = try Desk()
        try desk.phone.ring("A")
        try desk.user.ask("Answer", "A")
        let answer = try desk.phone.action().arguments[1]
        try desk.phone.fulfill()
        try desk.forget()
        for again in ["FulfillAction", "FailAction"] {
            #expect(desk.phone.actor.refusal { try $0.call(again, answer, [:]) } == "ActionAlreadyCompleted")
        }
        #expect(try desk.lines().moved == [])
        #expect(try desk.user.states() == ["A": "active"])
    }

    @Test func `an action that was superseded is over for its app too`() throws {
        let desk = try Desk()
        try desk.phone.ring("A")
        try desk.user.ask("Answer", "A")
        let answer = try desk.phone.sitOnIt()
        try desk.user.ask("End", "A")
        #expect(desk.phone.actor.refusal { try $0.call("FulfillAction", answer, [:]) } == "ActionAlreadyCompleted")
        #expect(try desk.user.states() == ["A": "ending"])
    }

    @Test func `no call rings for ever: it is ended as unanswered`() throws {
        let desk = try Desk(["RingTimeout": .uint64(50_000)])
        try desk.phone.ring("A")
        _ = try desk.phone.actor.client.waitForSignal("PerformEndCallAction")
        try desk.phone.fulfill()
        let end = try desk.watcher.client.waitForSignal("PropertiesChanged") { $0.arguments[1]["State"] == "ended" }
        #expect(end.arguments[1]["EndedReason"] == "unanswered" && end.arguments[1]["Reason"] == "ring-timed-out")
        #expect(try desk.user.audioProperty("Alert") == "none")
    }

    @Test func `a call whose answer fails because a hold is refused rings again, and no longer than others`() throws {
        let desk = try Desk(["RingTimeout": .uint64(1_000_000)])
        try desk.goOn("A", at: desk.phone)
        try desk.chat.ring("B")
        try desk.user.ask("Answer", "B")
        #expect(try desk.user.audioProperty("Alert") == "none")
        try desk.phone.fail()
        #expect(try desk.user.audioProperty("Alert") == "call-waiting")
        _ = try desk.chat.actor.client.waitForSignal("PerformEndCallAction")
        try desk.chat.fulfill()
        #expect(try desk.user.states() == ["A": "active"])
        #expect(try desk.user.owners() == ["A"])
    }
}
