// SPDX-License-Identifier: MIT

import BusTesting
import Foundation
import Testing

/// `monkeycall dial` with a name, a real directory and a real service.
@Suite(.daemonLogs)
final class DialByNameTests: DirectorySuite {
    private func dial(_ words: String...) throws -> CommandResult { try directory.monkeycall(["dial"] + words) }

    private func called() throws -> DBusValue {
        try phone.actor.client.waitForSignal("StartCallRequested").arguments[1]
    }

    @Test func `The only number of the only contact with a name is dialed, and shown before`() throws {
        try directory.add("Ada Lovelace", "030 123456")
        try directory.add("Bob", "030 999")
        for words in [["ada"], ["Ada", "Lovelace"], ["lovelace ada"]] {
            let result = try directory.monkeycall(["dial"] + words)
            #expect(result.succeeded && result.output.hasPrefix("Calling Ada Lovelace  030 123456  work\n"))
            #expect(try called() == .tuple("phone-number", "030 123456"))
        }
    }

    @Test func `A name that several addresses fit is refused with a list`() throws {
        try directory.add("Ada Lovelace", "030 123456")
        try directory.add("Adam", "030 999")
        let result = try dial("ada")
        #expect(result.status == .exited(64) && result.output.isEmpty)
        #expect(result.errors.hasPrefix("monkeycall: AmbiguousContact: 2 addresses fit ada; name one of them\n"))
        #expect(result.errors.contains("  Ada Lovelace  030 123456  work\n"))
        let json = try dial("ada", "--json")
        let candidates = try JSONSerialization.jsonObject(with: Data(json.errors.utf8)) as? [String: Any]
        #expect(
            (candidates?["Candidates"] as? [[String: Any]])?.map { $0["Name"] as? String } == ["Ada Lovelace", "Adam"])
        // The whole name of one of them is enough.
        #expect(try dial("adam").succeeded && called() == .tuple("phone-number", "030 999"))
    }

    @Test func `A name of no contact is refused, and numbers, addresses and types are not looked up`() throws {
        try directory.add("Ada", "030 123456")
        let result = try dial("Bob")
        #expect(result.status == .exited(2))
        #expect(result.errors.contains("UnknownContact: No contact or favourite is called Bob; "))
        #expect(try dial("ada", "--type", "generic").succeeded && called() == .tuple("generic", "ada"))
        #expect(try dial("ada@example.org").succeeded && called() == .tuple("email-address", "ada@example.org"))
        #expect(try dial("tel:+49-30-1").succeeded && called() == .tuple("phone-number", "+49301"))
        #expect(try dial("callto:ada").succeeded && called() == .tuple("generic", "ada"))
        let code = try dial("tel:*100%23")
        #expect(code.status == .exited(64) && code.errors.contains("The link has * or #"))
    }

    @Test func `Without a directory only a name of an app is dialed`() throws {
        try directory.crash()
        let result = try dial("ada")
        #expect(result.status == .exited(69))
        #expect(result.errors.contains("ada is a name, and names need monkeycall-directory"))
        #expect(try dial("ada", "--type", "generic").succeeded && called() == .tuple("generic", "ada"))
    }

    @Test func `A favourite is dialed by its own name and through its own app, and so is its number`() throws {
        let other = try stage.app("Other")
        try directory.object("Favourites")
            .call("Set", .uint32(1), .tuple("phone-number", "030123456"), "Mum", .string(other.identifier))
        for words in ["mum", "+49 30 123456"] {
            #expect(try dial(words).succeeded)
            _ = try other.actor.client.waitForSignal("StartCallRequested")
        }
        other.actor.client.close()
        #expect(try dial("Mum").succeeded && called() == .tuple("phone-number", "030123456"))
    }

    @Test func `A name is found without its case and accents, as Place finds it`() throws {
        try directory.add("Zoë", "030 1")
        try directory.add("Zoe Bell", "030 2")
        #expect(try dial("ZOE").succeeded && called() == .tuple("phone-number", "030 1"))
        try directory.object("Favourites").call("Set", .uint32(1), .tuple("phone-number", "030 3"), "Mamà", "")
        #expect(try dial("mama").succeeded && called() == .tuple("phone-number", "030 3"))
    }

    @Test func `While the favourite's app does not run, the app of the last call is asked before the default`() throws {
        let last = try stage.app("Last")
        _ = try last.actor.request([last.start("A", ["Handle": .tuple("phone-number", "030123456")])])
        try last.doEverything()
        try last.reportEnded(UUIDs.text("A"))
        while try directory.history().isEmpty { try directory.answerPing() }
        try directory.object("Favourites")
            .call("Set", .uint32(1), .tuple("phone-number", "030123456"), "Mum", "org.example.Gone")
        for words in ["mum", "030 123456"] {
            #expect(try dial(words).succeeded)
            _ = try last.actor.client.waitForSignal("StartCallRequested")
        }
        let found = try directory.object().call("Lookup", .tuple("phone-number", "030123456"), [:]).first
        #expect(found?["Provider"] == "org.example.Gone")
        #expect(found?["Providers"] == .strings(["org.example.Gone", last.identifier]))
    }

    @Test func `A name may have an abbreviation and digits`() throws {
        try directory.add("Dr. Watson", "030 1")
        try directory.add("Bob 2", "030 2")
        #expect(try dial("Dr.", "Watson").succeeded && called() == .tuple("phone-number", "030 1"))
        #expect(try dial("Dr. Watson").succeeded && called() == .tuple("phone-number", "030 1"))
        #expect(try dial("bob 2").succeeded && called() == .tuple("phone-number", "030 2"))
    }

    @Test(arguments: [["--emergency"], ["--id", UUIDs.text("A")]])
    func `A name cannot be dialed as an emergency or with an id`(_ options: [String]) throws {
        try directory.add("Ada Lovelace", "030 123456")
        let result = try directory.monkeycall(["dial", "Ada", "Lovelace"] + options)
        #expect(result.status == .exited(64) && result.errors.contains("--id and --emergency need a provider"))
    }

    @Test func `A name of ten thousand words gets an error`() throws {
        let result = try dial(Array(repeating: "ada", count: 10_000).joined(separator: " "))
        #expect(result.status == .exited(2) && result.errors.contains("LimitsExceeded"))
    }

    @Test func `Completion offers the names of contacts`() throws {
        try directory.add("Ada Lovelace", "030 123456")
        let tool = URL(fileURLWithPath: try Product.path("monkeycall"))
        let script = try ChildProcess.run([tool.path, "--generate-completion-script", "bash"]).output
        let file = try directory.home.write(script, to: "completion")
        let program = """
            source '\(file.path)'
            COMP_WORDS=(monkeycall dial Ad); COMP_CWORD=2; COMP_LINE="${COMP_WORDS[*]}"; COMP_POINT=${#COMP_LINE}
            _monkeycall 2>&1; printf '%s\\n' "${COMPREPLY[@]}"
            """
        let path = tool.deletingLastPathComponent().path
        let offered = try ChildProcess.run(
            ["bash", "-c", "PATH='\(path)':$PATH\n" + program], environment: directory.buses)
        #expect(offered.output.contains("Ada Lovelace"))
    }
}
