// SPDX-License-Identifier: MIT

import BusTesting
import Testing

/// Calls that a client repeats, because the service stopped before it replied.
@Suite(.daemonLogs)
struct RepetitionOnTheBusTests {
    @Test func `An app that registers again keeps its object and its calls, and its icon is replaced`() throws {
        let desk = try Desk()
        let provider = desk.user.client.provider()
        for picture in ["one", "two"].map({ Array($0.utf8) }) {
            try desk.phone.register(["Icon": .descriptor(try .memory(picture))])
            #expect(try provider.call("OpenIcon").first?.descriptor?.contents() == picture)
        }
        try desk.talk("A", at: desk.phone)
        try desk.phone.register(["Ringtone": "phone-incoming-call"])
        #expect(try provider.error("OpenIcon")?.shortName == "FileNotFound")
        #expect(try provider.get("Ringtone") == "phone-incoming-call")
        try desk.expect([], moved: [])
        #expect(try desk.user.owners() == ["A"])
    }

    @Test func `A report that shows that an action is done fulfils it, and its fulfilment may follow`() throws {
        let desk = try Desk()
        try desk.phone.ring("A")
        try desk.user.ask("Answer", "A")
        try desk.forget()
        try desk.phone.goOn("A", ["Muted": true])
        try desk.expect(["phone: activated A", "user: completed"], moved: ["A active +audio muted answered"])
        try desk.phone.fulfill()
        let transaction = try desk.user.request([desk.chat.start("B")])
        try desk.phone.goOn("A", ["State": "held"])
        try desk.phone.fulfill()
        try desk.chat.reportConnected("B")
        try desk.chat.fulfill()
        try desk.expect([
            "phone: perform SetHeld A true by system 0/1", "phone: deactivated A",
            "chat: perform Start B +4930123456 by shell 0/1",
            "chat: activated B", "user: completed",
        ])
        #expect(try desk.user.completed().last == transaction)
        #expect(try desk.user.why("A") == "held-for-start B")
    }

    @Test func `An app that has stopped its audio gets it again when it reports its active call`() throws {
        let desk = try Desk()
        try desk.talk("A", at: desk.phone)
        try desk.phone.register()
        try desk.phone.goOn("A")
        try desk.expect(["phone: activated A"], moved: [])
    }

    @Test func `The end of a call may be reported twice`() throws {
        let desk = try Desk()
        try desk.talk("A", at: desk.phone)
        try desk.phone.reportEnded("A")
        try desk.forget()
        try desk.phone.reportEnded("A")
        try desk.expect([], moved: [])
        #expect(
            desk.chat.actor.refusal { _ in
                try desk.chat.actor.call("ReportCallEnded", UUIDs.value("A"), .uint64(0), "failed", [:])
            } == "UnknownCall")
    }

    @Test func `A shell that registers again keeps its place, and a second subscription sends no second signal`() throws
    {
        let desk = try Desk()
        let other = try desk.stage.shell("other")
        try desk.user.call("RegisterShell", "", ["AutoResume": true])
        try other.call("RegisterShell", "", [:])
        try desk.expect(["other: primary"])
        try desk.watcher.call("Subscribe")
        try desk.phone.ring("A")
        try desk.expect([])
        #expect(desk.watcher.client.signals.filter { $0.member == "InterfacesAdded" }.count == 1)
    }
}
