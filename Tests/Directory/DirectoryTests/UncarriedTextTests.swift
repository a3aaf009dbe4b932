// SPDX-License-Identifier: MIT

import BusTesting
import Foundation
import Testing

/// Contacts with characters that libsystemd neither sends nor reads: the noncharacters of Unicode.
@Suite(.daemonLogs)
final class UncarriedTextTests: DirectorySuite {
    init() throws { try super.init(phone: ["LocalizedName": "Phone"]) }

    private func run(_ words: String...) throws -> String {
        let result = try directory.monkeycall(words)
        #expect(result.succeeded, "\(words) \(result.errors)")
        return result.output
    }

    @Test func `A contact whose name has a noncharacter is found, shown and blocked, and so are the others`() throws {
        try directory.add("Ada", "030 123456")
        try directory.add("Bob\u{FFFF}", "030 123457", "NICKNAME:B\u{2FFFE}", "UID:bob\u{1FFFE}")
        for (call, number) in [("A", "+4930123456"), ("B", "+4930123457")] {
            try phone.miss(call, from: number)
            while try directory.history().count < (call == "A" ? 1 : 2) { try directory.answerPing() }
        }
        #expect(try directory.history().map { $0["Name"] } == [.string("Bob\u{FFFD}"), .string("Ada")])
        let calls = try run("recents")
        #expect(calls.contains("Bob\u{FFFD}  030 123457") && calls.contains("Ada  030 123456"))
        #expect(try run("recents", "bob").contains("030 123457"))
        #expect(try run("contact", "bob").contains("Bob\u{FFFD}"))
        #expect(try run("contact", "Bob\u{FFFF}").contains("Bob\u{FFFD}"))
        #expect(try run("favourites", "add", "+4930123457").contains("Bob\u{FFFD}"))
        _ = try run("block", "bob")
        #expect(try run("block").contains("+4930123457"))
        #expect(phone.refusal("C", from: "+4930123457") == "IncomingCall.FilteredByBlockList")
        try phone.ring("D", from: "+4930123456")
        #expect(try run("list").contains("Ada  030 123456"))
    }
}
