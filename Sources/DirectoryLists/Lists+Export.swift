// SPDX-License-Identifier: MIT

internal import CallModel
internal import DirectoryText
internal import Foundation
internal import GRDB
internal import Glibc

extension Lists {
    /// Writes a list of a source as CSV with the columns `number`, `label` and `type`, which an import reads back. The type is
    /// empty for a number, and the type of an address. `CSVCell` says how cells are written.
    ///
    /// The database keeps what other threads overwrite until the last byte is written, so give it a file rather than a pipe to
    /// a slow reader.
    package func export(_ source: String, _ kind: ListKind, to file: Int32) throws(ListError) {
        try read { db in
            let row = try Row.fetchOne(
                db, sql: "SELECT \(kind.version) FROM listSource WHERE name = ?", arguments: [source])
            guard let row else { throw ListError.unknownSource(source) }
            var output = Output(file: file)
            try output.write(Array("number,label,type\n".utf8))
            guard let version: Int64 = row[0] else { return try output.flush() }
            let table = BlockTable(kind: kind, version: version)
            var block = try table.block(after: 0, in: db)
            while let current = block {
                for (place, number) in current.numbers.enumerated() {
                    let label = current.labels.isEmpty ? "" : current.labels[place]
                    try output.write(CSVCell.bytes(number), label: label, type: "")
                }
                block = try table.block(after: current.numbers[current.count - 1], in: db)
            }
            let handles = try Row.fetchCursor(
                db, sql: "SELECT value, label, type FROM listHandle WHERE version = ? AND list = ?",
                arguments: [version, kind.rawValue])
            while let row = try handles.next() {
                try output.write(CSVCell.bytes(row[0] as String), label: row[1], type: row[2])
            }
            try output.flush()
        }
    }
}

/// Collects lines for one call of `write`.
private struct Output {
    let file: Int32
    private var bytes: [UInt8] = []

    init(file: Int32) { self.file = file }

    mutating func write(_ first: [UInt8], label: String, type: String) throws(ListError) {
        let comma = UInt8(ascii: ",")
        try write(first + [comma] + CSVCell.bytes(label) + [comma] + CSVCell.bytes(type) + [UInt8(ascii: "\n")])
    }

    mutating func write(_ line: [UInt8]) throws(ListError) {
        bytes += line
        if bytes.count >= 64 << 10 { try flush() }
    }

    mutating func flush() throws(ListError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
            if count > 0 {
                rest = rest.dropFirst(count)
            } else if count == 0 || errno != EINTR {
                let reason = String(cString: strerror(errno))
                throw ListError(.unknown, "Cannot write the file: \(reason); choose another place and try again.")
            }
        }
        bytes.removeAll(keepingCapacity: true)
    }
}
