// SPDX-License-Identifier: MIT

package import CallContract
internal import DirectoryCore
internal import Foundation
internal import GRDB
internal import SystemFiles

extension Lists {
    /// Writes a list of a source, so that an import reads it back.
    ///
    /// CSV has the columns `number`, `label` and `type`: the type is empty for a number, and the type of an address.
    /// `CSVCell` says how cells are written. Text has no labels. vCards have a card for each number or address. No
    /// format has characters that change the order of texts on a screen.
    ///
    /// The database keeps what other threads overwrite until the last byte is written, so give it a file rather than a
    /// pipe to a slow reader.
    package func export(
        _ source: String, _ kind: ListKind, as format: ListFileFormat = .csv, to file: Int32
    ) throws(ListError) {
        try read { db in
            let row = try Row.fetchOne(
                db, sql: "SELECT \(kind.version) FROM listSource WHERE name = ?", arguments: [source])
            guard let row else { throw ListError.unknownSource(source) }
            var output = Output(file: file)
            let line = format.line
            try output.write(format.header)
            guard let version: Int64 = row[0] else { return try output.flush() }
            let table = BlockTable(kind: kind, version: version)
            var block = try table.block(after: 0, in: db)
            while let current = block {
                for (place, number) in current.numbers.enumerated() {
                    let caller = ExportedCaller(text: "+\(number)", type: nil)
                    try output.write(line(caller, current.labels.isEmpty ? "" : current.labels[place]))
                }
                block = try table.block(after: current.numbers[current.count - 1], in: db)
            }
            let handles = try Row.fetchCursor(
                db, sql: "SELECT value, label, type FROM listHandle WHERE version = ? AND list = ?",
                arguments: [version, kind.rawValue])
            while let row = try handles.next() {
                guard let type = Handle.Kind(rawValue: row[2]) else { throw ListError.damaged }
                try output.write(line(ExportedCaller(text: row[0], type: type), row[1]))
            }
            try output.flush()
        }
    }
}

/// A caller in an exported list.
private struct ExportedCaller {
    let text: String
    /// Nil for a number.
    let type: Handle.Kind?
}

extension ListFileFormat {
    fileprivate var header: [UInt8] { self == .csv ? Array("number,label,type\n".utf8) : [] }

    /// Writes an entry with its label.
    fileprivate var line: (ExportedCaller, String) -> [UInt8] {
        switch self {
        case .text: { caller, _ in Array((caller.text.inReadingOrder + "\n").utf8) }
        case .csv: Self.csv
        case .vcard: Self.card
        }
    }

    private static func csv(_ caller: ExportedCaller, _ label: String) -> [UInt8] {
        let comma = UInt8(ascii: ",")
        let cell = caller.type == nil ? CSVCell.bytes(number: caller.text) : CSVCell.bytes(caller.text)
        let type = CSVCell.bytes(caller.type?.rawValue ?? "")
        return cell + [comma] + CSVCell.bytes(label) + [comma] + type + [UInt8(ascii: "\n")]
    }

    private static func card(_ caller: ExportedCaller, _ label: String) -> [UInt8] {
        let property =
            switch caller.type {
            case nil, .phoneNumber?: "TEL"
            case .emailAddress?: "EMAIL"
            case .generic?: "IMPP"
            }
        let text = caller.text.inReadingOrder
        let name = escaped(label.isEmpty ? text : label.inReadingOrder)
        let card = "BEGIN:VCARD\r\nVERSION:3.0\r\nFN:\(name)\r\n\(property):\(escaped(text))\r\nEND:VCARD\r\n"
        return Array(card.utf8)
    }

    /// RFC 6350, section 3.4. Labels and addresses have no line breaks.
    private static func escaped(_ text: String) -> String {
        text.replacing("\\", with: "\\\\").replacing(",", with: "\\,").replacing(";", with: "\\;")
    }
}

/// Collects lines for one call of `write`.
private struct Output {
    let file: Int32
    private var bytes: [UInt8] = []

    init(file: Int32) { self.file = file }

    mutating func write(_ line: [UInt8]) throws(ListError) {
        bytes += line
        if bytes.count >= 64 << 10 { try flush() }
    }

    mutating func flush() throws(ListError) {
        do throws(SystemError) { try FileBytes.write(bytes, to: file) } catch {
            throw ListError(.unknown, "Cannot write the file: \(error.words); choose another place and try again.")
        }
        bytes.removeAll(keepingCapacity: true)
    }
}
