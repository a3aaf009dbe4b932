// SPDX-License-Identifier: MIT

import BusTesting
import Foundation
import SessionAgent
import Testing

/// What the agent remembers over its death.
struct JournalTests {
    @Test func `what is written is read, whatever is in it, and nothing leaves no file`() throws {
        let folder = try TemporaryDirectory()
        let path = folder.url.appendingPathComponent("monkeycall").path
        let journal = Journal("test", in: path)
        #expect(journal.read().isEmpty)
        let records = [["", "a\tb\nc", "ü"], ["one"]]
        #expect(journal.write(records))
        #expect(Journal("test", in: path).read() == records)
        #expect(journal.write([]))
        #expect(try FileManager.default.contentsOfDirectory(atPath: path).isEmpty)
    }

    @Test func `a text cannot make up records`() throws {
        let folder = try TemporaryDirectory()
        let journal = Journal("test", in: folder.url.path)
        #expect(journal.write([["a\u{1E}b\u{1F}c", "d"]]))
        #expect(journal.read() == [["a b c", "d"]])
    }

    @Test func `a link is not followed`() throws {
        let folder = try TemporaryDirectory()
        let other = try folder.write("other", to: "other")
        let draft = folder.url.appendingPathComponent("test.new").path
        try FileManager.default.createSymbolicLink(atPath: draft, withDestinationPath: other.path)
        #expect(Journal("test", in: folder.url.path).write([["a"]]))
        #expect(try String(contentsOf: other, encoding: .utf8) == "other")
    }
}
