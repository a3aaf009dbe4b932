// SPDX-License-Identifier: MIT

internal import CallContract
internal import Foundation
internal import GRDB

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
