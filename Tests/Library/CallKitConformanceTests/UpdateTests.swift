// SPDX-License-Identifier: MIT

import AppTesting
import BusTesting
import Glibc
import Testing

/// The properties that an update sets, and those that it leaves unchanged.
@Suite(.daemonLogs)
final class UpdateTests: PhoneSuite {
    /// The properties of A that an update can set.
    private func facts() throws -> String {
        try scene.settle()
        let shell = try scene.shell()
        let names = ["Holding", "Grouping", "Ungrouping", "DTMF"]
        var facts = try names.filter { try shell.property("Supports" + $0, of: "A") == true }
        if try shell.property("HasVideo", of: "A") == true { facts.append("video") }
        facts.append(try shell.property("LocalizedCallerName", of: "A").string ?? "")
        facts.append(try shell.property("RemoteHandle", of: "A")[1]?.string ?? "")
        return facts.filter { !$0.isEmpty }.joined(separator: " ")
    }

    @Test func `A new call supports everything unless its update denies it`() throws {
        try phone.does("ring A")
        #expect(try facts() == "Holding Grouping Ungrouping DTMF")
    }

    @Test func `An update leaves unset properties as they were`() throws {
        try phone.does("ring A handle=+49 name=Ada holding=no grouping=no")
        #expect(try facts() == "Ungrouping DTMF Ada +49")
        try phone.does("update A video=yes")
        #expect(try facts() == "Ungrouping DTMF video Ada +49")
        try phone.does("update A holding=yes dtmf=no")
        #expect(try facts() == "Holding Ungrouping video Ada +49")
    }

    @Test func `A name that is too long for the service is cut`() throws {
        try phone.does("ring A name=\(String(repeating: "ä", count: 2_000))")
        try scene.expect(["Phone": ["A reported"]])
        let name = try scene.shell().property("LocalizedCallerName", of: "A")
        #expect(name == .string(String(repeating: "ä", count: 512)))
    }

    @Test func `A handle without a value counts as no handle`() throws {
        try phone.does("ring A handle=-")
        try scene.expect(["Phone": ["A reported"]])
        let handle = try scene.shell().property("RemoteHandle", of: "A")
        #expect(handle == .tuple("", ""))
    }

    @Test func `An update may set a property to nil`() throws {
        try phone.does("ring A handle=+49 name=Ada")
        try phone.does("update A name=")
        #expect(try facts() == "Holding Grouping Ungrouping DTMF +49")
        try phone.does("update A handle=")
        #expect(try facts() == "Holding Grouping Ungrouping DTMF")
    }

    @Test func `Hundreds of reports that a busy service answers late all arrive`() throws {
        try phone.does("ring A", "ring B")
        try scene.settle()
        let service = scene.stage.daemon.process
        service.send(signal: SIGSTOP)
        for number in 0..<300 {
            try phone.begins("update A name=a\(number)")
            try phone.begins("update B name=b\(number)")
        }
        try phone.begins("ended A remote-ended")
        try phone.begins("update B video=yes")
        try phone.begins("pending")
        try phone.wait(for: "pending ")
        service.send(signal: SIGCONT)
        try scene.settle()
        try scene.expect(calls: "B incoming")
        let shell = try scene.shell()
        #expect(try shell.property("LocalizedCallerName", of: "B") == .string("b299"))
        #expect(try shell.property("HasVideo", of: "B") == true)
    }

    @Test func `Updates that wait to be sent arrive as one`() throws {
        try phone.does("ring A")
        try scene.settle()
        let watcher = try scene.stage.subscriber()
        var changes = 0
        watcher.client.onMessage = { if $0.member == "PropertiesChanged" { changes += 1 } }
        let service = scene.stage.daemon.process
        service.send(signal: SIGSTOP)
        for number in 0..<300 { try phone.begins("update A name=a\(number)") }
        try phone.begins("update A video=yes")
        try phone.begins("pending")
        try phone.wait(for: "pending ")
        service.send(signal: SIGCONT)
        try scene.settle()
        try watcher.catchUp()
        // Some dozens are on their way before the others begin to wait.
        #expect((2..<100).contains(changes))
        #expect(try scene.shell().property("LocalizedCallerName", of: "A") == .string("a299"))
        #expect(try scene.shell().property("HasVideo", of: "A") == true)
    }

    /// The times when A was started, connecting and connected, in seconds since the Unix epoch; 0 if unknown.
    private func dates() throws -> [Int] {
        try scene.settle()
        let shell = try scene.shell()
        return try ["StartedAt", "ConnectingAt", "ConnectedAt"].map {
            (try shell.property($0, of: "A").int ?? 0) / 1_000_000
        }
    }

    @Test func `The dates of an outgoing call come from the app`() throws {
        try phone.does("drop-habit obey", "request start A +49")
        try scene.settle()
        try phone.does("fulfil at=100", "connecting A at=200", "connected A at=300")
        #expect(try dates() == [100, 200, 300])
        let shell = try scene.stage.subscriber()
        try phone.does("ended A remote-ended at=400")
        #expect(try shell.end(of: "A")?["EndedAt"]?.int == 400_000_000)
    }

    @Test func `An incoming call connects no earlier than it started, and ends when its app says`() throws {
        try phone.does("ring A", "drop-habit obey", "request answer A")
        try scene.settle()
        try phone.does("fulfil at=100")
        let dates = try dates()
        #expect(dates[0] > 100 && dates[2] == dates[0])
        let shell = try scene.stage.subscriber()
        try scene.does(phone, "request end A")
        try phone.does("fulfil at=200")
        #expect(try shell.end(of: "A")?["EndedAt"]?.int == 200_000_000)
    }

    @Test func `The dates of a call are the same after a crash of the daemon`() throws {
        try phone.does("drop-habit obey", "request start A +49")
        try scene.settle()
        try phone.does("fulfil at=100", "connecting A at=200", "connected A at=300")
        try scene.settle()
        try scene.stage.restart()
        #expect(try dates() == [100, 0, 300])
    }

    @Test func `A report about an unknown call does no harm`() throws {
        try phone.does("update A name=Ada", "ended A failed", "connecting A", "connected A", "ring A")
        try scene.expect(["Phone": ["A reported"]])
        #expect(try facts() == "Holding Grouping Ungrouping DTMF")
    }
}
