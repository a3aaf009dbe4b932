// SPDX-License-Identifier: MIT

import CallContract
import Foundation
import GRDB
import Testing

@testable import DirectoryDatabase

/// Lists in a file of their own, which goes with this value.
final class Store {
    let folder: URL
    let pool: DatabasePool
    let lists: Lists

    init(limits: ListLimits = ListLimits()) throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        pool = try Self.open(folder)
        lists = try Lists(pool, limits: limits)
        try lists.add("spam", kind: .program, isEnabled: true)
    }

    deinit {
        try? pool.close()
        try? FileManager.default.removeItem(at: folder)
    }

    static func open(_ folder: URL) throws -> DatabasePool {
        let pool = try DatabasePool(path: folder.appendingPathComponent("directory").path)
        var migrator = DatabaseMigrator()
        Schema.register(in: &migrator)
        try migrator.migrate(pool)
        return pool
    }

    /// What another process would find if this one were killed now.
    func copy() throws -> URL {
        let copy = folder.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: copy, withIntermediateDirectories: true)
        for name in ["directory", "directory-wal"] {
            try FileManager.default.copyItem(
                at: folder.appendingPathComponent(name), to: copy.appendingPathComponent(name))
        }
        return copy
    }

    func load(
        _ source: String = "spam", blocked: [Int64] = [], identified: [(number: Int64, label: String)] = [],
        handles: [(handle: Handle, label: String)] = []
    ) throws {
        let load = try lists.begin(source, incremental: false)
        try load.addBlocked(blocked)
        try load.addIdentified(identified)
        try load.addHandles(handles)
        try load.commit(at: 1)
    }

    func source(_ name: String = "spam") throws -> ListSource {
        try #require(try lists.sources().first { $0.name == name })
    }

    /// The numbers among these that are blocked, in one transaction.
    func blocked(among numbers: some Sequence<Int64>) throws -> [Int64] {
        try pool.read { db in try numbers.filter { try Lists.source(blocking: $0, in: db) != nil } }
    }

    /// All rows with blocks, of all versions.
    func rows(_ kind: ListKind = .blocked) throws -> [Int64: Data] {
        try pool.read { db in
            let rows = try Row.fetchAll(db, sql: "SELECT id, data FROM \(kind.table)")
            return Dictionary(uniqueKeysWithValues: rows.map { ($0[0], $0[1]) })
        }
    }
}

extension Lists {
    func source(blocking number: Int64) throws -> String? { try read { try Self.source(blocking: number, in: $0) } }

    func source(blocking handle: Handle) throws -> String? { try read { try Self.source(blocking: handle, in: $0) } }

    func label(of number: Int64) throws -> String? { try read { try Self.label(of: number, in: $0) } }

    func label(of handle: Handle) throws -> String? { try read { try Self.label(of: handle, in: $0) } }

    /// Loads the complete lists of a source from a file of numbers.
    func load(
        _ source: String, from file: Int32, _ format: ListFileFormat, blocks: Bool, at now: Time,
        normalize: @escaping (String) -> Int64?
    ) throws(ListError) {
        try load(source, format, blocks: blocks, at: now, normalize: normalize) { (contents) throws(ListError) in
            try contents.read(from: file)
        }
    }
}

/// SplitMix64: the same numbers for the same seed.
struct Seeded: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var word = state
        word = (word ^ word >> 30) &* 0xBF58_476D_1CE4_E5B9
        word = (word ^ word >> 27) &* 0x94D0_49BB_1331_11EB
        return word ^ word >> 31
    }
}
