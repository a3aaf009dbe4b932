// SPDX-License-Identifier: MIT

import BusTesting
import Foundation
import SessionAgent
import Testing

/// The journals that an agent leaves for the next one.
struct JournalTests {
    @Test func `A journal returns the records that were written, and an empty one leaves no file`() throws {
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

    @Test func `A text in a journal cannot forge records`() throws {
        let folder = try TemporaryDirectory()
        let journal = Journal("test", in: folder.url.path)
        #expect(journal.write([["a\u{1E}b\u{1F}c", "d"]]))
        #expect(journal.read() == [["a b c", "d"]])
    }

    @Test func `A journal does not follow a symbolic link`() throws {
        let folder = try TemporaryDirectory()
        let other = try folder.write("other", to: "other")
        let draft = folder.url.appendingPathComponent("test.new").path
        try FileManager.default.createSymbolicLink(atPath: draft, withDestinationPath: other.path)
        #expect(Journal("test", in: folder.url.path).write([["a"]]))
        #expect(try String(contentsOf: other, encoding: .utf8) == "other")
    }
}
