// SPDX-License-Identifier: MIT

import BusTesting
import Foundation
import Testing

/// `watch`: a line for each change, for people and for programs.
@Suite(.daemonLogs)
struct CommandLineWatchTests {
    @Test func `watch prints each change as a line with time, call, change, app and other side`() throws {
        let stage = try Stage()
        let watch = try stage.start("watch")
        let alpha = try stage.provider("org.example.Alpha", "--auto", "--name", "Alpha")
        _ = try watch.waitForLine { $0.hasSuffix("provider  org.example.Alpha  registered") }
        let call = try stage.ring(alpha)
        let line = try watch.waitForLine { $0.contains("incoming") }
        #expect(line.wholeMatch(of: /\d\d:\d\d:\d\d  [0-9a-f]{8}  incoming +Alpha  Ada  \+4930123456/) != nil)
        try stage.run("answer")
        let answered = try watch.waitForLine { $0.contains("connecting → active") }
        #expect(answered.contains(call.prefix(8)) && answered.hasSuffix("has the audio, answered"))
        _ = try watch.waitForLine { $0.contains("audio     nobody → Alpha") }
        try stage.run("mute")
        _ = try watch.waitForLine { $0.contains("  muted  ") }
        try stage.run("end")
        _ = try watch.waitForLine { $0.contains("ending → ended") && $0.contains("ended-by-request") }
        #expect(!watch.text().contains("\u{1B}"))

        watch.send(signal: SIGINT)
        #expect(try watch.waitForExit() == .exited(0))
    }

    @Test func `watch prints the existing calls first`() throws {
        let stage = try Stage()
        let alpha = try stage.provider()
        let call = try stage.ring(alpha)
        let watch = try stage.start("watch")
        _ = try watch.waitForLine { $0.contains("registered") }
        #expect(try watch.waitForLine().contains("\(call.prefix(8))  incoming"))
    }

    @Test func `watch --json prints each change as an object with the old and the new values`() throws {
        let stage = try Stage()
        let watch = try stage.start("watch", "--json")
        func next(_ event: String, _ key: String? = nil) throws -> [String: Any] {
            try object(
                watch.waitForLine { line in
                    line.contains("\"Event\":\"\(event)\"") && (key.map { line.contains("\"\($0)\"") } ?? true)
                })
        }
        #expect(try next("service-found")["Time"] as? UInt64 != 0)
        let alpha = try stage.provider("org.example.Alpha", "--auto")
        #expect(try next("provider-added")["Provider"] as? String == "org.example.Alpha")
        let call = try stage.ring(alpha)
        let added = try next("call-added")
        #expect(added["Call"] as? String == call)
        #expect((added["Properties"] as? [String: Any])?["State"] as? String == "incoming")

        try stage.run("answer")
        let changed = try next("call-changed", "State")
        #expect((changed["From"] as? [String: Any])?["State"] as? String == "incoming")
        #expect((changed["To"] as? [String: Any])?["State"] as? String == "connecting")
        let audio = try next("audio-changed", "OwnerProvider")
        #expect((audio["To"] as? [String: Any])?["OwnerProvider"] as? String == "org.example.Alpha")

        alpha.terminate()
        #expect(try next("call-removed")["Call"] as? String == call)
        #expect(try next("provider-removed")["Provider"] as? String == "org.example.Alpha")
        watch.terminate()
        #expect(try watch.waitForExit() == .exited(0))
    }

    @Test func `watch catches up after it was too slow to read all changes`() throws {
        let stage = try Stage()
        let watch = try stage.start("watch", "--json")
        let phone = try BusClient(address: stage.bus.address)
        defer { phone.close() }
        let (own, call, next) = (DBusValue.string("org.example.Phone"), UUID(), UUID())
        try phone.manager.call("RegisterProvider", own, [:])
        try phone.manager.call("ReportNewIncomingCall", own, call.value, [:])
        _ = try watch.waitForLine { $0.contains("call-added") }
        watch.send(signal: SIGSTOP)
        for number in 1...2_000 {
            let text = DBusValue.string(String(repeating: number % 2 == 0 ? "x" : "y", count: 1_000))
            let update: [String: DBusValue] = [
                "LocalizedCallerName": text, "ContactIdentifier": text, "ExternalID": text,
                "RemoteHandle": .tuple("generic", text),
            ]
            try phone.manager.call("ReportCallUpdated", call.value, .options(update))
        }
        try phone.manager.call("ReportCallEnded", call.value, .uint64(0), "remote-ended", [:])
        try phone.manager.call("ReportNewIncomingCall", own, next.value, [:])
        watch.send(signal: SIGCONT)
        _ = try watch.waitForLine { $0.contains("call-removed") && $0.contains(call.text) }
        _ = try watch.waitForLine { $0.contains("call-added") && $0.contains(next.text) }
        try phone.manager.call("ReportCallEnded", next.value, .uint64(0), "remote-ended", [:])
        _ = try watch.waitForLine { $0.contains("call-removed") && $0.contains(next.text) }
    }

