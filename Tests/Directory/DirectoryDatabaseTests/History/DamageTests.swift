// SPDX-License-Identifier: MIT

import BusTesting
import CallContract
import DirectoryDatabase
import Foundation
import GRDB
import Testing

/// A database file that is damaged.
struct DamageTests {
    private let sample: Sample
    private let file: URL

    init() throws {
        sample = try Sample()
        file = URL(fileURLWithPath: sample.path + "/directory.sqlite")
        try sample.history.record((1...2_000).map { .sample($0, at: 1_000 + $0) })
        sample.database.close()
    }

    /// Overwrites some pages of calls, which only a look at each page finds. The first pages have the schema.
    private func damagePages() throws {
        var bytes = try Data(contentsOf: file)
        for page in stride(from: 40, to: bytes.count / 4_096, by: 2) {
            bytes.replaceSubrange(page * 4_096..<page * 4_096 + 4_096, with: Data(repeating: 0x5A, count: 4_096))
        }
        try bytes.write(to: file)
    }

    private var files: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: sample.path).sorted() }
    }

    @Test func `A file that is no database is moved aside with a reason, and a new one begins`() throws {
        try Data("This is a letter to Ada.".utf8).write(to: file)
        let database = try DirectoryDatabase(in: sample.path)
        let replaced = try #require(database.replaced)
        #expect(replaced.reason == "file is not a database")
        #expect(try Data(contentsOf: URL(fileURLWithPath: replaced.path)) == Data("This is a letter to Ada.".utf8))
        #expect(try History(database).calls(limit: 9).isEmpty)
        try History(database).record([.sample(1, at: 1)])
        database.close()
        #expect(try DirectoryDatabase(in: sample.path).replaced == nil)
    }

    @Test func `An empty file is a new database, not a damaged one`() throws {
        try Data().write(to: file)
        let database = try DirectoryDatabase(in: sample.path)
        #expect(database.replaced == nil)
        #expect(try History(database).calls(limit: 9).isEmpty)
    }

    @Test func `Damage that an access finds is told, and a database that distrusts the file replaces it`() throws {
        try damagePages()
        let database = try DirectoryDatabase(in: sample.path)
        #expect(database.replaced == nil)
        let problem = #expect(throws: DirectoryProblem.self) { try History(database).search("nothing", limit: 9) }
        guard case .damaged = problem else { throw SupportError("\(String(describing: problem))") }
        database.close()
        let again = try DirectoryDatabase(in: sample.path, isDistrusted: true)
        #expect(again.replaced != nil)
        #expect(try History(again).search("nothing", limit: 9).isEmpty)
    }

    @Test func `A database that was not closed is checked, page by page`() throws {
        try damagePages()
        // A process that was killed leaves a log.
        try Data(repeating: 0, count: 32).write(to: URL(fileURLWithPath: file.path + "-wal"))
        #expect(try DirectoryDatabase(in: sample.path).replaced != nil)
    }

    @Test func `A whole database that was not closed keeps its calls`() throws {
        try Data(repeating: 0, count: 32).write(to: URL(fileURLWithPath: file.path + "-wal"))
        let database = try DirectoryDatabase(in: sample.path, isDistrusted: true)
        #expect(database.replaced == nil)
        #expect(try History(database).calls(limit: 9_999).count == 2_000)
    }

    @Test func `The three newest damaged files are kept, each under its own name`() throws {
        var paths: [String] = []
        for _ in 0..<5 {
            try Data("This is a letter to Ada.".utf8).write(to: file)
            paths.append(try #require(try DirectoryDatabase(in: sample.path).replaced?.path))
        }
        #expect(Set(paths).count == 5)
        let kept = try files.filter { $0.contains("damaged") }
        #expect(kept == paths.suffix(3).map { URL(fileURLWithPath: $0).lastPathComponent }.sorted())
    }
}
