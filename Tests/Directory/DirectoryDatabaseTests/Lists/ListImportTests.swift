// SPDX-License-Identifier: MIT

import CallContract
import Foundation
import TestNames
import Testing

@testable import DirectoryDatabase

struct ListImportTests {
    /// As a caller with the region Germany would normalise.
    private static func normalize(_ text: String) -> Int64? {
        let digits = text.filter { !" -/()".contains($0) }
        if digits.hasPrefix("+") { return Int64(digits.dropFirst()) }
        return digits.hasPrefix("0") ? Int64("49" + digits.dropFirst()) : nil
    }

    /// The lists of a source that imported this file in pieces of that length.
    private func imported(
        _ file: some Collection<UInt8>, _ format: ListFileFormat, blocks: Bool = true, piece: Int = 1 << 20
    ) throws -> Store {
        let store = try Store()
        var contents = ListImport(format, blocks: blocks, normalize: Self.normalize)
        for start in stride(from: 0, to: file.count, by: piece) {
            try Array(file.dropFirst(start).prefix(piece)).withUnsafeBytes { try contents.read($0) }
        }
        let load = try store.lists.begin("spam", incremental: false)
        try contents.finish(into: load)
        try load.commit(at: 1)
        return store
    }

    private func message(_ file: String, _ format: ListFileFormat, blocks: Bool = true) throws -> String {
        try message(Array(file.utf8), format, blocks: blocks)
    }

    private func message(_ file: [UInt8], _ format: ListFileFormat, blocks: Bool = true) throws -> String {
        let error = #expect(throws: ListError.self) { try imported(file, format, blocks: blocks) }
        return try #require(error).message
    }

    @Test(arguments: [1, 2, 3, 1_000], ["\n", "\r\n", "\r"])
    func `A text list has a number in each line, and comments`(piece: Int, lineEnd: String) throws {
        let lines = ["\u{FEFF}+49 30 2", "", "# comment", "\t030-1 # office ", "tel:+4930-3", "+49302", "  "]
        let store = try imported(Array(lines.joined(separator: lineEnd).utf8), .text, piece: piece)
        #expect(try store.blocked(among: 49300...49310) == [49301, 49302, 49303])
        #expect(try store.source().blocked == 3)
        #expect(try store.source().identified == 0)
    }

    @Test(arguments: [
        "+491,Bank\n+492,\"Doctor, \"\"Who\"\"\"", "number,label\n+491,Bank\n+492,\"Doctor, \"\"Who\"\"\"\n",
        "type,number,label\nfax,+491,Bank\n,+492,\"Doctor, \"\"Who\"\"\"",
        "Label;City;NUMBER\r\nBank;Bonn;+491\r\n\"Doctor, \"\"Who\"\"\";\"\";+492\r\n",
        "\u{FEFF}\"number\"\t\"label\"\n'+491\t Bank \n\n'+492\t\"Doctor, \"\"Who\"\"\"",
        "+491,Bank\r+492,Old\r+492,\"Doctor, \"\"Who\"\"\"",
    ])
    func `A CSV file may have a header, quotes and any usual delimiter`(file: String) throws {
        for piece in [1, 7, 1_000] {
            let store = try imported(Array(file.utf8), .csv, blocks: false, piece: piece)
            #expect(try store.lists.label(of: 491) == "Bank")
            #expect(try store.lists.label(of: 492) == "Doctor, \"Who\"")
            #expect(try store.source().blocked == 0)
            #expect(try store.source().identified == 2)
        }
    }

    @Test func `Addresses are kept beside numbers`() throws {
        let store = try imported(
            Array("sip:Eve@Example.org\nmailto:mallory@example.org\nbob@example.org\n+491\n".utf8), .text)
        func blocks(_ kind: Handle.Kind, _ value: String) throws -> Bool {
            try store.lists.source(blocking: Handle(kind: kind, value: value)) != nil
        }
        #expect(try blocks(.generic, "eve@example.org"))
        #expect(try !blocks(.emailAddress, "eve@example.org"))
        #expect(try blocks(.emailAddress, "mallory@example.org"))
        #expect(try blocks(.emailAddress, "bob@example.org"))
        #expect(try blocks(.generic, "bob@example.org"))
        #expect(try store.blocked(among: 490...495) == [491])
    }

    @Test func `A block list with labels also identifies its callers`() throws {
        let store = try imported(Array("number,label\n+491,Scam\n+492,\neve@example.org,Eve\n".utf8), .csv)
        #expect(try store.blocked(among: 490...495) == [491, 492])
        #expect(try store.lists.label(of: 491) == "Scam")
        #expect(try store.lists.label(of: Handle(kind: .generic, value: "eve@example.org")) == "Eve")
    }