    @Test(arguments: [false, true]) func `watch waits for a service that has left`(killed: Bool) throws {
        let stage = try Stage()
        let (text, json) = (try stage.start("watch"), try stage.start("watch", "--json"))
        var alpha = try stage.provider()
        _ = try stage.ring(alpha)
        for watch in [text, json] { _ = try watch.waitForLine { $0.contains("incoming") } }
        alpha.terminate()
        try alpha.waitForExit()

        if killed { try stage.restart() } else { try stage.upgrade() }
        _ = try text.waitForLine { $0.contains("service   has left; waiting") }
        _ = try text.waitForLine { $0.contains("service   is back") }
        _ = try json.waitForLine { $0.contains("service-lost") }
        _ = try json.waitForLine { $0.contains("service-found") }

        alpha = try stage.provider()
        let call = try stage.ring(alpha)
        #expect(try text.waitForLine { $0.contains("incoming") }.contains(call.prefix(8)))
        #expect(try json.waitForLine { $0.contains("call-added") }.contains(call))
    }

    @Test(arguments: [false, true])
    func `watch says nothing about a service that comes back with its state`(killed: Bool) throws {
        let stage = try Stage(keepsState: true)
        let (text, json) = (try stage.start("watch"), try stage.start("watch", "--json"))
        let alpha = try stage.provider()
        let call = try stage.ring(alpha)
        for watch in [text, json] { _ = try watch.waitForLine { $0.contains("incoming") } }
        if killed { try stage.restart() } else { try stage.upgrade() }
        try alpha.writeLine("ended \(call)")
        _ = try text.waitForLine { $0.contains("ended") }
        _ = try json.waitForLine { $0.contains("call-removed") }
        #expect(!text.text().contains("service   "))
        let events = json.text().split(separator: "\n").filter {
            $0.contains(call) && $0.contains("call-added") || $0.contains("service-")
        }
        #expect(events.count == 2, "service-found and call-added at the start")
    }

    @Test func `watch shows what ended while no service ran`() throws {
        let stage = try Stage(keepsState: true)
        let watch = try stage.start("watch", "--json")
        let alpha = try stage.provider()
        let call = try stage.ring(alpha)
        _ = try watch.waitForLine { $0.contains("incoming") }
        try stage.crash()
        try alpha.kill9()
        try stage.startService()
        #expect(try watch.waitForLine { $0.contains("call-removed") }.contains(call))
        _ = try watch.waitForLine { $0.contains("provider-removed") }
    }

    @Test func `watch exits with status 69 when the bus ends`() throws {
        let stage = try Stage()
        let watch = try stage.start("watch", "--json")
        _ = try watch.waitForLine { $0.contains("audio-changed") }
        stage.bus.stop()
        #expect(try watch.waitForExit() == .exited(69))
    }

    @Test(arguments: [("", true), ("1", false)])
    func `watch prints colours on a terminal unless the user disables them`(noColor: String, coloured: Bool) throws {
        let stage = try Stage()
        let alpha = try stage.provider()
        _ = try stage.ring(alpha)
        let command = try stage.command(["watch"]).map { "'\($0)'" }.joined(separator: " ")
        let environment = ["NO_COLOR": noColor, "TERM": "xterm"]
        let terminal = try ChildProcess(["script", "-qfec", command, "/dev/null"], environment: environment)
        #expect(try terminal.waitForLine { $0.contains("incoming") }.contains("\u{1B}[") == coloured)
        terminal.terminate()
    }
}

extension UUID {
    /// The id of a call.
    fileprivate var text: String { uuidString.lowercased() }
    fileprivate var value: DBusValue { .string(text) }
}
