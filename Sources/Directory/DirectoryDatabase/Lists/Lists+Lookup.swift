// SPDX-License-Identifier: MIT

package import CallContract
internal import Foundation
package import GRDB

/// The label of a caller, and the source that gave it.
package struct Identification: Hashable, Sendable {
    package let label: String
    package let source: String
}

// The first enabled source in the user's order decides. The static functions are for callers that read more in the same
// transaction.
extension Lists {
    /// The name of the source that blocks the number; nil if none does.
    package func source(blocking number: Int64) throws(ListError) -> String? {
        try read { db in try Self.source(blocking: number, in: db) }
    }

    /// The label of the number.
    package func identification(of number: Int64) throws(ListError) -> Identification? {
        try read { db in try Self.identification(of: number, in: db) }
    }

    /// The name of the source that blocks the address; nil if none does.
    package func source(blocking handle: Handle) throws(ListError) -> String? {
        try read { db in try Self.source(blocking: handle, in: db) }
    }

    /// The label of the address.
    package func identification(of handle: Handle) throws(ListError) -> Identification? {
        try read { db in try Self.identification(of: handle, in: db) }
    }

    package static func source(blocking number: Int64, in db: Database) throws -> String? {
        try find(number, seekBlocked, in: db) { first, data, source in
            Block.contains(number, first: first, data: data) ? source() : nil
        }
    }

    package static func identification(of number: Int64, in db: Database) throws -> Identification? {
        try find(number, seekIdentified, in: db) { first, data, source in
            Block.label(of: number, first: first, data: data).map { Identification(label: $0, source: source()) }
        }
    }

    package static func source(blocking handle: Handle, in db: Database) throws -> String? {
        try find(handle, .blocked, in: db)?.source
    }

    package static func identification(of handle: Handle, in db: Database) throws -> Identification? {
        try find(handle, .identified, in: db)
    }

    /// One seek for each source. The block that is found is the only one that may have the number.
    static func seek(_ kind: ListKind) -> String {
        """
        SELECT block.id, block.data, source.name
        FROM listSource AS source INDEXED BY listSourceOrder
        CROSS JOIN \(kind.table) AS block ON block.id = (
            SELECT id FROM \(kind.table)
            WHERE id BETWEEN source.\(kind.version) << 50 AND (source.\(kind.version) << 50) + ?1
            ORDER BY id DESC LIMIT 1)
        WHERE source.isEnabled AND block.last >= ?1
        ORDER BY source.position, source.id
        """
    }
    private static let seekBlocked = seek(.blocked)
    private static let seekIdentified = seek(.identified)

    private static func find<Found>(
        _ number: Int64, _ sql: String, in db: Database,
        _ test: (Int64, UnsafeRawBufferPointer, () -> String) throws -> Found?
    ) throws -> Found? {
        guard 1...ListLimits.greatestNumber ~= number else { return nil }
        let blocks = try Row.fetchCursor(db.cachedStatement(sql: sql), arguments: [number])
        while let row = try blocks.next() {
            let found = try row.withUnsafeData(atIndex: 1) { data in
                try (data ?? Data()).withUnsafeBytes { try test(Version.number(row[0]), $0, { row[2] }) }
            }
            if let found { return found }
        }
        return nil
    }

    private static func find(_ handle: Handle, _ kind: ListKind, in db: Database) throws -> Identification? {
        let statement = try db.cachedStatement(
            sql: """
                SELECT handle.label, source.name
                FROM listHandle AS handle JOIN listSource AS source ON source.\(kind.version) = handle.version
                WHERE handle.value = ? AND handle.type = ? AND handle.list = ? AND source.isEnabled
                ORDER BY source.position, source.id LIMIT 1
                """)
        return try Row.fetchOne(statement, arguments: [handle.folded, handle.kind.rawValue, kind.rawValue])
            .map { Identification(label: $0[0], source: $0[1]) }
    }
}

extension Handle {
    /// The value by which addresses are compared. E-mail and SIP addresses have no case; names that only a provider
    /// understands may have.
    var folded: String { value.contains("@") ? value.lowercased() : value }
}
