// SPDX-License-Identifier: MIT

import BusTesting
import Foundation
import Testing

/// The commands that act on a call, each with an app.
@Suite(.daemonLogs)
struct CommandLineActionTests {
    @Test func `One command for each step leads a call through its life`() throws {
        let stage = try Stage()
        let alpha = try stage.provider("org.example.Alpha", "--auto")
        let call = try stage.ring(alpha)
        let short = call.prefix(8)

        #expect(try stage.run("answer").output == "\(short)  answered  Ada  +4930123456\n")
        #expect(try stage.property("State", of: call) == "active")
        #expect(try stage.run("mute").output.contains("\(short)  muted"))
        #expect(try stage.calls().first?["Muted"] as? Bool == true)
        #expect(try stage.run("unmute").output.contains("unmuted"))
        #expect(try stage.run("dtmf", "1A#*").output.contains("was sent 1A#*"))
        #expect(try word(3, of: alpha.waitForLine { $0.hasPrefix("dtmf ") }) == "1A#*")
        #expect(try stage.run("dtmf", "1,,2p3w4").output.contains("was sent 1,,2,3;4"))
        #expect(try word(3, of: alpha.waitForLine { $0.hasPrefix("dtmf ") }) == "1,,2,3;4")
        #expect(try stage.run("hold").output.contains("put on hold"))
        #expect(try stage.property("State", of: call) == "held")
        #expect(try stage.run("resume").output.contains("resumed"))
        #expect(try stage.property("State", of: call) == "active")
        #expect(try stage.run("end").output.contains("ended"))
        #expect(try stage.calls().isEmpty)

        _ = try stage.ring(alpha)
        #expect(try stage.run("decline").output.contains("declined"))
        #expect(try stage.calls().isEmpty)
    }

    @Test func `dial with an app places a call and guesses the type of the handle`() throws {
        let stage = try Stage()
        let alpha = try stage.provider("org.example.Alpha", "--auto", "--json", "--groups", "9")
        let id = "ABCDEF00-1111-2222-3333-444444444444"
        let dialed = try stage.run("dial", "org.example.Alpha", "+49 (30) 123-456", "--id", id, "--video")
        #expect(dialed.output == "abcdef00  dialing  +49 (30) 123-456\n")
        #expect(try object(alpha.waitForLine { $0.contains("start") })["Handle"] as? String == "+49 (30) 123-456")
        #expect(try stage.calls().first?["HasVideo"] as? Bool == true)
        for (handle, options, type, value) in [
            ("ada@example.org", [], "email-address", "ada@example.org"), ("110", [], "phone-number", "110"),
            ("sip:ada@example.org", [], "generic", "ada@example.org"),
            ("tel:+49-30-123456;ext=7", [], "phone-number", "+4930123456"),
            ("tel:110", ["--type", "generic"], "generic", "tel:110"),
        ] {
            let dial = try ChildProcess.run(try stage.command(["dial", "org.example.Alpha", handle] + options))
            #expect(dial.succeeded)
            #expect(try stage.calls().last?["RemoteHandle"] as? [String] == [type, value])
        }
        #expect(try stage.run("dial", "org.example.Alpha", "1", "--id", "abcd").status == .exited(64))
        #expect(try stage.run("dial", "org.example.Alpha", "").status == .exited(64))
    }

    @Test func `dial without an app asks the default app to call`() throws {
        let stage = try Stage()
        let none = try stage.run("dial", "+4930123456")
        #expect(none.status == .exited(2) && none.errors.hasPrefix("monkeycall: UnknownProvider: "))

        let client = try BusClient(address: stage.bus.address)
        try client.manager.call(
            "RegisterShell", "",
            ["DefaultProviders": .dictionary(key: "s", value: "s", ["phone-number": "org.example.Beta"])])
        try stage.provider("org.example.Alpha", "--auto")
        let beta = try stage.provider("org.example.Beta", "--auto")
        let dialed = try stage.run("dial", "tel:+49-30-123456")
        #expect(dialed.output == "org.example.Beta  was asked to call  +4930123456\n")
        #expect(try beta.waitForLine { $0.hasPrefix("start ") }.hasSuffix(" +4930123456"))
        let json = try object(try stage.run("dial", "110", "--json", "--video").output)
        #expect(
            json["Provider"] as? String == "org.example.Beta" && json["Handle"] as? [String] == ["phone-number", "110"])

