// SPDX-License-Identifier: MIT

internal import CallContract

/// Cuts the bytes of an imported file into records, in pieces of any size. It keeps one record, of limited length.
///
/// Lines end with LF, CRLF or CR. The text is UTF-8, perhaps after a byte order mark.
struct RecordReader {
    /// Where a record begins, and its cells without the space around them. A record is never empty.
    struct Record {
        let line: Int
        let cells: [String]
    }

    private enum Place {
        case cellStart, cell, quotes, quoteInQuotes
    }

    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
    private static let (comma, semicolon, tab) = (UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t"))
    private static let (quote, lf, cr) = (UInt8(ascii: "\""), UInt8(ascii: "\n"), UInt8(ascii: "\r"))

    private let isCSV: Bool
    private let limit: Int
    private let clean: (String) -> String
    private var record: [UInt8] = []
    /// Where the cells of `record` end, without the last one.
    private var ends: [Int] = []
    private var place = Place.cellStart
    /// The first comma, semicolon or tab outside of quotes: spreadsheets use any of them, but one in a file.
    private var delimiter: UInt8?
    private var line = 1
    private var recordLine = 1
    private var isAfterCR = false
    /// The bytes of the mark at the beginning that were read; nil behind it.
    private var markLength: Int? = 0
    /// A file in UTF-16 begins with the mark FF FE or FE FF.
    private var firstByte: UInt8?

    /// `clean` gives the text of a cell as the rest of the program knows it.
    init(_ format: ListFileFormat, limit: Int, clean: @escaping (String) -> String = { $0 }) {
        isCSV = format == .csv
        (self.limit, self.clean) = (limit, clean)
    }

    mutating func read(
        _ bytes: UnsafeRawBufferPointer, _ use: (Record) throws(ListError) -> Void
    ) throws(ListError) {
        for byte in bytes {
            if firstByte == nil { firstByte = byte }
            guard byte != 0 else { throw notUTF8() }
            if let length = markLength {
                guard byte != Self.byteOrderMark[length] else {
                    markLength = length == 2 ? nil : length + 1
                    continue
                }
                try endMark()
            }
            // The line of a CRLF has ended at its CR.
            let isRestOfCRLF = isAfterCR && byte == Self.lf
            isAfterCR = byte == Self.cr
            let endsLine = isAfterCR || byte == Self.lf && !isRestOfCRLF
            if endsLine { line += 1 }
            if place == .quotes, byte != Self.quote {
                try append(byte)
            } else if endsLine {
                try endRecord(use)
            } else if !isRestOfCRLF {
                try readInLine(byte)
            }
        }
    }

    /// The last line may have no end.
    mutating func finish(_ use: (Record) throws(ListError) -> Void) throws(ListError) {
        guard place != .quotes else {
            throw ListError(
                .unknown, "The quotes that open in the record of line \(recordLine) never close; close them.")
        }
        try endMark()
        try endRecord(use)
    }

    /// A file may begin with a part of the mark: other characters begin with these bytes.
    private mutating func endMark() throws(ListError) {
        guard let length = markLength else { return }
        markLength = nil
        for byte in Self.byteOrderMark[..<length] { try readInLine(byte) }
    }

    private mutating func readInLine(_ byte: UInt8) throws(ListError) {
        guard isCSV else { return try append(byte) }
        switch place {
        case .quotes:
            place = .quoteInQuotes
        case .cellStart where byte == Self.quote:
            place = .quotes
        case .quoteInQuotes where byte == Self.quote:
            place = .quotes
            try append(byte)
        case .cellStart, .cell, .quoteInQuotes:
            if isDelimiter(byte) {
                ends.append(record.count)
                place = .cellStart
                return try checkLength()
            }
            guard place != .quoteInQuotes else {
                throw ListError(
                    .unknown, "Line \(line) has text after closing quotes; double each quote within a cell.")
            }
            place = .cell
            try append(byte)
        }
    }

    private mutating func isDelimiter(_ byte: UInt8) -> Bool {
        if let delimiter { return byte == delimiter }
        guard byte == Self.comma || byte == Self.semicolon || byte == Self.tab else { return false }
        delimiter = byte
        return true
    }

    private mutating func append(_ byte: UInt8) throws(ListError) {
        record.append(byte)
        try checkLength()
    }

    private func checkLength() throws(ListError) {
        guard record.count + ends.count <= limit else {
            throw ListError(
                .unknown,
                "Line \(recordLine) has more than \(limit) bytes; give each number a line of its own, and close quotes."
            )
        }
    }

    private mutating func endRecord(_ use: (Record) throws(ListError) -> Void) throws(ListError) {
        defer {
            record.removeAll(keepingCapacity: true)
            ends.removeAll(keepingCapacity: true)
            place = .cellStart
            recordLine = line
        }
        var cells: [String] = []
        var start = 0
        for end in ends + [record.count] {
            guard let cell = String(validating: record[start..<end], as: UTF8.self) else { throw notUTF8() }
            cells.append(clean(cell.trimmed))
            start = end
        }
        guard cells.contains(where: { !$0.isEmpty }) else { return }
        try use(Record(line: recordLine, cells: cells))
    }

    private func notUTF8() -> ListError {
        guard firstByte != 0xFF, firstByte != 0xFE else {
            return ListError(.unknown, "Line 1 begins with the mark of UTF-16; save the file as UTF-8.")
        }
        return ListError(.unknown, "Line \(recordLine) is not text in UTF-8; save the file as UTF-8.")
    }
}

extension String {
    /// Without spaces and tabs at both ends.
    var trimmed: String {
        guard utf8.first == 0x20 || utf8.first == 0x09 || utf8.last == 0x20 || utf8.last == 0x09 else { return self }
        let isBlank = { (character: Character) in character == " " || character == "\t" }
        guard let last = lastIndex(where: { !isBlank($0) }) else { return "" }
        return String(self[...last].drop(while: isBlank))
    }
}
