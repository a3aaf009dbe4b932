// SPDX-License-Identifier: MIT

import BusTesting
import Foundation
import Testing

/// The user imports and exports files.
@Suite(.daemonLogs)
struct ListFileTests {
    private let directory: DirectoryUnderTest

    init() throws { directory = try DirectoryUnderTest(try Stage()) }

    private func file(_ text: String) throws -> DBusValue {
        .descriptor(try Descriptor.memory(Array(text.utf8), sealed: false))
    }

    private func importError(_ text: String, _ format: String, as name: String = "spam") throws -> BusError? {
        try directory.lists.error("ImportList", .string(name), try file(text), .string(format), [:])
    }

    @Test func `Files in each format block their numbers, in any spelling`() throws {
        let cards = "BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Eve\r\nTEL:030 123458\r\nEMAIL:eve@example.org\r\nEND:VCARD\r\n"
        let files = [("text", "030 123456 # spam\n"), ("csv", "label;number\nBank;+49 30 123457\n"), ("vcard", cards)]
        for (format, text) in files {
            try directory.lists.call("ImportList", .string(format), try file(text), .string(format), [:])
        }
        #expect(try [4_930_123_456, 4_930_123_457, 4_930_123_458].allSatisfy { try directory.verdict($0) == "reject" })
        #expect(try directory.label(4_930_123_457) == "Bank" && directory.label(4_930_123_458) == "Eve")
        #expect(try directory.source("vcard")["HandleCount"] != .uint64(0))
        #expect(try directory.source("csv")["Kind"] == "file")
    }

    @Test func `A file of names labels its numbers without blocking them`() throws {
        try directory.lists.call(
            "ImportList", "names", try file("number,label\n+4930123456,Bank\n"), "csv", ["Identify": true])
        #expect(try directory.label(4_930_123_456) == "Bank" && directory.verdict(4_930_123_456) == "allow")
    }

    @Test func `A character that the bus does not carry is U+FFFD in the labels and addresses of a list`() throws {
        let text = "number,label\n+4930123456,Bank\u{FFFF}\nada\u{FFFE}@example.org,Ada\n"
        try directory.lists.call("ImportList", "names", try file(text), "csv", ["Identify": true])
        #expect(try directory.label(4_930_123_456) == "Bank\u{FFFD}")
        let ada = DBusValue.tuple("email-address", .string("ada\u{FFFD}@example.org"))
        #expect(try directory.object().call("Lookup", ada, [:]).first?["Label"] == "Ada")
    }

    @Test func `A wrong file is refused with its line, and the source keeps its old list`() throws {
        #expect(try importError("hello\n", "text")?.message.hasPrefix("Line 1 has neither") == true)
        #expect(try directory.lists.call("ListSources").first?.elements == [])
        try directory.lists.call("ImportList", "spam", try file("+4930123456\n"), "text", [:])
        #expect(try importError("+4930123457\nhello\n", "text")?.shortName == "CallDirectory.Unknown")
        #expect(try directory.verdict(4_930_123_456) == "reject" && directory.verdict(4_930_123_457) == "allow")
        #expect(try importError("BEGIN:VCARD\nFN:A\n", "vcard")?.message.contains("END:VCARD") == true)
        #expect(try importError("BEGIN:VCARD\nFN:A\nEND:VCARD\n", "vcard")?.message.contains("no vCard") == true)
        #expect(try importError("", "xls")?.shortName == "InvalidArgs")
        try directory.enable("org.example.Spam")
        #expect(try importError("+4930\n", "text", as: "org.example.Spam")?.message.contains("a program") == true)
        let pipe = try Descriptor.pipe()
        let lists = directory.lists
        #expect(
            try lists.error("ImportList", "pipe", .descriptor(pipe.read), "text", [:])?.message.contains("descriptor")
                == true)
        #expect(
            try lists.error("ExportList", "spam", .descriptor(pipe.write), "text", [:])?.message.contains("descriptor")
                == true)
    }

    @Test func `Reload reads the file of a source again, and tells if it is gone`() throws {
        let file = try directory.home.write("+4930123456\n", to: "spam.txt")
        let path = DBusValue.string(file.path)
        try directory.lists.call("ImportList", "spam", try self.file("+4930123456\n"), "text", ["Path": path])
        #expect(try directory.source("spam")["Path"] == path)
        try Data("+4930123457\n".utf8).write(to: file)
        try directory.lists.call("Reload", "spam")
        #expect(try directory.verdict(4_930_123_456) == "allow" && directory.verdict(4_930_123_457) == "reject")
        try FileManager.default.removeItem(at: file)
        #expect(try directory.lists.error("Reload", "spam")?.message.hasPrefix("Cannot open the file") == true)
        #expect(try directory.verdict(4_930_123_457) == "reject")
        try directory.lists.call("ImportList", "memory", try self.file("+4930123456\n"), "text", [:])
        #expect(try directory.lists.error("Reload", "memory")?.message.contains("without a path") == true)
    }

    @Test(arguments: ["text", "csv", "vcard"])
    func `An exported list can be imported again`(format: String) throws {
        try directory.lists.call(
            "ImportList", "spam", try file("+4930123456,\"Bank; the, first\"\neve@example.org,Eve\n"), "csv", [:])
        let copy = try Descriptor.memory([], sealed: false)
        try directory.lists.call("ExportList", "spam", .descriptor(copy), .string(format), [:])
        try directory.lists.call("RemoveSource", "spam")
        #expect(try directory.verdict(4_930_123_456) == "allow")
        let text = String(decoding: try copy.contents(), as: UTF8.self)
        try directory.lists.call("ImportList", "copy", try file(text), .string(format), [:])
        #expect(try directory.verdict(4_930_123_456) == "reject")
        let address = DBusValue.tuple("email-address", "eve@example.org")
        #expect(try directory.object().call("Lookup", address, [:]).first?["Verdict"] == "reject")
        #expect(
            try directory.lists.error("ExportList", "gone", .descriptor(copy), "csv", [:])?.shortName
                == "CallDirectory.NoExtensionFound")
    }
}
