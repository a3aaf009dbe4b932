// SPDX-License-Identifier: MIT

import BusTesting
import CallContract
import Foundation
import GRDB
import Testing

@testable import DirectoryDatabase

/// The file of the directory, when everything works.
struct DirectoryDatabaseTests {
    private static func mode(_ path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }

    @Test func `Only the user can read the folder and its files, even if they were open before`() throws {
        let folder = try TemporaryDirectory()
        let path = folder.url.path + "/share/monkeycall"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        try Data().write(to: URL(fileURLWithPath: path + "/directory.sqlite"))
        #expect(chmod(path, 0o755) == 0 && chmod(path + "/directory.sqlite", 0o644) == 0)
        let database = try DirectoryDatabase(in: path)
        try History(database).record([.sample(1, at: 1)])
        #expect(try Self.mode(path) == 0o700)
        for file in ["directory.sqlite", "directory.sqlite-wal", "directory.sqlite-shm", "directory.lock"] {
            #expect(try Self.mode("\(path)/\(file)") == 0o600)
        }
    }

    @Test func `The database makes missing folders, which only the user can read`() throws {
        let folder = try TemporaryDirectory()
        let path = folder.url.path + "/share/monkeycall"
        let database = try DirectoryDatabase(in: path)
        #expect(try Self.mode(folder.url.path + "/share") == 0o700)
        #expect(try Self.mode(path) == 0o700)
        #expect(database.replaced == nil)
    }

    @Test(arguments: [false, true])
    func `A database keeps its calls when it is closed and opened again`(isRemote: Bool) throws {
        let sample = try Sample(isRemote: isRemote)
        try sample.history.record([.sample(1, at: 1)])
        sample.database.close()
        #expect(!FileManager.default.fileExists(atPath: sample.path + "/directory.sqlite-wal"))
        let again = try DirectoryDatabase(in: sample.path, isRemote: isRemote)
        #expect(try History(again).calls(limit: 9).map(\.number) == [1])
    }

    @Test func `A history with accounts keeps its calls and takes new ones`() throws {
        let folder = try TemporaryDirectory()
        let old = try DatabaseQueue(path: folder.url.path + "/directory.sqlite")
        var migrator = DatabaseMigrator()
        Schema.register(in: &migrator)
        try migrator.migrate(old, upTo: "history 1")
        try old.write { database in
            try database.execute(
                sql: """
                    INSERT INTO call VALUES (
                        1, '', ?, 'org.example.App', 'work', '', '', '', '', '', '', 0, 0, 0, 2, 'unanswered', 'missed', 1, 0, 1, 0)
                    """,
                arguments: [CallID(high: 7, low: 1).description])
        }
        try old.close()
        let history = History(try DirectoryDatabase(in: folder.url.path))
        try history.record([.sample(2, at: 2), .sample(1, at: 1_000)])
        #expect(try history.calls(limit: 9).map(\.number) == [1, 2, 1])
    }

    @Test func `On a network file system the database uses a log without shared memory`() throws {
        let sample = try Sample(isRemote: true)
        try sample.history.record([.sample(1, at: 1)])
        #expect(FileManager.default.fileExists(atPath: sample.path + "/directory.sqlite-wal"))
        #expect(!FileManager.default.fileExists(atPath: sample.path + "/directory.sqlite-shm"))
        let mode = try sample.database.read { try String.fetchOne($0, sql: "PRAGMA locking_mode") }
        #expect(mode == "exclusive")
    }

    @Test func `On a network file system SQLite itself keeps another program out`() throws {
        let sample = try Sample(isRemote: true)
        #expect(throws: DatabaseError.self) {
            try DatabaseQueue(path: sample.path + "/directory.sqlite").read {
                try $0.execute(sql: "SELECT * FROM call")
            }
        }
    }

    @Test func `On a local disk a reader does not wait for a transaction`() throws {
        let sample = try Sample(isRemote: false)
        try sample.database.write { connection in
            try connection.execute(sql: "INSERT INTO setting VALUES ('x', 1)")
            #expect(try sample.database.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM setting") } == 0)
        }
    }

    @Test func `A closed database refuses every access, and another one may be opened`() throws {
        let sample = try Sample()
        sample.database.close()
        #expect(throws: DirectoryProblem.self) { try sample.history.calls(limit: 1) }
        _ = try DirectoryDatabase(in: sample.path)
    }

    // MARK: Migrations

    private static func lists(_ migrator: inout DatabaseMigrator) {
        migrator.registerMigration("lists 1") { try $0.execute(sql: "CREATE TABLE list (id INTEGER PRIMARY KEY)") }
    }

    @Test func `A newer version adds its tables to a file that has none of them yet`() throws {
        let sample = try Sample()
        try sample.history.record([.sample(1, at: 1)])
        sample.database.close()
        let database = try DirectoryDatabase(in: sample.path, migrations: [Self.lists])
        try database.writer.write { try $0.execute(sql: "INSERT INTO list VALUES (7)") }
        #expect(try database.read { try Int.fetchOne($0, sql: "SELECT id FROM list") } == 7)
        #expect(try History(database).calls(limit: 9).count == 1)
    }

    @Test func `A file of a newer version is an error, and stays as it is`() throws {
        let folder = try TemporaryDirectory()
        let path = folder.url.path + "/monkeycall"
        let newer = try DirectoryDatabase(in: path, migrations: [Self.lists])
        try History(newer).record([.sample(1, at: 1)])
        newer.close()
        #expect(throws: DirectoryProblem.newer("lists 1")) { try DirectoryDatabase(in: path) }
        let again = try DirectoryDatabase(in: path, migrations: [Self.lists])
        #expect(again.replaced == nil)
        #expect(try History(again).calls(limit: 9).count == 1)
    }

    @Test func `A migration that fails changes nothing`() throws {
        let sample = try Sample()
        sample.database.close()
        let broken: DirectoryDatabase.Migrations = { migrator in
            migrator.registerMigration("lists 1") {
                try $0.execute(sql: "CREATE TABLE list (id); CREATE TABLE list (id)")
            }
        }
        #expect(throws: DirectoryProblem.unusable("table list already exists")) {
            try DirectoryDatabase(in: sample.path, migrations: [broken])
        }
        #expect(!FileManager.default.fileExists(atPath: sample.path + "/directory.sqlite-wal"))
        _ = try DirectoryDatabase(in: sample.path, migrations: [Self.lists])
    }
}
