// SPDX-License-Identifier: MIT

import BusTesting
import Testing

/// Rule 5: one owner of the audio at a time, and properties that tell the owner and the reason.
@Suite(.daemonLogs)
struct AudioOnTheBusTests {
    @Test func `Three programs that do not know each other take turns with the audio`() throws {
        let desk = try Desk()
        let programs = try ["One", "Two", "Three"].map { try Program($0, on: desk.stage.bus) }
        for (call, program) in zip(["A", "B", "C"], programs) {
            try desk.user.request([program.start(call)])
            try desk.wait(for: call, toBe: "active")
        }
        for (call, next) in [("C", "B"), ("B", "A")] {
            try desk.user.ask("End", call)
            try desk.wait(for: next, toBe: "active")
        }
        let turns = ["start", "audio-activated", "hold", "audio-deactivated", "resume", "audio-activated"]
        for turn in turns { try programs[0].waitForLine(turn) }
        for turn in turns + ["end", "audio-deactivated"] { try programs[1].waitForLine(turn) }
        #expect(try desk.user.owners() == ["A"])
    }

    @Test func `The Audio interface tells the owner of the audio, the start and the reason`() throws {
        let desk = try Desk()
        try expectOwner(desk, "", nil, "")
        try desk.talk("A", at: desk.phone)
        try expectOwner(desk, "A", desk.phone, "answered")
        try desk.user.request([desk.chat.start("B")])
        try expectOwner(desk, "A", desk.phone, "answered")
        try desk.phone.fulfill()
        try expectOwner(desk, "", nil, "")
        try desk.chat.fulfill()
        try expectOwner(desk, "B", desk.chat, "")
        try desk.chat.reportConnected("B")
        try desk.user.ask("SetHeld", "A", false)
        try desk.chat.fulfill()
        try desk.phone.fulfill()
        try expectOwner(desk, "A", desk.phone, "resumed-by-request")
        try desk.user.ask("End", "A")
        try desk.phone.fulfill()
        try desk.chat.fulfill()
        try expectOwner(desk, "B", desk.chat, "resumed")
    }

    @Test func `AllowedActions of a call follows its state`() throws {
        let desk = try Desk()
        func allowed(_ call: String) throws -> [String] {
            try desk.user.property("AllowedActions", of: call).strings ?? []
        }
        try desk.phone.ring("A")
        #expect(try allowed("A") == ["answer-call", "end-call"])
        try desk.user.ask("Answer", "A")
        #expect(try allowed("A") == ["end-call", "set-muted", "play-dtmf"])
        try desk.phone.fulfill()
        #expect(try allowed("A") == ["end-call", "set-held", "set-muted", "set-group", "play-dtmf"])
        try desk.user.request([desk.chat.start("B")])
        #expect(try allowed("B") == ["end-call", "set-muted"])
        try desk.phone.fulfill()
        #expect(try allowed("A") == ["end-call", "set-held", "set-muted", "set-group"])
        let nothing: [String: DBusValue] = [
            "SupportsHolding": false, "SupportsGrouping": false, "SupportsUngrouping": false, "SupportsDTMF": false,
        ]
        try desk.phone.actor.call("ReportCallUpdated", UUIDs.value("A"), .options(nothing))
        #expect(try allowed("A") == ["end-call", "set-held", "set-muted"])
        try desk.user.ask("End", "A")
        #expect(try allowed("A") == [])
    }

    private func expectOwner(
        _ desk: Desk, _ call: String, _ app: Provider?, _ reason: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let group = UUIDs.name(try desk.user.audioProperty("OwnerGroup").string)
        let provider = try desk.user.audioProperty("OwnerProvider").string
        let since = try desk.user.audioProperty("Since").int
        #expect(try desk.user.owners() == (call.isEmpty ? [] : [call]), sourceLocation: sourceLocation)
        #expect(group == call && provider == app?.identifier ?? "", sourceLocation: sourceLocation)
        #expect(try desk.user.audioProperty("Reason").string == reason, sourceLocation: sourceLocation)
        #expect((since == 0) == call.isEmpty, sourceLocation: sourceLocation)
    }
}