        let forgotten = try stage.run("dial", "org.example.Beta")
        #expect(forgotten.status == .exited(64) && forgotten.errors.contains("Beta is a provider, not a handle"))
        for words in [["+49", "30123456"], ["+49", "30", "123456"]] {
            let spaced = try ChildProcess.run(try stage.command(["dial"] + words))
            #expect(spaced.status == .exited(64))
            #expect(spaced.errors.contains("write a number without spaces, or in quotes"))
        }
        for words in [["110", "--emergency"], ["110", "--id", "abcdef00-1111-2222-3333-444444444444"], ["tel:ada"]] {
            #expect(try ChildProcess.run(try stage.command(["dial"] + words)).status == .exited(64))
        }
    }

    @Test func `dial calls an emergency number over the modem, whichever app it names`() throws {
        let stage = try Stage(configuration: "[Cellular org.example.Modem]\nUser=\(getuid())\n")
        try stage.provider("org.example.Alpha", "--auto")
        let modem = try stage.app("Modem", ["EmergencyNumbers": .strings(["112"])])
        #expect(try stage.run("dial", "112").output == "org.example.Modem  was asked to call  112\n")
        _ = try modem.actor.client.waitForSignal("StartCallRequested")
        try stage.run("dial", "org.example.Alpha", "tel:112", "--no-wait")
        #expect(try modem.action().details?["Emergency"] == true)
        #expect(try stage.calls().first?["Emergency"] as? Bool == true)
    }

    @Test func `end without an id ends the active call and never a ringing call`() throws {
        let stage = try Stage()
        let alpha = try stage.provider("org.example.Alpha", "--auto", "--groups", "5")
        let held = try stage.ring(alpha)
        let ringing =
            "monkeycall: UnknownCall: There is no call that can be ended; to refuse the one that rings, use decline\n"
        #expect(try stage.run("end").errors == ringing)
        try stage.run("answer")
        let active = try stage.ring(alpha)
        try stage.run("answer")
        let incoming = try stage.ring(alpha)
        #expect(try stage.property("State", of: held) == "held")
        #expect(try stage.run("mute").output.contains(active.prefix(8)), "the same holds for other commands")
        #expect(try stage.run("end").output.contains(active.prefix(8)))
        let watch = try stage.start("watch", "--json")
        _ = try watch.waitForLine { $0.contains(held) && $0.contains(#""State":"active""#) }
        try stage.run("hold")
        #expect(try stage.run("end").output.contains(held.prefix(8)), "the only one on hold")
        #expect(try stage.run("end").errors == ringing)
        #expect(try stage.property("State", of: incoming) == "incoming")
        #expect(try stage.run("end", incoming).succeeded, "by its id it is ended in any state")
    }

    @Test func `silence stops the ringing of one call or of all calls`() throws {
        let stage = try Stage()
        #expect(try stage.run("silence").errors == "monkeycall: UnknownCall: No call is ringing\n")
        let alpha = try stage.provider("org.example.Alpha", "--auto", "--groups", "5")
        let calls = [try stage.ring(alpha), try stage.ring(alpha, "bob@example.org")]
        #expect(try stage.run("silence", calls[1]).output == "\(calls[1].prefix(8))  silenced  bob@example.org\n")
        #expect(try stage.calls().map { $0["Silenced"] as? Bool } == [false, true])
        let json = try object(try stage.run("silence", "--json").output)
        #expect(json["Silenced"] as? [String] == calls)
        #expect(try stage.calls().map { $0["Silenced"] as? Bool } == [true, true])
        try stage.run("answer", calls[0])
        let late = try stage.run("silence", calls[0])
        #expect(late.status == .exited(2) && late.errors.contains("The call is active and does not ring"))
    }

    @Test func `route shows the routes and asks the shell for one`() throws {
        let stage = try Stage()
        #expect(try stage.run("route").output == "No routes: no shell such as monkeycall-agent runs.\n")
        #expect(try stage.run("route", "--auto").errors.hasPrefix("monkeycall: NoShell: "))
        let client = try BusClient(address: stage.bus.address)
        func route(_ name: String, _ localized: String, _ kind: String, _ available: Bool = true) -> [String: DBusValue]
        {
            [
                "Name": .string(name), "LocalizedName": .string(localized), "Kind": .string(kind),
                "Available": .bool(available),
            ]
        }
        let routes = [
            route("sink.1", "Speakers", "speaker"), route("sink.2", "Speedy Headset", "headset"),
            route("sink.3", "Car", "car", false),
        ]
        try client.manager.call(
            "RegisterShell", "", ["Routes": .dictionaries(routes), "Route": "sink.1"])
        #expect(try stage.run("route", "speedy").output == "Speedy Headset is requested.\n")
        let lines = try stage.run("route").output.split(separator: "\n").map {
            $0.split(separator: " ").joined(separator: " ")
        }
        #expect(
            lines == [
                "ROUTE KIND USE NAME", "Speakers speaker in use sink.1", "Speedy Headset headset requested sink.2",
                "Car car not available sink.3",
            ])
        let json = try object(try stage.run("route", "--json").output)
        #expect(json["Route"] as? String == "sink.1" && json["RequestedRoute"] as? String == "sink.2")
        #expect(
            (json["Routes"] as? [[String: Any]])?.compactMap { $0["Name"] as? String } == [
                "sink.1", "sink.2", "sink.3",
            ])

        let both = try stage.run("route", "spee")
        #expect(both.succeeded, "only one begins like that")
        let several = try stage.run("route", "s")
        #expect(
            several.status == .exited(64)
                && several.errors.hasPrefix("monkeycall: AmbiguousRoute: 3 routes begin with s;"))
        #expect(try stage.run("route", "moon").errors.hasPrefix("monkeycall: UnknownRoute: There is no route moon"))
        #expect(try stage.run("route", "car").errors.hasPrefix("monkeycall: InvalidArgs: "))
        #expect(try stage.run("route", "--auto").succeeded)
        #expect(try object(try stage.run("route", "--json").output)["RequestedRoute"] as? String == "")
    }

    @Test func `group merges two calls, and ungroup takes one out`() throws {
        let stage = try Stage()
        let alpha = try stage.provider("org.example.Alpha", "--auto")
        let first = try stage.ring(alpha)
        try stage.run("answer")
        let second = try stage.ring(alpha)
        try stage.run("answer")
        let joined = try stage.run("group", String(first.prefix(6)), String(second.prefix(6)))
        #expect(joined.output.contains("\(first.prefix(8))  joined \(second.prefix(8))"))
        #expect(try stage.property("Group", of: first) == stage.property("Group", of: second))
        #expect(try stage.run("list").output.contains("in conference with \(second.prefix(8))"))
        #expect(try stage.run("ungroup", first).succeeded)
        #expect(try stage.property("Group", of: first) != stage.property("Group", of: second))
    }

    @Test func `The JSON output names the action, the call and the transaction`() throws {
        let stage = try Stage()
        let alpha = try stage.provider("org.example.Alpha", "--auto")
        let call = try stage.ring(alpha)
        let answer = try object(try stage.run("answer", "--json").output)
        #expect(answer["Action"] as? String == "answer-call" && answer["Call"] as? String == call)
        #expect(answer["Completed"] as? Bool == true && (answer["Transaction"] as? String)?.count == 36)
    }

    @Test func `A command with --no-wait returns on acceptance, and without it waits for the app`() throws {
        let stage = try Stage()
        let alpha = try stage.provider()
        let call = try stage.ring(alpha)
        let answer = try stage.run("answer", "--no-wait")
        #expect(answer.succeeded && answer.output.contains("answer-call accepted"))
        let action = try word(1, of: alpha.waitForLine { $0.hasPrefix("answer ") })
        #expect(try stage.property("State", of: call) == "connecting")

        // The end supersedes the answer. Without --no-wait the command waits for the end.
        let patient = try stage.start("end")
        let end = try word(1, of: alpha.waitForLine { $0.hasPrefix("end ") })
        #expect(patient.text().isEmpty)
        try alpha.writeLine("fulfill \(end)")
        #expect(try patient.waitForExit() == .exited(0))
        try alpha.writeLine("fulfill \(action)")
        #expect(try alpha.waitForLine { $0.hasPrefix("error ") }.hasPrefix("error ActionAlreadyCompleted "))
    }

    @Test func `A command exits with status 1 and the reason when the app fails its action`() throws {
        let stage = try Stage()
        let alpha = try stage.provider()
        let call = try stage.ring(alpha)
        for options in [[], ["--json"]] {
            let mute = try ChildProcess(try stage.command(["answer"] + options))
            let action = try word(1, of: alpha.waitForLine { $0.hasPrefix("answer ") })
            try alpha.writeLine("fail \(action)")
            #expect(try mute.waitForExit() == .exited(1))
            let line = try mute.waitForLine(of: .error)
            if options.isEmpty {
                #expect(line == "monkeycall: ActionFailed: answer-call was not performed: answer-failed")
                _ = try stage.ring(alpha)
            } else {
                let error = try object(line)
                #expect(error["Error"] as? String == "ActionFailed" && error["Status"] as? Int == 1)
                #expect(error["Reason"] as? String == "answer-failed" && error["Action"] as? String == "answer-call")
                #expect(error["Call"] as? String != call && mute.text().isEmpty)
            }
        }
    }

    @Test func `An answer that an app's refusal to hold prevents names the way out, and the next one ends that call`()
        throws
    {
        let stage = try Stage()
        let (alpha, beta) = (try stage.provider(), try stage.provider("org.example.Beta"))
        let first = try stage.ring(alpha)
        try stage.run("answer", "--no-wait")
        try alpha.writeLine("fulfill \(word(1, of: alpha.waitForLine { $0.hasPrefix("answer ") }))")
        let second = try stage.ring(beta)
        let answer = try stage.start("answer", second)
        try alpha.writeLine("fail \(word(1, of: alpha.waitForLine { $0.hasPrefix("hold ") }))")
        #expect(try answer.waitForExit() == .exited(1))
        let prefix = first.prefix(8)
        let line = "answer-call was not performed: hold-failed, at set-held (call \(prefix))"
        #expect(
            try answer.waitForLine(of: .error)
                == "monkeycall: ActionFailed: \(line); end that call first: monkeycall end \(prefix)")
        try stage.run("answer", second, "--no-wait")
        _ = try alpha.waitForLine { $0.hasPrefix("end ") }
    }

    @Test func `A command fails when the app is lost`() throws {
        let stage = try Stage()
        let alpha = try stage.provider()
        _ = try stage.ring(alpha)
        let answer = try stage.start("answer")
        _ = try alpha.waitForLine { $0.hasPrefix("answer ") }
        try alpha.kill9()
        #expect(try answer.waitForExit() == .exited(1))
        #expect(try answer.waitForLine(of: .error).contains("provider-lost"))
    }

    @Test func `A command exits with status 2, the error name and the message when the service refuses it`() throws {
        let stage = try Stage()
        let unknown = try stage.run("dial", "org.example.Nobody", "+49")
        #expect(unknown.status == .exited(2) && unknown.output.isEmpty)
        #expect(unknown.errors.hasPrefix("monkeycall: RequestTransaction.UnknownCallProvider: "))

        let alpha = try stage.provider("org.example.Alpha", "--auto")
        let call = try stage.ring(alpha)
        let early = try stage.run("--json", "hold", call)
        let error = try object(early.errors)
        #expect(early.status == .exited(2) && error["Status"] as? Int == 2)
        #expect(error["Error"] as? String == "RequestTransaction.InvalidAction")
        #expect((error["Message"] as? String)?.isEmpty == false)

        try stage.run("answer")
        let late = try stage.run("decline", call)
        #expect(late.status == .exited(2) && late.errors.contains("to end it, use end"))
        #expect(try stage.property("State", of: call) == "active")
        #expect(
            try stage.run("mute", "ffffffff").errors
                == "monkeycall: UnknownCall: No call has an id that begins with ffffffff; list shows the calls\n")
        #expect(try stage.run("answer").status == .exited(2))
    }

    @Test func `A short id is accepted while it names only one call`() throws {
        let stage = try Stage()
        try stage.provider("org.example.Alpha", "--auto", "--groups", "5")
        let ids = ["abcd1111", "abcd2222", "99990000"].map { $0 + "-1111-2222-3333-444444444444" }
        try stage.dial(ids)

        #expect(try stage.run("mute", "9999").succeeded)
        #expect(try stage.run("mute", "ABCD2").succeeded)
        #expect(try stage.run("mute", "abcd1111-11").succeeded)
        #expect(try stage.run("mute", ids[0]).succeeded)

        let both = try stage.run("unmute", "abcd")
        #expect(both.status == .exited(64))
        let lines = both.errors.split(separator: "\n")
        #expect(lines.first == "monkeycall: AmbiguousCall: 2 calls have an id that begins with abcd; name one of them")
        #expect(lines.dropFirst().map { $0.prefix(10) } == ["  abcd1111", "  abcd2222"])
        let json = try object(try stage.run("unmute", "abcd", "--json").errors)
        let candidates = try #require(json["Candidates"] as? [[String: Any]])
        #expect(candidates.map { $0["UUID"] as? String } == Array(ids[..<2]))
        #expect(candidates.map { $0["State"] as? String } == ["held", "held"])

        #expect(try stage.run("mute", "abc").status == .exited(64), "three characters are too few")
        #expect(try stage.run("mute", "xyzw").status == .exited(64), "no id looks like that")
    }

    @Test func `The call may be omitted if only one call fits`() throws {
        let stage = try Stage()
        let alpha = try stage.provider("org.example.Alpha", "--auto", "--groups", "5")
        #expect(try stage.run("end").errors == "monkeycall: UnknownCall: There is no call that can be ended\n")
        let first = try stage.ring(alpha)
        let second = try stage.ring(alpha)
        #expect(try stage.run("decline").errors.contains("2 calls can be declined"))
        #expect(try stage.run("answer").output.contains(first.prefix(8)), "it has rung longest")
        #expect(try stage.run("answer").output.contains(second.prefix(8)), "only one rings now")
        #expect(try stage.run("resume").output.contains(first.prefix(8)), "only one is held")
        #expect(try stage.run("hold").output.contains(first.prefix(8)), "only one is active")
    }

    @Test func `A command without a service exits with status 69`() throws {
        let bus = try BusDaemon.session()
        let tool = try Product.path("monkeycall")
        for command in [["list"], ["providers"], ["watch"], ["answer"], ["provider", "org.example.Alpha"]] {
            let result = try ChildProcess.run([tool] + command + ["--address", bus.address])
            #expect(result.status == .exited(69))
            #expect(
                result.errors.hasPrefix("monkeycall: ServiceUnavailable: org.monkeycall.CallManager is not on the bus"))
        }
        let nowhere = try ChildProcess.run([tool, "list", "--json", "--address", "unix:path=/nowhere"])
        #expect(nowhere.status == .exited(69))
        #expect(try object(nowhere.errors)["Error"] as? String == "ServiceUnavailable")
    }

    @Test func `A command points out a service on the other bus`() throws {
        let stage = try Stage()
        let other = try BusDaemon.session()
        let tool = try Product.path("monkeycall")
        let onSession = ["DBUS_SYSTEM_BUS_ADDRESS": other.address, "DBUS_SESSION_BUS_ADDRESS": stage.bus.address]
        let system = try ChildProcess.run([tool, "list"], environment: onSession)
        #expect(system.status == .exited(69))
        #expect(system.errors.contains("is not on the system bus; it is on the session bus: add --session"))
        #expect(try ChildProcess.run([tool, "list", "--session"], environment: onSession).succeeded)

        let onSystem = ["DBUS_SYSTEM_BUS_ADDRESS": stage.bus.address, "DBUS_SESSION_BUS_ADDRESS": other.address]
        let session = try ChildProcess.run([tool, "--session", "list"], environment: onSystem)
        #expect(session.errors.contains("it is on the system bus: omit --session"))
        #expect(try ChildProcess.run([tool, "list"], environment: onSystem).succeeded)
    }

    @Test func `A command exits with status 69 when the service dies during the wait`() throws {
        let stage = try Stage()
        let alpha = try stage.provider()
        _ = try stage.ring(alpha)
        let answer = try stage.start("answer")
        _ = try alpha.waitForLine { $0.hasPrefix("answer ") }
        try stage.daemon.kill9()
        #expect(try answer.waitForExit() == .exited(69))
        #expect(try answer.waitForLine(of: .error).hasPrefix("monkeycall: ServiceLost: "))
    }

    @Test func `A command that cannot write its output exits with status 74`() throws {
        let stage = try Stage()
        let tool = try stage.command(["list"]).map { "'\($0)'" }.joined(separator: " ")
        let full = try ChildProcess.run(["sh", "-c", "\(tool) >/dev/full"])
        #expect(full.status == .exited(74) && full.errors.contains("OutputFailed"))
    }
}
