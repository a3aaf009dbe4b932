// SPDX-License-Identifier: MIT

import BusTesting
import Testing

/// Rule 7: every action has a deadline, and nothing waits or rings forever.
@Suite(.daemonLogs)
struct DeadlinesOnTheBusTests {
    @Test(arguments: [
        ("start", 600), ("answer", 60), ("end", 5), ("hold", 5), ("resume", 5), ("mute", 5), ("join", 5), ("tones", 8),
    ])
    func `Every Perform signal carries its deadline`(kind: String, seconds: Int) throws {
        let desk = try Desk()
        let requests: [String: [String: DBusValue]] = [
            "start": desk.phone.start("C"), "answer": .answer("C"), "end": .end("B"), "hold": .hold("B"),
            "resume": .resume("B"), "mute": .mute("B"), "join": .join("B", "A"), "tones": .tones("1,2", "B"),
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

    @Test func `A call that rings too long is ended as unanswered`() throws {
        let desk = try Desk(["RingTimeout": .uint64(50_000)])
        try desk.phone.ring("A")
        try desk.phone.fulfill(after: "PerformEndCallAction")
        let end = try desk.watcher.client.waitForSignal("PropertiesChanged") { $0.arguments[1]["State"] == "ended" }
        #expect(end.arguments[1]["EndedReason"] == "unanswered" && end.arguments[1]["Reason"] == "ring-timed-out")
        #expect(try desk.user.audioProperty("Alert") == "none")
    }
}
