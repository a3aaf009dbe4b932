// SPDX-License-Identifier: MIT

internal import CallContract
internal import Foundation
internal import GRDB

/// Up to 512 ascending numbers, the contents of one row.
///
/// A block list keeps the differences between its numbers as varints; the row's id has the first number. An
/// identification list has before them a table of the block's labels (its length in bytes; then each label after its
/// length), and after each number, the first included, the index of its label.
struct Block {
    static let capacity = 512
    /// A block that becomes shorter than this in an incremental load is joined with the next one.
    static let minimum = 128

    /// Ascending, without duplicates.
    var numbers: [Int64] = []
    /// One for each number in an identification list; empty in a block list.
    var labels: [String] = []

    var count: Int { numbers.count }

    mutating func append(_ number: Int64, _ label: String?) {
        numbers.append(number)
        if let label { labels.append(label) }
    }

    mutating func append(_ range: Range<Int>, of other: Block) {
        numbers += other.numbers[range]
        if !other.labels.isEmpty { labels += other.labels[range] }
    }

    mutating func removeAll() {
        numbers.removeAll(keepingCapacity: true)
        labels.removeAll(keepingCapacity: true)
    }

    /// The bytes of the row of these numbers.
    func data(_ range: Range<Int>) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(3 * range.count)
        let indices = labels.isEmpty ? [] : appendLabels(range, to: &bytes)
        var last = numbers[range.lowerBound]
        for (offset, place) in range.enumerated() {
            if offset > 0 { bytes.append(varint: UInt64(numbers[place] - last)) }
            if !indices.isEmpty { bytes.append(varint: UInt64(indices[offset])) }
            last = numbers[place]
        }
        return bytes
    }

    /// The index of each number's label in the table.
    private func appendLabels(_ range: Range<Int>, to bytes: inout [UInt8]) -> [Int] {
        var table: [UInt8] = []
        var known = [String: Int](minimumCapacity: range.count)
        let indices = labels[range].map { label in
            if let index = known[label] { return index }
            let index = known.count
            known[label] = index
            table.append(varint: UInt64(label.utf8.count))
            table += label.utf8
            return index
        }
        bytes.append(varint: UInt64(table.count))
        bytes += table
        return indices
    }
}

// Reading. Damaged bytes give nil and never a crash: the file may come from a broken disk.
extension Block {
    /// Nil if the bytes are not `count` numbers.
    init?(first: Int64, count: Int, data: UnsafeRawBufferPointer, hasLabels: Bool) {
        guard 1...Self.capacity ~= count else { return nil }
        var reader = VarintReader(data)
        var table: [String] = []
        if hasLabels {
            guard let texts = Self.table(&reader) else { return nil }
            table = texts.map { String(decoding: $0, as: UTF8.self) }
        }
        var number = first
        numbers.reserveCapacity(count)
        for place in 0..<count {
            if place > 0 {
                guard let difference = reader.next(), let next = Self.sum(number, difference) else { return nil }
                number = next
            }
            numbers.append(number)
            guard hasLabels else { continue }
            guard let index = reader.next(), index < UInt64(table.count) else { return nil }
            labels.append(table[Int(index)])
        }
    }

    /// Whether the row of a block list has the number, which must not be smaller than `first`.
    static func contains(_ number: Int64, first: Int64, data: UnsafeRawBufferPointer) -> Bool {
        var reader = VarintReader(data)
        var current = first
        while current < number, let difference = reader.next(), let next = sum(current, difference) { current = next }
        return current == number
    }

    /// The label of the number, which must not be smaller than `first`, in the row of an identification list.
    static func label(of number: Int64, first: Int64, data: UnsafeRawBufferPointer) -> String? {
        var reader = VarintReader(data)
        guard let length = reader.length() else { return nil }
        let table = reader.take(length)
        var current = first
        guard var index = reader.next() else { return nil }
        while current < number {
            guard let difference = reader.next(), let next = sum(current, difference), let label = reader.next() else {
                return nil
            }
            (current, index) = (next, label)
        }
        guard current == number else { return nil }
        var labels = VarintReader(table)
        while let length = labels.length() {
            let text = labels.take(length)
            if index == 0 { return String(decoding: text, as: UTF8.self) }
            index -= 1
        }
        return nil
    }

    private static func table(_ reader: inout VarintReader) -> [UnsafeRawBufferPointer]? {
        guard let length = reader.length() else { return nil }
        let bytes = reader.take(length)
        var labels = VarintReader(bytes)
        var table: [UnsafeRawBufferPointer] = []
        while labels.place < bytes.count {
            guard let length = labels.length() else { return nil }
            table.append(labels.take(length))
        }
        return table
    }

