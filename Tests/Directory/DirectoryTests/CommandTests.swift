// SPDX-License-Identifier: MIT

import BusTesting
import Foundation
import Testing

/// The commands of `monkeycall` that need the directory, with a real directory and a real service.
@Suite(.daemonLogs)
final class CommandTests: DirectorySuite {
    init() throws { try super.init(Stage(keepsState: true), phone: ["LocalizedName": "Phone"]) }

    private func run(_ words: String...) throws -> CommandResult { try directory.monkeycall(words) }

    private func lines(_ result: CommandResult) -> [String] {
        #expect(result.succeeded, "\(result.errors)")
        return result.output.split(separator: "\n").map(String.init)
    }

    @Test func `The user's name for a contact comes before the name that the caller gave, but not for a stranger`()
        throws
    {
        try directory.add("Ada", "030 123456")
        for (call, number) in [("A", "+4930123456"), ("B", "+4930999")] {
            let update: [String: DBusValue] = [
                "RemoteHandle": .tuple("phone-number", .string(number)), "LocalizedCallerName": "Your Bank",
            ]
            try phone.ring(call, update)
        }
        let calls = lines(try run("list"))
        #expect(
            calls.contains { $0.contains("Ada  030 123456") } && calls.contains { $0.contains("Your Bank  030 999") })
    }

    @Test func `status says whether a directory screens calls`() throws {
        #expect(lines(try run("status")).contains("Directory:      screens and names calls"))
        let status = try json(run("status", "--json")) as? [String: Any]
        #expect(status?["HasDirectory"] as? Bool == true)
    }

    private func json(_ result: CommandResult) throws -> Any {
        try JSONSerialization.jsonObject(with: Data(result.output.utf8), options: .fragmentsAllowed)
    }

    private func objects(_ result: CommandResult) throws -> [[String: Any]] {
        try #require(try json(result) as? [[String: Any]])
    }

    /// The error's name and message.
    private func refusal(_ result: CommandResult) -> String {
        result.status == .exited(0) ? "" : String(result.errors.dropFirst("monkeycall: ".count))
    }

    private func missCall(_ call: String, from number: String) throws {
        let before = try directory.history().count
        try phone.miss(call, from: number)
        while try directory.history().count == before { try directory.answerPing() }
    }

    @Test func `Without a directory each command says how to start it, and recents shows the calls of the service`()
        throws
    {
        try missCall("A", from: "+4930123456")
        #expect(try directory.stop() == .exited(0))
        let commands = [
            ["missed"], ["redial"], ["block"], ["block", "+49"], ["unblock", "+49"], ["favourites"],
            ["contact", "ada"],
            ["recents", "ada"], ["lists"], ["screeners"], ["apps"],
        ]
        for words in commands {
            let result = try directory.monkeycall(words)
            #expect(result.status == .exited(69))
            #expect(result.errors.contains("systemctl --user enable --now monkeycall-directory starts it"))
        }
        #expect(lines(try run("recents")).last?.contains("+4930123456") == true)
    }

    @Test func `recents lists, searches, groups and removes the calls of the directory`() throws {
        try directory.add("Ada", "030 123456")
        for (call, number) in [("A", "+4930123456"), ("B", "+4930999"), ("C", "+4930123456")] {
            try missCall(call, from: number)
        }
        let all = lines(try run("recents"))
        #expect(all.count == 4 && all[0].split(separator: " ").first == "ID")
        #expect(all[1].contains("  incoming  Phone  Ada  030 123456  ") && all[1].hasSuffix("missed, new"))
        #expect(lines(try run("recents", "--limit", "1")).count == 2)
        #expect(lines(try run("recents", "ada")).count == 3)
        #expect(lines(try run("recents", "030", "999")).count == 2)
        #expect(lines(try run("recents", "nobody")) == ["No calls."])
        let callers = lines(try run("recents", "--by-caller"))
        #expect(callers.count == 3 && callers[1].hasPrefix("2      2    Ada  030 123456  Phone  incoming  "))
        #expect(try objects(run("recents", "--by-caller", "--json")).map { $0["Calls"] as? Int } == [2, 1])
        #expect(
            try objects(run("recents", "--json", "--missed")).map { $0["Call"] as? String }
                == ["C", "B", "A"].map(UUIDs.text))
        let removed = try run("recents", "--remove", String(UUIDs.text("B").filter { $0 != "-" }))
        #expect(lines(removed).first?.contains("  removed  030 999") == true)
        #expect(refusal(try run("recents", "--remove", "ffff")).hasPrefix("UnknownCall: "))
        #expect(lines(try run("recents")).count == 3)
        #expect(lines(try run("recents", "--keep", "90d")) == ["Calls are kept for 90 days."])
        #expect(try directory.object("History").get("RetentionDays") == .uint32(90))
        #expect(lines(try run("recents", "--keep", "forever")) == ["Calls are kept for ever."])
        #expect(lines(try run("recents", "--clear")) == ["All calls are removed."])
        #expect(lines(try run("recents")) == ["No calls."])
    }

    @Test func `recents exports all calls into a private file, as JSON or as a table`() throws {
        try missCall("A", from: "+4930123456")
        let folder = try TemporaryDirectory()
        let path = folder.url.path + "/calls"
        #expect(lines(try run("recents", "--export", path + ".json")) == ["All calls are in \(path).json."])
        let calls = try JSONSerialization.jsonObject(with: Data(contentsOf: URL(fileURLWithPath: path + ".json")))
        #expect((calls as? [[String: Any]])?.map { $0["UUID"] as? String } == [UUIDs.text("A")])
        let mode = try FileManager.default.attributesOfItem(atPath: path + ".json")[.posixPermissions] as? Int
        #expect(mode == 0o600)
        #expect(try run("recents", "--export", path + ".CSV").succeeded)
        #expect(try String(contentsOfFile: path + ".CSV", encoding: .utf8).hasPrefix(#""UUID","#))
        #expect(try run("recents", "--export", "/nowhere/x").status == .exited(74))
        let output = try #require(try json(run("recents", "--export", "-")) as? [[String: Any]])
        #expect(output.map { $0["UUID"] as? String } == [UUIDs.text("A")])
    }

    @Test func `missed shows the missed calls once, unless it is told to keep them`() throws {
        try missCall("A", from: "+4930123456")
        #expect(lines(try run("missed", "--keep-unread")).count == 2)
        #expect(try objects(run("missed", "--json")).map { $0["Call"] as? String } == [UUIDs.text("A")])
        #expect(lines(try run("missed")) == ["No new missed calls."])
        try directory.expect("UnreadMissed", .uint32(0), "History")
        #expect(lines(try run("recents", "--missed")).count == 2)
    }

    @Test func `block --call is about the only call or the current one, and the call goes on`() throws {
        #expect(refusal(try run("block", "--call")).hasPrefix("UnknownCall: "))
        try phone.ring("A", from: "+4930999")
        #expect(lines(try run("block", "--call")).last?.contains("+4930999") == true)
        #expect(try phone.actor.property("State", of: "A") == "incoming")
        try phone.ring("B", from: "+4930777")
        let ambiguous = try run("block", "--call")
        #expect(ambiguous.status == .exited(64) && ambiguous.errors.contains("AmbiguousCall: 2 calls can be blocked"))
        try phone.actor.ask("Answer", "B")
        try phone.fulfill()
        #expect(lines(try run("block", "--call", "--silence")).last?.contains("+4930777") == true)
        #expect(lines(try run("block", "--call", UUIDs.text("A"), "--allow")).last?.hasSuffix("allow") == true)
        #expect(refusal(try run("block", "--call", "feed")).hasPrefix("UnknownCall: "))
        #expect(lines(try run("block")).count == 3)
    }

    @Test func `block refuses an unknown country, says GB for UK, and names what was typed`() throws {
        #expect(refusal(try run("block", "--country", "UK")).contains("use GB for the United Kingdom"))
        for code in ["XX", "ZZ", "DEU"] {
            #expect(refusal(try run("block", "--country", code)).hasPrefix("InvalidArgs: '\(code)' "))
        }
        #expect(try run("block", "--country", "gb").succeeded)
        let prefix = refusal(try run("block", "--prefix", "x"))
        #expect(prefix.hasPrefix("InvalidArgs: 'x' ") && prefix.contains("such as +4930"))
    }

    @Test func `contact and block take a favourite that is in no address book`() throws {
        #expect(try run("favourites", "add", "030", "999", "--name", "Mum").succeeded)
        #expect(lines(try run("contact", "mum")).last?.hasPrefix("Mum   030 999") == true)
        #expect(lines(try run("block", "Mum", "--silence")).last?.contains("+4930999") == true)
        #expect(lines(try run("unblock", "mum")).first == "Removed:")
    }

    @Test func `block with one wrong pattern of several changes no rule`() throws {
        #expect(refusal(try run("block", "--hidden", "--country", "Gallia")).hasPrefix("InvalidArgs: "))
        #expect(lines(try run("block")) == ["No rules."])
        #expect(try run("block", "--hidden", "--silence").succeeded)
        #expect(refusal(try run("block", "--hidden", "--prefix", "x")).hasPrefix("InvalidArgs: "))
        #expect(lines(try run("block")).dropFirst().map { $0.split(separator: " ").last } == ["silence"])
    }

    @Test func `block takes a number, a contact, the id of a call and options, and unblock removes the rules`() throws {
        try directory.add("Ada", "030 123456", "TEL:030 123457")
        try missCall("A", from: "+4930999")
        #expect(lines(try run("block")) == ["No rules."])
        #expect(lines(try run("block", "030 555")).last == "1     caller   +4930555  reject")
        #expect(lines(try run("block", "ada", "--silence")).count == 3)
        #expect(lines(try run("block", UUIDs.text("A"))).last?.contains("+4930999") == true)
        #expect(
            lines(try run("block", "--hidden", "--country", "fr", "--prefix", "+49 40", "--host", "*@x.org")).count == 5
        )
        #expect(refusal(try run("block", "Bob")).hasPrefix("UnknownContact: "))
        #expect(refusal(try run("block", "--country", "Gallia")).hasPrefix("InvalidArgs: "))
        let shown = try #require(try json(run("block", "--json")) as? [String: Any])
        #expect(shown["ScreensCalls"] as? Bool == true && (shown["Rules"] as? [Any])?.count == 8)
        #expect(phone.actor.refusal { _ in try missCall("B", from: "+4930999") } == "IncomingCall.FilteredByBlockList")
        #expect(try run("block", "--off").succeeded)
        #expect(lines(try run("block"))[0].hasPrefix("All callers ring; "))
        #expect(try run("block", "--on").succeeded)
        #expect(lines(try run("unblock", "Ada"))[0] == "Removed 2 rules:")
        #expect(lines(try run("unblock", "+49 30 999")).count == 3)
        #expect(
            lines(try run("unblock", "--hidden", "--country", "FR", "--prefix", "4940", "--host", "X.org")).count == 6)
        #expect(refusal(try run("unblock", "+4930999")).hasPrefix("UnknownRule: "))
        #expect(refusal(try run("unblock", "--rule", "77")).hasPrefix("UnknownRule: "))
        let removed = try #require(try json(run("unblock", "--rule", "1", "--json")) as? [String: Any])
        #expect((removed["Rules"] as? [Any])?.count == 1)
        #expect(lines(try run("block")) == ["No rules."])
    }

    @Test func `A blocked address whose user part is a number does not ring again, until it is unblocked`() throws {
        let address = DBusValue.tuple("generic", "+4930123456@sip.example.org")
        try phone.ring("A", ["RemoteHandle": address])
        #expect(try run("block", UUIDs.text("A")).succeeded)
        try phone.reportEnded(UUIDs.text("A"), "unanswered")
        let refusal = phone.actor.refusal { _ in try phone.ring("B", ["RemoteHandle": address]) }
        #expect(refusal == "IncomingCall.FilteredByBlockList")
        let number = try directory.object().call("Normalize", "generic:+4930123456@sip.example.org", "").first
        #expect(number?["Handle"] == .tuple("phone-number", "+4930123456"))
        #expect(lines(try run("unblock", UUIDs.text("A"))).first == "Removed:")
        try phone.ring("C", ["RemoteHandle": address])
    }

    @Test func `A name with several addresses gets the same error from each command that needs one`() throws {
        try directory.add("Ada", "030 123456", "TEL:030 123457")
        try directory.add("Adam", "030 999")
        for words in [["favourites", "add", "ada"], ["block", "ad"], ["dial", "ada"]] {
            let result = try directory.monkeycall(words + ["--json"])
            #expect(result.status == .exited(64))
            let error = try JSONSerialization.jsonObject(with: Data(result.errors.utf8)) as? [String: Any]
            #expect(error?["Error"] as? String == "AmbiguousContact")
            #expect((error?["Candidates"] as? [[String: Any]])?.first?["Name"] as? String == "Ada")
        }
    }

    @Test func `A call of a hidden caller cannot be blocked by its id, and digits are not mistaken for an id`() throws {
        try phone.ring("A", [:])
        #expect(refusal(try run("block", UUIDs.text("A"))).hasPrefix("HiddenCaller: "))
        let digits = String(UUIDs.text("A").prefix(8))
        guard digits.allSatisfy(\.isNumber) else { return }
        #expect(refusal(try run("block", digits)).hasPrefix("AmbiguousCall: "))
    }

    @Test func `favourites adds, moves and removes, and takes the name of the contact`() throws {
        try directory.add("Ada", "030 123456")
        #expect(lines(try run("favourites")) == ["No favourites."])
        #expect(try run("favourites", "add", "030", "999", "--name", "Mum").succeeded)
        #expect(
            lines(try run("favourites", "add", "ada", "--position", "1"))[1].hasPrefix("1         Ada   030 123456"))
        #expect(
            lines(try run("favourites", "add", "+4930123456")).last?.hasPrefix("3         Ada   030 123456") == true)
        #expect(
            try objects(run("favourites", "move", "2", "1", "--json")).map { $0["Name"] as? String } == [
                "Mum", "Ada", "Ada",
            ])
        #expect(lines(try run("favourites", "remove", "3")).count == 3)
        #expect(refusal(try run("favourites", "remove", "3")).hasPrefix("InvalidArgs: "))
    }

    @Test func `contact searches names, and shows the name of a caller`() throws {
        try directory.add("Ada Lovelace", "030 123456")
        try directory.add("Adam", "030 999")
        #expect(lines(try run("contact", "ada")).count == 3)
        #expect(lines(try run("contact", "lovelace")).last == "Ada Lovelace  030 123456  work  vCards")
        #expect(try objects(run("contact", "adam", "--json")).map { $0["Name"] as? String } == ["Adam"])
        #expect(try run("block", "+4930123456").succeeded)
        let shown = lines(try run("contact", "+49 30 123456"))
        #expect(shown[0] == "Name:      Ada Lovelace" && shown.last == "A call:    is blocked")
        #expect(refusal(try run("contact", "Bob")).hasPrefix("UnknownContact: "))
    }

    @Test func `redial asks the app of the last outgoing call`() throws {
        #expect(refusal(try run("redial")).hasPrefix("NoCall: "))
        _ = try phone.actor.request([phone.start("A", ["Handle": .tuple("phone-number", "+4930999")])])
        try phone.doEverything()
        try phone.reportEnded(UUIDs.text("A"))
        while try directory.history().isEmpty { try directory.answerPing() }
        #expect(lines(try run("redial")) == ["\(phone.identifier)  was asked to call"])
        #expect(try phone.actor.client.waitForSignal("StartCallRequested").arguments[1].elements?.last == "+4930999")
    }
}
