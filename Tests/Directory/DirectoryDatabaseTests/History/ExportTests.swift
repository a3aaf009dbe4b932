// SPDX-License-Identifier: MIT

import BusTesting
import CallContract
import DirectoryCore
import Foundation
import Testing

@testable import DirectoryDatabase

/// The history as JSON and CSV.
@Suite(.ownThread) struct ExportTests {
    private let sample: Sample

    init() throws { sample = try Sample() }

    private static let call: PastCall = {
        var call = PastCall(
            CallID(high: 1, low: 2), provider: "org.example.Modem",
            startedAt: 1_795_378_503_000_001, endedAt: 1_795_378_563_000_000, endedReason: .remoteEnded,
            outcome: .answered)
        call.providerName = "Modem"
        call.handle = Handle(kind: .phoneNumber, value: "+4930123456")
        call.callerKey = "tel:+4930123456"
        call.name = "Ada \"Countess\"\nLovelace / 小龙"
        call.connectedAt = 1_795_378_510_000_000
        return call
    }()

    private func text(_ format: HistoryExport.Format, _ filter: HistoryFilter = HistoryFilter()) throws -> String {
        var export = HistoryExport(sample.history, as: format, filter)
        var bytes: [UInt8] = []
        while let piece = try export.next() { bytes += piece }
        return try #require(String(validating: bytes, as: UTF8.self))
    }

