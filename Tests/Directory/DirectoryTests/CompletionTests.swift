// SPDX-License-Identifier: MIT

import BusTesting
import Foundation
import Testing

/// The words that the Tab key offers, with a real directory.
@Suite(.daemonLogs)
struct CompletionTests {
    private let directory: DirectoryUnderTest

    init() throws { directory = try DirectoryUnderTest(try Stage()) }

    /// What bash offers behind these words for the beginning of the next one.
    private func offers(_ words: String..., for beginning: String) throws -> String {
        let folder = try TemporaryDirectory()
        let tool = try Product.path("monkeycall")
        let script = try ChildProcess.run([tool, "--generate-completion-script", "bash"]).output
        let file = try folder.write(script, to: "completion")
        let path = URL(fileURLWithPath: tool).deletingLastPathComponent().path
        let line = (["monkeycall"] + words + [beginning]).joined(separator: " ")
        let program = """
            PATH='\(path)':$PATH; source '\(file.path)'
            COMP_WORDS=(\(line)); COMP_CWORD=\(words.count + 1); COMP_LINE="${COMP_WORDS[*]}"; COMP_POINT=${#COMP_LINE}
            _monkeycall 2>&1; printf '%s\\n' "${COMPREPLY[@]}"
            """
        return try ChildProcess.run(["bash", "-c", program], environment: directory.buses).output
    }

    @Test func `Completion offers the names of contacts`() throws {
        try directory.add("Ada Lovelace", "030 123456")
        for command in ["block", "unblock", "contact", "recents", "dial"] {
            #expect(try offers(command, for: "Ada").contains("Ada Lovelace"), "\(command)")
        }
        #expect(try offers("favourites", "add", for: "Ada").contains("Ada Lovelace"))
    }

    @Test func `Completion offers the names of lists and screeners`() throws {
        try directory.enable("org.example.Spam")
        try directory.object("Screening").call("SetScreenerEnabled", "org.example.Filter", true)
        #expect(try offers("lists", "disable", for: "org").contains("org.example.Spam"))
        #expect(try offers("screeners", "disable", for: "org").contains("org.example.Filter"))
    }

    @Test func `Completion offers the identifiers of apps`() throws {
        try directory.object("Apps").call("SetAllowed", "org.example.Chat", false)
        #expect(try offers("apps", "allow", for: "org").contains("org.example.Chat"))
    }
}
