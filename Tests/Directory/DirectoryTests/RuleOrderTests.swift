// SPDX-License-Identifier: MIT

import BusTesting
import Foundation
import Testing

/// The kinds of rules and their order, from the real service to the real database.
@Suite(.daemonLogs)
final class RuleOrderTests: DirectorySuite {
    private static let ada = DBusValue.tuple("phone-number", "+4930123456")

    private func addRule(_ kind: String, _ pattern: String = "", _ verdict: String = "reject") throws {
        try directory.lists.call("AddRule", .string(kind), .string(pattern), .string(verdict))
    }

    /// Whether a call rings. It has ended then.
    private func rings(_ call: String, from caller: DBusValue? = RuleOrderTests.ada) throws -> Bool {
        let refusal = phone.actor.refusal { _ in try phone.ring(call, caller.map { ["RemoteHandle": $0] } ?? [:]) }
        guard refusal == "no error" else {
            #expect(refusal == "IncomingCall.FilteredByBlockList")
            return false
        }
        try phone.reportEnded(UUIDs.text(call), "unanswered")
        return true
    }

    private func callAda(_ call: String) throws {
        _ = try phone.actor.request([phone.start(call, ["Handle": Self.ada])])
        try phone.doEverything()
        try phone.reportEnded(UUIDs.text(call))
        while try directory.history(["Outgoing": true]).isEmpty { try directory.answerPing() }
    }

    @Test func `The rule for hidden callers refuses calls without a number only`() throws {
        #expect(try rings("A", from: nil))
        try addRule("hidden")
        #expect(try !rings("B", from: nil))
        #expect(try rings("C"))
    }

    @Test func `A rule for a host refuses the addresses at this host only`() throws {
        try addRule("host", "*@example.org")
        #expect(try !rings("A", from: .tuple("email-address", "Ada@EXAMPLE.org")))
        #expect(try !rings("B", from: .tuple("generic", "sip:bob@example.org")))
        #expect(try rings("C", from: .tuple("email-address", "ada@example.com")))
        #expect(try rings("D"))
    }

    @Test func `While only contacts may ring, favourites and callers that the user allows or called ring as well`()
        throws
    {
        try addRule("not-in-contacts")
        try directory.add("Bob", "030 999")
        try addRule("caller", "+4930777", "allow")
        try directory.object("Favourites").call("Set", .uint32(1), .tuple("phone-number", "030 888"), "Cleo", "")
        #expect(try rings("A", from: .tuple("phone-number", "+4930999")))
        #expect(try rings("B", from: .tuple("phone-number", "+4930777")))
        #expect(try rings("C", from: .tuple("phone-number", "+4930888")))
        #expect(try !rings("D", from: nil))
        #expect(try !rings("E"))
        try callAda("F")
        #expect(try rings("1"))
    }

    @Test func `Each place in the order of the rules decides before the places after it`() throws {
        let list = try directory.home.write("+4930123456\n", to: "list.txt")
        try directory.importList("+4930123456\n", as: "spam", path: list.path)
        #expect(try !rings("1"))
        try addRule("not-in-contacts", "", "allow")
        #expect(try rings("2"))
        try addRule("country", "DE")
        #expect(try !rings("3"))
        try addRule("prefix", "+49", "allow")
        #expect(try rings("4"))
        try addRule("prefix", "+4930")
        #expect(try !rings("5"))
        try callAda("A")
        #expect(try rings("6"))
        try addRule("caller", "+4930123456")
        #expect(try !rings("7"))
        try directory.add("Ada", "030 123456")
        #expect(try !rings("8"))
        try addRule("caller", "+4930123456", "allow")
        #expect(try rings("9"))
        try addRule("caller", "+4930123456")
        try directory.lists.call("SetScreensCalls", false)
        #expect(try rings("B"))
    }
}
