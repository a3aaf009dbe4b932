// SPDX-License-Identifier: MIT

internal import CallContract
internal import CallLinks
internal import DirectoryCore

/// The meaning of the records of a file. vCards have no records: their reader gives the handles.
///
/// Text has a number or address in each line. `#` at the beginning of a line, or after a space, begins a comment.
///
/// CSV has a comma, semicolon or tab between cells. Without a header the cells are number and label. A header names the
/// columns `number`, `label` and `type`, in any order, beside others that are ignored.
struct EntryReader {
    /// What a line names.
    enum Caller {
        case number(Int64)
        /// An address, in each of the types that it may have.
        case handles([Handle])
    }

    struct Entry {
        let caller: Caller
        let label: String
    }

    private let format: ListFileFormat
    private let normalize: (String) -> Int64?
    private var isFirst = true
    private var (number, label, type): (Int, Int?, Int?) = (0, 1, nil)

    init(_ format: ListFileFormat, normalize: @escaping (String) -> Int64?) {
        self.format = format
        self.normalize = normalize
    }

    /// Nil for a header or a comment.
    mutating func entry(_ record: RecordReader.Record) throws(ListError) -> Entry? {
        switch format {
        case .text, .vcard:
            let text = record.cells[0].withoutComment
            return text.isEmpty ? nil : Entry(caller: try caller(text, type: "", in: record), label: "")
        case .csv:
            defer { isFirst = false }
            if isFirst, try readHeader(record) { return nil }
            let cell = { (place: Int?) in
                guard let place, place < record.cells.count else { return "" }
                return CSVCell.text(record.cells[place])
            }
            return Entry(
                caller: try caller(cell(number), type: cell(type), in: record), label: cell(label))
        }
    }

    /// The entry of a handle whose type is known.
    func entry(_ handle: Handle, label: String, line: Int) throws(ListError) -> Entry {
        guard let caller = typed(handle.value, handle.kind) else { throw Self.noCaller(in: line) }
        return Entry(caller: caller, label: label)
    }

    private static func noCaller(in line: Int) -> ListError {
        ListError(
            .unknown, "Line \(line) has neither a phone number nor an address; correct or remove the line.")
    }

    /// False if the first record is an entry. Then the columns stay as they are without a header.
    private mutating func readHeader(_ record: RecordReader.Record) throws(ListError) -> Bool {
        let names = record.cells.map { $0.lowercased() }
        if let place = names.firstIndex(of: "number") {
            (number, label, type) = (place, names.firstIndex(of: "label"), names.firstIndex(of: "type"))
            return true
        }
        guard names.contains(where: { $0.contains { $0.isNumber || $0 == "@" } }) else {
            throw ListError(
                .unknown,
                "Line \(record.line) has no column `number`; name that column in the header, or remove the header."
            )
        }
        return false
    }

    private func caller(_ text: String, type: String, in record: RecordReader.Record) throws(ListError) -> Caller {
        // Other programs have other words for types.
        let kind = type.isEmpty ? nil : Handle.Kind(rawValue: type)
        guard let caller = kind.map({ typed(text, $0) }) ?? guessed(text) else {
            throw Self.noCaller(in: record.line)
        }
        return caller
    }

    private func typed(_ text: String, _ kind: Handle.Kind) -> Caller? {
        guard !text.isEmpty else { return nil }
        if kind == .phoneNumber, let number = number(text) { return .number(number) }
        return .handles([Handle(kind: kind, value: text)])
    }

    private func guessed(_ text: String) -> Caller? {
        // Most lines are plain numbers, so the bytes are looked at first.
        let isLink = text.utf8.contains(UInt8(ascii: ":"))
        if isLink, CallLink.hasScheme(text) {
            guard let link = Handle(link: text) else { return nil }
            guard link.kind == .phoneNumber, let number = number(link.value) else { return .handles([link]) }
            return .number(number)
        }
        if isLink, text.lowercased().hasPrefix("mailto:"), text.utf8.count > 7 {
            return .handles([Handle(kind: .emailAddress, value: String(text.dropFirst(7)))])
        }
        if text.utf8.contains(UInt8(ascii: "@")), !text.contains(where: \.isWhitespace) {
            // A bare address may belong to e-mail or to SIP.
            return .handles([Handle(kind: .emailAddress, value: text), Handle(kind: .generic, value: text)])
        }
        return number(text).map(Caller.number)
    }

    private func number(_ text: String) -> Int64? {
        normalize(text).flatMap { 1...ListLimits.greatestNumber ~= $0 ? $0 : nil }
    }
}

extension String {
    /// The text before a `#` that begins the line or follows a space. Other `#` belong to addresses.
    fileprivate var withoutComment: String {
        guard utf8.contains(UInt8(ascii: "#")) else { return self }
        var last: Character = " "
        for place in indices {
            if self[place] == "#", last.isWhitespace { return String(self[..<place]).trimmed }
            last = self[place]
        }
        return self
    }
}
