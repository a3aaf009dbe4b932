// SPDX-License-Identifier: MIT

import BusTesting
import Testing

/// What the history says became of a call that was not answered here.
@Suite(.daemonLogs)
final class HistoryOutcomeTests: DirectorySuite {
    private static let ada: [String: DBusValue] = ["RemoteHandle": .tuple("phone-number", "+4930123456")]

    /// The only call in the history.
    private func onlyCall() throws -> DBusValue {
        while true {
            if let call = try directory.history().first { return call }
            try directory.answerPing()
        }
    }

    @Test func `A call that the user declines is refused, and not unread`() throws {
        try phone.ring("A", Self.ada)
        _ = try stage.actor("Remote").request([.end("A")])
        try phone.doEverything()
        let call = try onlyCall()
        #expect(call["Outcome"] == "refused" && call["EndedReason"] == "declined" && call["Unread"] == false)
    }

    @Test(arguments: ["answered-elsewhere", "declined-elsewhere"])
    func `A call that another device answers or declines is elsewhere, and not unread`(_ reason: String) throws {
        try phone.ring("A", Self.ada)
        try phone.reportEnded(UUIDs.text("A"), reason)
        let call = try onlyCall()
        #expect(call["Outcome"] == "elsewhere" && call["EndedReason"] == .string(reason))
        #expect(call["Unread"] == false && call["ConnectedAt"] == nil)
    }

    @Test func `A call that do-not-disturb refuses has that outcome, the name of the contact, and is unread`() throws {
        try directory.add("Ada", "030 123456")
        _ = try stage.shell("shell", ["DoNotDisturb": true])
        let refusal = phone.actor.refusal { _ in try phone.ring("A", Self.ada) }
        #expect(refusal == "IncomingCall.FilteredByDoNotDisturb")
        let call = try onlyCall()
        #expect(call["Outcome"] == "do-not-disturb" && call["EndedReason"] == "filtered" && call["Unread"] == true)
        #expect(call["Name"] == "Ada" && call["Call"] == UUIDs.value("A"))
        try directory.expect("UnreadMissed", .uint32(1), "History")
        let missed = try directory.monkeycall("missed")
        #expect(missed.succeeded && missed.output.contains("Ada") && missed.output.contains("do-not-disturb"))
    }

    @Test func `A call that a rule silences rings, and is missed if the user does not answer it`() throws {
        try directory.lists.call("AddRule", "country", "DE", "silence")
        try phone.ring("A", Self.ada)
        #expect(try phone.actor.property("Silenced", of: "A") == true)
        try phone.reportEnded(UUIDs.text("A"), "unanswered")
        let call = try onlyCall()
        #expect(call["Outcome"] == "missed" && call["Unread"] == true)
    }
}