    @Test(
        arguments: [
            ("+491\nhello\n", ListFileFormat.text, "Line 2 has neither"),
            ("+491\n\u{0}\n", .text, "Line 2 is not text in UTF-8"),
            ("+491\n\n1234567890123456\n", .text, "Line 3 has neither"),
            ("+491\n\n+0\n", .text, "Line 3 has neither"),
            ("number,type\n\"\",generic\n", .csv, "Line 2 has neither"),
            ("name,phone\nA,+491\n", .csv, "Line 1 has no column `number`"),
            ("+491,A\n+492,\"B", .csv, "record of line 2 never close"),
            ("+491,A\n+492,\"B\"x\n", .csv, "Line 2 has text after closing quotes"),
            ("+491,A\n+492,\"B\nC\"\n+493,D", .csv, "The label in line 2 has a control character"),
            ("+491,\"A\"\n\r\n\n\n+492,\u{202E}B\n", .csv, "The label in line 5 has a control character"),
            ("+491,A\n+492,\(String(repeating: "B", count: 257))", .csv, "The label in line 2 has more than 256 bytes"),
            ("+491\n+492,\(String(repeating: "B", count: 4_097))", .csv, "Line 2 has more than 4096 bytes"),
            ("+491\n+492\(String(repeating: ",", count: 5_000))", .csv, "Line 2 has more than 4096 bytes"),
        ].map { (Shortened($0), $1, $2) })
    func `A wrong file is refused with the number of the line`(
        file: Shortened<String>, format: ListFileFormat, fault: String
    ) throws {
        #expect(try message(file.value, format).contains(fault))
    }

    @Test func `An identification list needs a label in each line`() throws {
        #expect(try message("+491,A\n+492\n", .csv, blocks: false).contains("Line 2 has no label"))
        #expect(try message("+491\n", .text, blocks: false).contains("Line 1 has no label"))
    }

    @Test(
        arguments: [
            ([0xFF, 0xFE, 0x2B, 0x00], "mark of UTF-16"), ([0xFE, 0xFF, 0x00, 0x2B], "mark of UTF-16"),
            ([0x2B, 0x00, 0x34, 0x00], "Line 1 is not text in UTF-8"),
            ([0xEF, 0xBB], "Line 1 is not text in UTF-8"), ([0xEF, 0xBB, 0x31], "Line 1 is not text in UTF-8"),
            (Array("+491\n".utf8) + [0xE4, 0x0A], "Line 2 is not text in UTF-8"),
            (Array("+491\n".utf8) + [0xC0, 0x80, 0x0A], "Line 2 is not text in UTF-8"),
            (Array("+491\n".utf8) + [0xE2, 0x82], "Line 2 is not text in UTF-8"),
        ] as [([UInt8], String)])
    func `A file in another encoding is refused`(file: [UInt8], fault: String) throws {
        #expect(try message(file, .text).contains(fault))
        #expect(try message(file, .csv).contains(fault))
    }

    @Test(arguments: [ListFileFormat.text, .csv])
    func `A line without an end is refused before it fills the memory`(format: ListFileFormat) throws {
        for start in ["", "\"", "# "] {
            var contents = ListImport(format, blocks: true, normalize: Self.normalize)
            try Array(start.utf8).withUnsafeBytes { try contents.read($0) }
            let line = [UInt8](repeating: 0x31, count: 4_097)
            let error = #expect(throws: ListError.self) { try line.withUnsafeBytes { try contents.read($0) } }
            #expect(error?.message.hasPrefix("Line 1 has more than 4096 bytes") == true)
        }
    }

    @Test func `A file with too many entries or labels is refused`() throws {
        var limits = ListLimits()
        (limits.entries, limits.handles, limits.importedLabels) = (3, 3, 3)
        for file in ["+491\n+492\n+493\n+494", "a@b\nc@d", "+491,AB\n+492,CD"] {
            var contents = ListImport(.csv, blocks: true, limits: limits, normalize: Self.normalize)
            let error = #expect(throws: ListError.self) {
                try Array("\(file)\n".utf8).withUnsafeBytes { try contents.read($0) }
            }
            #expect(error?.code == .maximumEntriesExceeded)
        }
    }

    @Test func `A failed import keeps the lists and leaves its error with the source`() throws {
        let store = try Store()
        try store.load(blocked: [7])
        let path = store.folder.appendingPathComponent("list").path
        try Data("+491\nhello\n".utf8).write(to: URL(fileURLWithPath: path))
        let file = open(path, O_RDONLY)
        defer { close(file) }
        let error = #expect(throws: ListError.self) {
            try store.lists.load("spam", from: file, .text, blocks: true, at: 2, normalize: Self.normalize)
        }
        #expect(try store.source().lastError == error)
        #expect(try store.blocked(among: 1...10) == [7])
        lseek(file, 0, SEEK_SET)
        try store.lists.load("spam", from: file, .text, blocks: true, at: 3) { $0 == "hello" ? 8 : 9 }
        #expect(try store.blocked(among: 1...10) == [8, 9])
        #expect(try store.source().loaded == 3)
    }

    @Test func `An endless file ends with an error`() throws {
        let store = try Store()
        let zeros = open("/dev/zero", O_RDONLY)
        defer { close(zeros) }
        for format in [ListFileFormat.text, .csv] {
            #expect(throws: ListError.self) {
                try store.lists.load("spam", from: zeros, format, blocks: true, at: 1, normalize: Self.normalize)
            }
        }
        let error = #expect(throws: ListError.self) {
            try store.lists.load("spam", from: -1, .text, blocks: true, at: 1, normalize: Self.normalize)
        }
        #expect(error?.message.contains("Bad file descriptor") == true)
    }
}
