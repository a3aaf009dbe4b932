// SPDX-License-Identifier: MIT

import BusTesting
import Foundation
import Testing

/// `why`: the story of a call, from the real service.
@Suite(.daemonLogs)
struct CommandLineWhyTests {
    @Test func `why tells the story of a call, also after its end`() throws {
        let stage = try Stage()
        let alpha = try stage.provider("org.example.Alpha", "--auto", "--name", "Alpha")
        let beta = try stage.provider("org.example.Beta", "--auto", "--name", "Beta")
        let first = try stage.ring(alpha, "+442079460000 Ada Lovelace")
        try stage.run("answer")
        let second = try stage.ring(beta, "bob@example.org")
        try stage.run("answer", second)
        let bob = "call \(second.prefix(8)) (bob@example.org through Beta)"
        let held = "Put on hold so that \(bob) could be answered; it lost the audio."
        #expect(try story(stage.run("why", String(first.prefix(6)))).last == held)
        try stage.run("end", second)
        let watch = try stage.start("watch", "--json")
        _ = try watch.waitForLine { $0.contains(first) && $0.contains(#""State":"active""#) }
        try stage.run("end")
        #expect(try stage.run("list").output == "No calls.\n")

        let why = try stage.run("why", String(first.prefix(8)))
        #expect(why.succeeded && !why.output.contains("\u{1B}"))
        #expect(
            why.output.hasPrefix(
                "Call \(first.prefix(8)) with Ada Lovelace (+442079460000) through Alpha, incoming. Ended.\n"))
        #expect(
            story(why).dropLast() == [
                "Alpha reported the call; it rang.", "Another program asked to answer it.",
                "Alpha was told to answer it.",
                "Alpha answered: active, with the microphone and the speaker since then.", held,
                "Resumed, because \(bob), which it was held for, is over; it has the audio again.",
                "Another program asked to end it.", "Alpha was told to end it.",
            ])
        #expect(story(why).last?.hasPrefix("Ended, as asked. Lasted ") == true)
        #expect(try stage.run("why").output == why.output, "without an id it is the last that ended")
        #expect(try stage.run("why", second).output.contains("through Beta, incoming. Ended."))
    }

    @Test func `why tells a failed action, the other call and a lost app`() throws {
        let stage = try Stage()
        let alpha = try stage.provider("org.example.Alpha", "--name", "Alpha")
        let beta = try stage.provider("org.example.Beta", "--name", "Beta")
        let first = try stage.ring(alpha)
        try perform("answer", on: alpha, "fulfill", stage)
        let second = try stage.ring(beta)
        let answer = try stage.start("answer", second)
        let hold = try word(1, of: alpha.waitForLine { $0.hasPrefix("hold ") })
        try alpha.writeLine("fail \(hold)")
        #expect(try answer.waitForExit() == .exited(1))
        let failure = "It was not answered, because Alpha refused to hold call \(first.prefix(8)) (Ada through Alpha)."
        #expect(try story(stage.run("why", second)).last == failure)
        #expect(try story(stage.run("why", first)).last == "Alpha refused to put it on hold.")
        #expect(try stage.run("why").status == .exited(64), "two calls")

        let watch = try stage.start("watch", "--json")
        _ = try watch.waitForLine { $0.contains(first) }
        try alpha.kill9()
        _ = try watch.waitForLine { $0.contains(first) && $0.contains(#""State":"ended""#) }
        let end = "Alpha has left the bus, and its calls are over with it. Lasted "
        #expect(try story(stage.run("why", first)).last?.hasPrefix(end) == true)
    }

    @Test func `why --json has the moments of the interface`() throws {
        let stage = try Stage()
        let alpha = try stage.provider()
        let call = try stage.ring(alpha)
        let watch = try stage.start("watch", "--json")
        _ = try watch.waitForLine { $0.contains(call) }
        try alpha.writeLine("ended \(call) unanswered")
        _ = try watch.waitForLine { $0.contains(#""State":"ended""#) }
        let text = try stage.run("why", call, "--json").output
        let moments = try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [[String: Any]])
        #expect(moments.compactMap { $0["Event"] as? String } == ["appeared", "ended"])
        #expect(moments[0]["Call"] as? String == call && moments[0]["State"] as? String == "incoming")
        #expect(moments[0]["RemoteHandle"] as? [String] == ["phone-number", "+4930123456"])
        #expect(moments[1]["EndedReason"] as? String == "unanswered")
        #expect(moments[1]["Reason"] as? String == "ended-by-provider")
    }

    @Test func `why exits with status 2 for an unknown call and tells how long calls are remembered`() throws {
        let stage = try Stage()
        let unknown = try stage.run("why", "6ba7b810-9dad-11d1-80b4-00c04fd430c8")
        #expect(unknown.status == .exited(2))
        #expect(unknown.errors.hasPrefix("monkeycall: UnknownCall: ") && unknown.errors.contains("last 100"))
        #expect(try stage.run("why", "6ba7").status == .exited(2))
        #expect(try stage.run("why").status == .exited(2))
    }

    @Test func `Text from an app does not control the terminal in a story`() throws {
        let stage = try Stage()
        let app = try BusClient(address: stage.bus.address)
        let manager = app.manager
        let evil = "Eve\u{1B}[2J\u{9B}1m\n\u{202E}\u{2028}"
        let call = "11111111-2222-3333-4444-555555555555"
        try manager.call("RegisterProvider", "org.example.Evil", ["LocalizedName": .string(evil)])
        try manager.call(
            "ReportNewIncomingCall", "org.example.Evil", .string(call),
            ["LocalizedCallerName": .string(evil), "RemoteHandle": .tuple("generic", "\u{1B}]0;x\u{7}")])
        try manager.call("ReportCallEnded", .string(call), .uint64(0), "remote-ended", [:])
        for arguments in [["why", call], ["why", call, "--json"]] {
            let text = try ChildProcess.run(try stage.command(arguments)).output
            #expect(text.contains("Eve"))
            let outlaws = text.unicodeScalars.filter { scalar in
                scalar != "\n" && [.control, .format, .lineSeparator].contains(scalar.properties.generalCategory)
            }
            #expect(outlaws.isEmpty, "\(text.debugDescription)")
        }
        #expect(try stage.run("why").output.split(separator: "\n").count == 3)
    }

    /// The sentences, without the times.
    private func story(_ result: CommandResult) -> [String] {
        result.output.split(separator: "\n").dropFirst().map { String($0.drop { $0 != " " }.drop { $0 == " " }) }
    }

    private func perform(_ verb: String, on app: ChildProcess, _ answer: String, _ stage: Stage) throws {
        let command = try stage.start(verb)
        try app.writeLine("\(answer) \(word(1, of: app.waitForLine { $0.hasPrefix("\(verb) ") }))")
        #expect(try command.waitForExit() == .exited(0))
    }
}
