// SPDX-License-Identifier: MIT

import BusTesting
import Foundation
import Testing

/// The object for the searches of GNOME and KDE. `DesktopTests` has the real search programs.
@Suite(.daemonLogs)
final class DesktopSearchTests: DirectorySuite {
    init() throws {
        try super.init()
        try directory.add("Ada Lovelace", "030 123456")
        try directory.add("Adam Riese", "030 999")
    }

    private func gnome(_ client: BusClient? = nil) -> BusObject {
        (client ?? directory.client).object(
            DirectoryUnderTest.name, "/org/monkeycall/Search", "org.gnome.Shell.SearchProvider2")
    }

    private func krunner(_ client: BusClient? = nil) -> BusObject {
        (client ?? directory.client).object(DirectoryUnderTest.name, "/org/monkeycall/Search", "org.kde.krunner1")
    }

    private func search(_ terms: String...) throws -> [String] {
        try gnome().call("GetInitialResultSet", .strings(terms)).first?.strings ?? []
    }

    private func matches(_ query: String) throws -> [DBusValue] {
        try krunner().call("Match", .string(query)).first?.elements ?? []
    }

    private func called() throws -> DBusValue {
        try phone.actor.client.waitForSignal("StartCallRequested").arguments[1]
    }

    @Test(arguments: [
        ["ada"], ["call", "ada"], ["Dial", "Ada"], ["ada", "call"], ["LOVELACE"], ["call", "lovelace", "ada"],
    ])
    func `A search finds the number of a contact with and without a verb`(_ terms: [String]) throws {
        let found = try gnome().call("GetInitialResultSet", .strings(terms)).first?.strings
        #expect(found?.first == "phone-number:030 123456")
    }

    @Test func `A result has the name, the number and its use, and calls when it is activated`() throws {
        let ids = try search("call", "ada")
        #expect(ids == ["phone-number:030 123456", "phone-number:030 999"])
        let metas = try #require(try gnome().call("GetResultMetas", .strings(ids)).first?.elements)
        #expect(metas.map { $0["name"] } == ["Ada Lovelace", "Adam Riese"])
        #expect(metas[0]["description"] == "030 123456 · work" && metas[0]["gicon"] == "call-start")
        #expect(
            try gnome().call("GetSubsearchResultSet", .strings(ids), .strings(["lovelace"])).first?.strings == [ids[0]])
        try gnome().call("ActivateResult", .string(ids[0]), .strings(["ada"]), .uint32(0))
        #expect(try called() == .tuple("phone-number", "030 123456"))
    }

    @Test func `Favourites come first, also without a contact`() throws {
        let favourites = directory.object("Favourites")
        try favourites.call("Set", .uint32(1), .tuple("phone-number", "030 999"), "", "")
        try favourites.call("Set", .uint32(2), .tuple("generic", "adele@example.org"), "Adele", "")
        #expect(
            try search("ad") == [
                "phone-number:030 999", "generic:adele@example.org", "phone-number:030 123456",
            ])
    }

    @Test func `KRunner gets matches in order and runs one`() throws {
        let config = try #require(try krunner().call("Config").first)
        let pattern = try #require(config["MatchRegex"]?.string)
        for text in ["call ada", "DIAL ada", "ada call"] {
            #expect(text.range(of: pattern, options: .regularExpression) != nil)
        }
        #expect("callgrind".range(of: pattern, options: .regularExpression) == nil)
        let matches = try matches("call ada")
        #expect(
            matches.map { $0.elements?[1] } == ["Call \u{2068}Ada Lovelace\u{2069}", "Call \u{2068}Adam Riese\u{2069}"])
        #expect(matches[0].elements?[5]["subtext"] == "030 123456 · work")
        try krunner().call("Run", try #require(matches[0].elements?[0]), "")
        #expect(try called() == .tuple("phone-number", "030 123456"))
    }

    @Test func `A number is found only with a verb`() throws {
        #expect(try search("call", "+49", "40", "123456") == ["phone-number:+49 40 123456"])
        #expect(try search("+4940123456") == [])
        #expect(try search("call", "**21*030123456#") == [])
    }

    @Test func `The agent goes on with a call that no running app can make`() throws {
        // This client stands in for the agent.
        let agent = try BusClient(address: directory.session.address)
        try agent.requestName("org.monkeycall.Agent")
        phone.actor.client.close()
        try directory.object("Favourites").call(
            "Set", .uint32(1), .tuple("generic", "adele@example.org"), "Adele", "")
        for (id, link) in [
            ("phone-number:030 123456", "tel:030 123456"), ("generic:adele@example.org", "sip:adele@example.org"),
        ] {
            try krunner().call("Run", .string(id), "")
            let call = try agent.waitForCall("ConfirmCall")
            #expect(call.arguments.first == .string(link))
            try agent.reply(to: call)
        }
    }

    @Test func `Texts without a name, and those too long for one, find nothing`() throws {
        for terms in [[], [""], ["call"], ["\u{1}"], Array(repeating: "ada", count: 5_000)] {
            #expect(try gnome().call("GetInitialResultSet", .strings(terms)).first?.strings == [])
        }
        #expect(try matches(String(repeating: "call ada ", count: 5_000)) == [])
        for id in ["", "ada", "phone-number:", "fax:1", "generic:" + String(repeating: "a", count: 2_000)] {
            #expect(
                try gnome().error("ActivateResult", .string(id), .strings([]), .uint32(0))?.shortName == "InvalidArgs")
            #expect(try gnome().call("GetResultMetas", .strings([id])).first?.elements == [])
        }
    }

    @Test(.needsRoot) func `A sandboxed app can neither search nor call`() throws {
        let app = try BusClient(
            address: directory.session.address, controlGroup: .flatpak("org.example.App", uid: getuid()))
        #expect(try gnome(app).error("GetInitialResultSet", .strings(["ada"]))?.shortName == "AccessDenied")
        #expect(try krunner(app).error("Match", "call ada")?.shortName == "AccessDenied")
        #expect(try krunner(app).error("Run", "phone-number:110", "")?.shortName == "AccessDenied")
    }
}
