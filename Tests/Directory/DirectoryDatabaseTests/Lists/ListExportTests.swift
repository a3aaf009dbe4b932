// SPDX-License-Identifier: MIT

import CallContract
import Foundation
import Testing

@testable import DirectoryDatabase

struct ListExportTests {
    private func exported(
        _ store: Store, _ kind: ListKind, as format: ListFileFormat = .csv
    ) throws -> URL {
        let url = store.folder.appendingPathComponent(UUID().uuidString)
        let file = open(url.path, O_WRONLY | O_CREAT | O_EXCL, 0o600)
        defer { close(file) }
        try store.lists.export("spam", kind, as: format, to: file)
        return url
    }

    @Test func `A list is exported as CSV that a spreadsheet does not take for formulas`() throws {
        let store = try Store()
        try store.load(
            blocked: [4930],
            identified: [(1, "=HYPERLINK(\"http://example.org\")"), (2, "-1"), (3, "'quoted'"), (4, "A, \"B\"")],
            handles: [
                (Handle(kind: .generic, value: "@room"), "+Room"), (Handle(kind: .phoneNumber, value: "110"), ""),
            ])
        #expect(
            try String(contentsOf: exported(store, .identified), encoding: .utf8) == """
                number,label,type
                "+1","'=HYPERLINK(""http://example.org"")",""
                "+2","'-1",""
                "+3","''quoted'",""
                "+4","A, ""B""\",""
                "'@room","'+Room","generic"

                """)
        #expect(
            try String(contentsOf: exported(store, .blocked), encoding: .utf8) == """
                number,label,type
                "+4930","",""
                "110","","phone-number"

                """)
    }

    @Test(arguments: [ListFileFormat.csv, .text, .vcard])
    func `An exported list has no characters that change the order of texts on a screen`(
        format: ListFileFormat
    ) throws {
        let store = try Store()
        try store.load(
            blocked: [], identified: [(1, "\u{200F}Bank")],
            handles: [(Handle(kind: .generic, value: "moc\u{200F}.elpmaxe"), "\u{61C}Room")])
        let text = try String(contentsOf: exported(store, .identified, as: format), encoding: .utf8)
        #expect(text.contains("moc.elpmaxe") && !text.unicodeScalars.contains { $0.properties.isBidiControl })
    }

    @Test func `An exported list can be imported again`() throws {
        let store = try Store()
        let labels = [
            "=1+1", "+x", "-y", "@z", "'", "''a", "'=b", "\"", "a,b;c\td".replacing("\t", with: " "), "李小龙", "＝1",
        ]
        let numbers = (1...5_000).map { (number: Int64($0) * 1_000, label: labels[$0 % labels.count]) }
        let handles = [
            Handle(kind: .generic, value: "=cmd"), Handle(kind: .generic, value: "a@b"),
            Handle(kind: .emailAddress, value: "c@d"), Handle(kind: .phoneNumber, value: "*100#"),
        ].map { (handle: $0, label: "'label") }
        try store.load(identified: numbers, handles: handles)
        let file = open(try exported(store, .identified).path, O_RDONLY)
        defer { close(file) }
        try store.lists.add("copy", kind: .file, isEnabled: true)
        try store.lists.remove("spam")
        try store.lists.load("copy", from: file, .csv, blocks: false, at: 1) {
            $0.hasPrefix("+") ? Int64($0.dropFirst()) : nil
        }
        #expect(try store.source("copy").identified == 5_000)
        #expect(try store.source("copy").handles == 4)
        for entry in numbers[..<100] {
            #expect(try store.lists.label(of: entry.number) == entry.label)
        }
        for entry in handles {
            #expect(try store.lists.label(of: entry.handle) == entry.label)
        }
    }

    @Test func `An export that cannot be written says so`() throws {
        let store = try Store()
        try store.load(blocked: [1])
        let full = open("/dev/full", O_WRONLY)
        defer { close(full) }
        let error = #expect(throws: ListError.self) { try store.lists.export("spam", .blocked, to: full) }
        #expect(error?.message.contains("No space left") == true)
        #expect(throws: ListError.self) { try store.lists.export("ham", .blocked, to: full) }
    }
}