    private static func sum(_ number: Int64, _ difference: UInt64) -> Int64? {
        guard difference > 0, difference <= UInt64(ListLimits.greatestNumber) else { return nil }
        let (sum, overflows) = number.addingReportingOverflow(Int64(difference))
        return overflows ? nil : sum
    }
}

/// The rows of one version of a list.
struct BlockTable {
    let kind: ListKind
    let version: Int64

    private var ids: ClosedRange<Int64> { Version.ids(version) }

    /// A row as it is inserted.
    struct Row: Sendable {
        let first: Int64
        let last: Int64
        let count: Int
        let data: [UInt8]

        /// The range is not empty and not longer than a block.
        init(_ block: Block, _ range: Range<Int>) {
            first = block.numbers[range.lowerBound]
            last = block.numbers[range.upperBound - 1]
            count = range.count
            data = block.data(range)
        }
    }

    func insert(_ rows: [Row], in db: Database) throws {
        let statement = try db.cachedStatement(
            sql: "INSERT INTO \(kind.table) (id, last, count, data) VALUES (?, ?, ?, ?)")
        for row in rows {
            try statement.execute(arguments: [ids.lowerBound | row.first, row.last, row.count, Data(row.data)])
        }
    }

    func removeAll(in db: Database) throws {
        try db.execute(
            sql: "DELETE FROM \(kind.table) WHERE id BETWEEN ? AND ?", arguments: [ids.lowerBound, ids.upperBound])
    }

    func remove(first: Int64, in db: Database) throws {
        let statement = try db.cachedStatement(sql: "DELETE FROM \(kind.table) WHERE id = ?")
        try statement.execute(arguments: [ids.lowerBound | first])
    }

    /// The last block that begins at or before the number; without one, the first block after it.
    func block(for number: Int64, in db: Database) throws -> Block? {
        let statement = try db.cachedStatement(
            sql: "SELECT id, count, data FROM \(kind.table) WHERE id BETWEEN ? AND ? ORDER BY id DESC LIMIT 1")
        let covering = try GRDB.Row.fetchOne(statement, arguments: [ids.lowerBound, ids.lowerBound | number])
        return try covering.map(decoded) ?? block(after: number, in: db)
    }

    /// The first block that begins after the number.
    func block(after number: Int64, in db: Database) throws -> Block? {
        let statement = try db.cachedStatement(
            sql: "SELECT id, count, data FROM \(kind.table) WHERE id BETWEEN ? AND ? ORDER BY id LIMIT 1")
        return try GRDB.Row.fetchOne(statement, arguments: [ids.lowerBound | number + 1, ids.upperBound]).map(decoded)
    }

    /// Where the first block after the number begins.
    func first(after number: Int64, in db: Database) throws -> Int64? {
        let statement = try db.cachedStatement(
            sql: "SELECT id FROM \(kind.table) WHERE id BETWEEN ? AND ? ORDER BY id LIMIT 1")
        return try Int64.fetchOne(statement, arguments: [ids.lowerBound | number + 1, ids.upperBound])
            .map(Version.number)
    }

    private func decoded(_ row: GRDB.Row) throws -> Block {
        let first = Version.number(row[0])
        let (count, data): (Int, Data) = (row[1], row[2])
        let block = data.withUnsafeBytes {
            Block(first: first, count: count, data: $0, hasLabels: kind == .identified)
        }
        guard let block else { throw ListError.damaged }
        return block
    }
}

extension [UInt8] {
    mutating func append(varint value: UInt64) { Varint.write(value) { append($0) } }
}

/// Reads one value after the other; nil at the end and for damaged bytes.
struct VarintReader {
    private let bytes: UnsafeRawBufferPointer
    private(set) var place = 0

    init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    @inline(__always)
    mutating func next() -> UInt64? {
        try? Varint.read { () throws(EndOfBytes) in
            guard place < bytes.count else { throw EndOfBytes() }
            defer { place += 1 }
            return bytes[place]
        }
    }

    private struct EndOfBytes: Error {}

    /// A value that is the length of something in these bytes.
    mutating func length() -> Int? {
        guard let value = next(), value <= UInt64(bytes.count - place) else { return nil }
        return Int(value)
    }

    mutating func take(_ count: Int) -> UnsafeRawBufferPointer {
        defer { place += count }
        return UnsafeRawBufferPointer(rebasing: bytes[place..<place + count])
    }
}
