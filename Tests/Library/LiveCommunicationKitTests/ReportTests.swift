// SPDX-License-Identifier: MIT

import AppTesting
import BusTesting
import Testing

/// What the service knows of a conversation, and what it refuses.
@Suite(.daemonLogs)
final class ReportTests: PhoneSuite {
    private func property(_ name: String) throws -> DBusValue { try scene.shell().property(name, of: "A") }

    private func members(_ name: String) throws -> [String] {
        try property(name).elements?.compactMap { $0[1]?.string } ?? []
    }

    @Test func `The members of a conversation are those of the call, and one of them is shown`() throws {
        try scene.does(phone, "lc ring A members=+49,+50 active=+50 local=me@example.org name=Ada")
        #expect(try members("Members") == ["+49", "+50"])
        #expect(try members("ActiveMembers") == ["+50"])
        #expect(try property("LocalMember") == .tuple("email-address", "me@example.org", "Me"))
        #expect(try property("RemoteHandle") == .tuple("phone-number", "+49"))
        #expect(try property("LocalizedCallerName") == "Ada, +50")
        try phone.does("lc local A")
        try scene.expect(["Phone": ["local me@example.org Me"]])
    }

    @Test func `Members that take part are shown while the app reported no others`() throws {
        try scene.does(phone, "lc ring A active=+50")
        #expect(try property("RemoteHandle") == .tuple("phone-number", "+50"))
        try scene.does(phone, "lc update A members=+49,+50")
        #expect(try property("RemoteHandle") == .tuple("phone-number", "+50"))
        try scene.does(phone, "lc update A active=+49")
        #expect(try property("RemoteHandle") == .tuple("phone-number", "+50"))
        #expect(try members("ActiveMembers") == ["+49"])
        try scene.does(phone, "lc update A members=+48,+49")
        #expect(try property("RemoteHandle") == .tuple("phone-number", "+48"))
    }

    @Test func `Of too many members the first ones are told, and none with an address that is too long`() throws {
        let numbers = (100..<165).map { "+49\($0)" }
        let long = String(repeating: "1", count: 1_025)
        try scene.does(phone, "lc ring A members=\(long),\(numbers.joined(separator: ","))")
        #expect(try members("Members") == Array(numbers.prefix(64)))
        let wide = (0..<9).map { "\($0)" + String(repeating: "1", count: 999) }
        try scene.does(phone, "lc update A members=\(wide.joined(separator: ","))")
        #expect(try members("Members") == Array(wide.prefix(4)))
    }

    @Test func `A conversation without members has an anonymous caller`() throws {
        try scene.does(phone, "lc ring A")
        #expect(try property("RemoteHandle") == .tuple("", ""))
    }

    @Test func `A set of capabilities replaces the earlier one`() throws {
        let keys = ["SupportsHolding", "SupportsGrouping", "SupportsUngrouping", "SupportsDTMF", "HasVideo"]
        func values() throws -> [DBusValue] { try keys.map { try property($0) } }
        try scene.does(phone, "lc ring A members=+49")
        #expect(try values() == [true, true, true, true, false])
        try scene.does(phone, "lc update A capabilities=pausing,video")
        #expect(try values() == [true, false, false, false, true])
        try scene.does(phone, "lc update A capabilities=merging,unmerging,tones")
        #expect(try values() == [false, true, true, true, false])
        try scene.does(phone, "lc update A members=+50")
        #expect(try values() == [false, true, true, true, false])
    }

    @Test func `The limit of groups is that of the configuration`() throws {
        try scene.does(phone, "lc configure groups=1", "lc ring A members=+49")
        try phone.does("lc ring B members=+50")
        try scene.expect(["Phone": ["B refused maximumConversationGroupsReached A"]])
        try phone.does("lc perform start B +50")
        try scene.expect(["Phone": ["refused maximumConversationGroupsReached A"]])
        try phone.does("lc conversations")
        try scene.expect(["Phone": ["conversations A idle"]])
    }

    @Test func `Do-not-disturb refuses a conversation with an error for the app`() throws {
        _ = try scene.stage.shell("shell", ["DoNotDisturb": true])
        try phone.does("lc ring A members=+49")
        try scene.expect(["Phone": ["A refused filteredByDoNotDisturb"]])
        try phone.does("lc conversations")
        try scene.expect(["Phone": ["conversations "]])
    }

    @Test func `A conversation of an app that the user switched off is refused with an error for the app`() throws {
        let directory = try scene.stage.actor("directory")
        try directory.call("RegisterDirectory", ["DisabledProviders": .strings(["org.example.Phone"])])
        try phone.does("lc ring A members=+49")
        try scene.expect(["Phone": ["A refused filteredByBlockList"]])
    }

    @Test func `A second report of a conversation is refused and changes nothing`() throws {
        try scene.does(phone, "lc ring A members=+49 local=me")
        try phone.does("lc ring A members=+50 local=you")
        try scene.expect(["Phone": ["A refused conversationAlreadyExists A"]])
        try phone.does("lc local A", "lc conversations")
        try scene.expect(["Phone": ["local me Me", "conversations A idle"]])
    }

    @Test(arguments: [
        ("join B", "unknownConversation B"), ("start B", "invalidAction"), ("translate A", "invalidAction"),
        ("something A", "invalidAction"), ("pause A", "invalidAction A"),
        ("start A +50", "conversationAlreadyExists A"),
        ("tone A x", "invalidAction"), ("", "noActions"),
    ])
    func `A request that is not possible is refused with its reason`(actions: String, error: String) throws {
        try scene.does(phone, "lc ring A members=+49")
        try phone.does("lc perform \(actions)")
        try scene.expect(["Phone": ["refused \(error)"]])
        try phone.does("lc conversations", "lc pending")
        try scene.expect(["Phone": ["conversations A idle", "pending "]])
    }

    @Test func `Linux has no push to an extension`() throws {
        try phone.does("lc push")
        try scene.expect(["Phone": ["not pushed unentitled"]])
    }
}
