// SPDX-License-Identifier: MIT

import BusTesting
import Foundation
import Testing

/// The commands that choose among several calls.
@Suite(.daemonLogs)
struct CommandLineConferenceTests {
    @Test func `answer takes the call that has rung longest, a silenced one last`() throws {
        let stage = try Stage()
        let alpha = try stage.provider("org.example.Alpha", "--auto", "--groups", "5")
        let calls = [try stage.ring(alpha), try stage.ring(alpha, "+4930999 Bob"), try stage.ring(alpha)]
        try stage.run("silence", calls[0])
        #expect(try stage.run("answer").output == "\(calls[1].prefix(8))  answered  Bob  +4930999\n")
        #expect(try stage.run("answer").output.contains(calls[2].prefix(8)))
        #expect(try stage.run("answer").output.contains(calls[0].prefix(8)))
    }

    @Test func `Without an id a command acts on all calls of a conference, as a headset does`() throws {
        let stage = try Stage()
        let alpha = try stage.provider("org.example.Alpha", "--auto", "--groups", "5")
        let calls = [try stage.ring(alpha), try stage.ring(alpha, "+4930999 Bob")]
        for call in calls { try stage.run("answer", call) }
        func lines(_ words: String...) throws -> [Substring] {
            let result = try ChildProcess.run(try stage.command(words))
            #expect(result.succeeded, "\(result.errors)")
            return result.output.split(separator: "\n")
        }
        func states() throws -> [String?] { try calls.map { try stage.property("State", of: $0) } }
        #expect(try stage.run("swap").output.contains("\(calls[0].prefix(8))  resumed"))
        #expect(try states() == ["active", "held"])
        let watch = try stage.start("watch", "--json")
        #expect(try lines("merge").count == 1)
        _ = try watch.waitForLine { $0.contains(calls[1]) && $0.contains(#""State":"active""#) }
        #expect(try states() == ["active", "active"])
        #expect(try lines("mute").count == 2 && lines("unmute").count == 2 && lines("dtmf", "1").count == 2)
        #expect(try stage.run("ungroup").errors.contains("2 calls can be taken out of its conference"))
        #expect(try lines("hold").count == 2)
        #expect(try states() == ["held", "held"])
        #expect(try lines("resume").count == 2)
        let ended = try lines("end", "--json").map { try object(String($0)) }
        #expect(ended.compactMap { $0["Call"] as? String } == calls)
        #expect(Set(ended.compactMap { $0["Transaction"] as? String }).count == 1)
        #expect(try stage.calls().isEmpty)
    }

    @Test func `swap ends no call, and merge needs two calls of an app`() throws {
        let stage = try Stage()
        let alpha = try stage.provider("org.example.Alpha", "--auto")
        #expect(try stage.run("swap").errors == "monkeycall: UnknownCall: There is no call that can be resumed\n")
        let held = try stage.ring(alpha)
        try stage.run("answer")
        try stage.run("hold")
        let merge = try stage.run("merge")
        #expect(merge.status == .exited(2) && merge.errors.contains("a conference needs two calls of an app"))
        let beta = try stage.app("Beta")
        try beta.activeCall("B", ["SupportsHolding": false])
        #expect(try stage.run("swap").status == .exited(2))
        #expect(try stage.property("State", of: held) == "held")
    }
}
