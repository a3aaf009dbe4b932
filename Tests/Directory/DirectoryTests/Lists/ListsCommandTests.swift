// SPDX-License-Identifier: MIT

import BusTesting
import Foundation
import Testing

/// `monkeycall lists` with a real directory.
@Suite(.daemonLogs)
struct ListsCommandTests {
    private let directory: DirectoryUnderTest

    init() throws { directory = try DirectoryUnderTest(try Stage()) }

    private var environment: [String: String] { ["DBUS_SESSION_BUS_ADDRESS": directory.session.address] }

    private func run(_ words: String...) throws -> CommandResult {
        try ChildProcess.run([try Product.path("monkeycall"), "lists"] + words, environment: environment)
    }

    private func names(_ result: CommandResult) throws -> [String] {
        let sources = try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [[String: Any]]
        return try #require(sources).compactMap { $0["Name"] as? String }
    }

    @Test func `Files are imported, reloaded, exported and removed`() throws {
        #expect(try run().output == "No lists.\n")
        let file = try directory.home.write("number,label\n+4930111,Bank\n", to: "spam.csv")
        let result = try run("import", file.path)
        #expect(result.succeeded && result.output.contains("spam  file  enabled  1        1"), "\(result)")
        #expect(try directory.verdict(4_930_111) == "reject")
        try Data("+4930222\n".utf8).write(to: file)
        #expect(try run("reload").succeeded)
        #expect(try directory.verdict(4_930_222) == "reject" && directory.verdict(4_930_111) == "allow")
        #expect(try run("export", "spam", "--format", "text").output == "+4930222\n")
        let copy = directory.home.url.appendingPathComponent("copy.vcf")
        #expect(try run("export", "spam", copy.path).succeeded)
        #expect(try String(contentsOf: copy, encoding: .utf8).contains("TEL:+4930222"))
        #expect(try names(run("remove", "spam", "--json")) == [])
        let pipe = #"echo +4930333 | "$0" lists import - --name piped --format text"#
        let piped = try ChildProcess.run(["sh", "-c", pipe, try Product.path("monkeycall")], environment: environment)
        #expect(try piped.succeeded && directory.verdict(4_930_333) == "reject")
        #expect(try run("import", copy.path, "--name", "copied").succeeded)
        #expect(try directory.verdict(4_930_222) == "reject")
    }

    @Test func `Lists are enabled, disabled and ordered, and an extension is named before it is enabled`() throws {
        try directory.installExtension("org.example.Spam")
        try directory.enable("org.example.Program")
        #expect(try names(run("--json")) == ["org.example.Program", "org.example.Spam"])
        #expect(try run("disable", "org.example.Program").output.contains("program    disabled"))
        #expect(try run("enable", "org.example.Spam").succeeded)
        #expect(try directory.lists.call("EnabledStatus", "org.example.Spam") == ["enabled"])
        #expect(try names(run("order", "org.example.Spam", "--json")) == ["org.example.Spam", "org.example.Program"])
        let unknown = try run("enable", "org.example.Typo")
        #expect(unknown.status == .exited(2))
        #expect(unknown.errors.hasPrefix("monkeycall: CallDirectory.NoExtensionFound: "))
        let wrong = try directory.home.write("hello\n", to: "wrong.txt")
        #expect(try run("import", wrong.path).errors.contains("Line 1 has neither"))
        let missing = try run("import", "/nonexistent.txt")
        #expect(missing.status == .exited(64) && missing.errors.hasPrefix("monkeycall: InputFailed: Cannot read "))
    }
}