    @Test func `JSON has an object on a line for each call, with the keys of the contract`() throws {
        var hidden = PastCall.sample(7, at: 5, from: "")
        hidden.endedAt = 9
        try sample.history.record([Self.call, hidden])
        #expect(
            try text(.json) == #"""
                [
                {"ConnectedAt":1795378510000000,"DisplayName":"Ada \"Countess\"\nLovelace / 小龙",\#
                "EndedAt":1795378563000000,"EndedReason":"remote-ended","HasVideo":false,"Outcome":"answered",\#
                "Outgoing":false,"Provider":"org.example.Modem","ProviderName":"Modem",\#
                "RemoteHandle":["phone-number","+4930123456"],"StartedAt":1795378503000001,\#
                "UUID":"00000000-0000-0001-0000-000000000002","Unread":false},
                {"ConnectedAt":0,"DisplayName":"","EndedAt":9,"EndedReason":"unanswered","HasVideo":false,\#
                "Outcome":"missed","Outgoing":false,"Provider":"org.example.App","ProviderName":"","StartedAt":5,\#
                "UUID":"00000000-0000-0007-0000-000000000007","Unread":true}
                ]

                """#)
    }

    @Test(arguments: HistoryExport.Format.allCases)
    func `An exported history has no characters that change the order of texts on a screen`(
        format: HistoryExport.Format
    ) throws {
        var call = Self.call
        let controls: [Unicode.Scalar] = [
            "\u{61C}", "\u{200E}", "\u{200F}", "\u{202A}", "\u{202B}", "\u{202C}", "\u{202D}", "\u{202E}", "\u{2066}",
            "\u{2067}", "\u{2068}", "\u{2069}",
        ]
        let around = { (text: String) in controls.map { "\($0)\(text)" }.joined() }
        call.name = "Bank \(around(",")) א"
        call.providerName = around("P")
        call.handle = Handle(kind: .generic, value: around("x"))
        try sample.history.record([call])
        let exported = try text(format)
        #expect(!exported.unicodeScalars.contains { controls.contains($0) })
        // Nor in the form of an escape, which a program would show.
        #expect(!exported.contains("\\u20") && !exported.contains("\\u06"))
        #expect(exported.contains("Bank ,,,,,,,,,,,, א") && exported.contains("xxxxxxxxxxxx"))
    }

    @Test func `CSV has a header, quoted cells, and an apostrophe before a telephone number`() throws {
        try sample.history.record([Self.call])
        let header = """
            "UUID","Started","Connected","Ended","Direction","Outcome","EndedReason","HandleType","Handle","Name","Video",\
            "Unread","Provider","ProviderName"
            """
        let row = """
            "00000000-0000-0001-0000-000000000002","2026-11-22T20:15:03Z","2026-11-22T20:15:10Z","2026-11-22T20:16:03Z",\
            "incoming","answered","remote-ended","phone-number","'+4930123456","Ada ""Countess""\nLovelace / 小龙","no",\
            "no","org.example.Modem","Modem"
            """
        #expect(try text(.csv) == header + "\r\n" + row + "\r\n")
    }

    private func cell(_ text: String) -> String { String(decoding: CSVCell.bytes(text), as: UTF8.self) }

    @Test(arguments: ["=", "+", "-", "@", "\t", "\r", "\n", "\r\n", "=\u{301}", "＝", "＋", "－", "＠", "'"])
    func `A cell that a spreadsheet would take for a formula is text`(start: String) {
        #expect(cell(start + "1+1") == "\"'" + start + "1+1\"")
        #expect(cell("1" + start) == "\"1" + start + "\"")
    }

    @Test func `A name cannot leave its cell`() {
        #expect(cell("\",=1") == "\"\"\",=1\"")
        #expect(cell("\"\u{301}") == "\"\"\"\u{301}\"")
    }

    @Test func `An empty history gives an empty array, and a table with a header only`() throws {
        #expect(try text(.json) == "[\n]\n")
        #expect(try text(.csv).split(separator: "\r\n").count == 1)
    }

    @Test(arguments: HistoryExport.Format.allCases)
    func `A long history is exported whole, without the calls that end meanwhile`(format: HistoryExport.Format) throws {
        try sample.history.record((1...1_234).map { .sample($0, at: $0) })
        var export = HistoryExport(sample.history, as: format)
        var bytes: [UInt8] = []
        var number: UInt64 = 2_000
        while let piece = try export.next() {
            #expect(piece.count < 150_000)
            bytes += piece
            try sample.history.record([.sample(number, at: number)])
            number += 1
        }
        let text = String(decoding: bytes, as: UTF8.self)
        let starts = text.matches(of: #/00000000-0000-0007-0000-0{8}([0-9a-f]{4})/#).compactMap { Int($0.1, radix: 16) }
        #expect(starts == [2_000] + Array((1...1_234).reversed()))
    }

    @Test func `JSON of a thousand calls can be decoded`() throws {
        try sample.history.record((1...1_000).map { .sample($0, at: $0) })
        let objects = try JSONSerialization.jsonObject(with: Data(try text(.json).utf8)) as? [[String: Any]]
        #expect(objects?.count == 1_000)
    }

    @Test func `An export has only the calls that the filter means`() throws {
        try sample.history.record([.sample(1, at: 1, provider: "a"), .sample(2, at: 2, provider: "b")])
        var filter = HistoryFilter()
        filter.provider = "a"
        #expect(try text(.csv, filter).split(separator: "\r\n").count == 2)
    }

    @Test func `A slow reader gets every byte and does not keep the database busy`() throws {
        try sample.history.record((1...2_000).map { .sample($0, at: $0) })
        let expected = try text(.json)
        let pipe = Pipe()
        let history = sample.history
        let writer = Thread {
            var export = HistoryExport(history, as: .json)
            try? export.write(to: pipe.fileHandleForWriting.fileDescriptor)
            try? pipe.fileHandleForWriting.close()
        }
        writer.start()
        // The writer waits, because nobody reads. A write to the database does not.
        try sample.history.record([.sample(9_999, at: 9_999)])
        let bytes = try pipe.fileHandleForReading.readToEnd() ?? Data()
        #expect(String(decoding: bytes, as: UTF8.self).hasSuffix(expected.suffix(100_000)))
    }

    @Test func `An export to a descriptor that cannot be written says so`() throws {
        var export = HistoryExport(sample.history, as: .json)
        #expect(throws: DirectoryProblem.refused("Cannot write the history: Bad file descriptor.")) {
            try export.write(to: -1)
        }
    }
}
