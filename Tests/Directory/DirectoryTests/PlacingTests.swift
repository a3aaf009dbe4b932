// SPDX-License-Identifier: MIT

import BusTesting
import Testing

/// The real directory asks the real service for calls.
@Suite(.daemonLogs)
struct PlacingTests {
    private let stage: Stage
    private let phone: Provider
    private let other: Provider
    private let directory: DirectoryUnderTest

    init() throws {
        stage = try Stage(keepsState: true)
        directory = try DirectoryUnderTest(stage)
        phone = try stage.app("Phone")
        other = try stage.app(
            "Other", ["SupportedHandleTypes": .strings(["phone-number", "email-address", "generic"])])
    }

    /// The value that the asked provider is to call.
    private func place(_ text: String, at provider: Provider, _ options: [String: DBusValue] = [:]) throws -> DBusValue?
    {
        let answer = try directory.object().call("Place", .string(text), .options(options))
        #expect(answer == [.string(provider.identifier)])
        return try provider.actor.client.waitForSignal("StartCallRequested").arguments[1].elements?.last
    }

    private func error(_ text: String) throws -> String? {
        try directory.object().error("Place", .string(text), [:])?.shortName
    }

    /// A call of the past, from this caller or to it.
    private func end(_ call: String, with number: String, at provider: Provider, outgoing: Bool = false) throws {
        if outgoing {
            _ = try provider.actor.request([provider.start(call, ["Handle": .tuple("phone-number", .string(number))])])
            try provider.doEverything()
        } else {
            try provider.ring(call, from: number)
        }
        try provider.reportEnded(UUIDs.text(call))
        try directory.waitForEntry(of: call)
    }

    @Test func `A number, an address and a name are called through the default provider`() throws {
        try directory.add("Ada Lovelace", "030 123456", "TEL;TYPE=FAX:030 99", "TEL;TYPE=PREF:+49 30 777")
        #expect(try place("030 55", at: other) == "030 55")
        #expect(try place("ada@example.org", at: other) == "ada@example.org")
        #expect(try place("LOVE", at: other) == "+49 30 777")
    }

    @Test func `A name that no contact or more than one contact has is refused, but a whole name is called`() throws {
        try directory.add("Ada", "030 1")
        try directory.add("Ada Lovelace", "030 2")
        try directory.add("Adam", "030 3")
        #expect(try place("ada", at: other) == "030 1")
        #expect(try error("ad") == "AmbiguousContact")
        #expect(try error("Bob") == "UnknownContact")
    }

    @Test(arguments: ["tel:+49-30-123456", " TEL:030", "sip:ada@example.org", "callto:ada", "facetime:ada@example.org"])
    func `A link is refused, because no link calls without a question`(_ link: String) throws {
        try directory.add("Ada", "030 123456")
        let error = try directory.object().error("Place", .string(link), [:])
        #expect(error?.shortName == "InvalidArgs" && error?.message.contains("ConfirmCall") == true)
        #expect(try phone.actor.call("ListEndedCalls").first?.elements == [])
    }

    @Test func `Two people who share their first number are two contacts, and one person in two books is one`() throws {
        try directory.add("Ada Smith", "030 1", "TEL:0170 1")
        try directory.add("Bob Smith", "030 1", "TEL:0170 2")
        #expect(try error("smith") == "AmbiguousContact")
        #expect(try place("bob smith", at: other) == "030 1")
        try directory.add("ADA SMITH", "030 1", "EMAIL:ada@example.org")
        #expect(try place("ada smith", at: other) == "030 1")
    }

    @Test func `Two contacts with the same numbers are one callee`() throws {
        try directory.add("Office Mornings", "030 1")
        try directory.add("Office Evenings", "030 1")
        #expect(try place("office", at: other) == "030 1")
    }

    @Test func `A contact is called at the number and through the provider of the last call with it`() throws {
        try directory.add("Ada", "030 123456", "TEL:030 123457")
        try end("A", with: "+4930123457", at: phone)
        #expect(try place("Ada", at: phone) == "030 123457")
        #expect(try place("030/123457", at: phone) == "030/123457")
        try end("B", with: "+4930123456", at: other, outgoing: true)
        #expect(try place("Ada", at: other) == "030 123456")
        #expect(try place("Ada", at: phone, ["Provider": .string(phone.identifier)]) == "030 123456")
        let found = try directory.object().call("Lookup", .tuple("phone-number", "+4930123457"), [:]).first
        #expect(found?["Provider"] == .string(phone.identifier))
    }

    @Test func `A favourite is called by its own name through its own provider`() throws {
        try directory.object("Favourites").call(
            "Set", .uint32(1), .tuple("phone-number", "030 5"), "Mum", .string(phone.identifier))
        #expect(try place("mum", at: phone) == "030 5")
        try phone.actor.call("InvalidateProvider", .string(phone.identifier))
        #expect(try place("mum", at: other) == "030 5")
    }

    @Test func `The app gets the name of the contact that it is asked to call`() throws {
        try directory.add("Ada Lovelace", "030 123456")
        try directory.object().call("Place", "ada", [:])
        let asked = try other.actor.client.waitForSignal("StartCallRequested")
        #expect(asked.arguments[2]["DisplayName"] == "Ada Lovelace")
    }

    @Test func `Redial calls the last called handle again through its provider`() throws {
        let history = directory.object("History")
        #expect(try history.error("Redial")?.shortName == "NoCall")
        try end("A", with: "+4930123456", at: phone, outgoing: true)
        try end("B", with: "+4930999", at: other)
        #expect(try history.call("Redial") == [.string(phone.identifier)])
        let asked = try phone.actor.client.waitForSignal("StartCallRequested")
        #expect(asked.arguments[1] == .tuple("phone-number", "+4930123456"))
    }
}
