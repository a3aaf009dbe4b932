// SPDX-License-Identifier: MIT

import BusTesting
import DirectoryDatabase
import Foundation
import GRDB
import Testing

/// Other processes, full disks and kills.
@Suite(.ownThread) struct ProcessTests {
    private let folder: TemporaryDirectory
    private let path: String

    init() throws {
        folder = try TemporaryDirectory()
        path = folder.url.path + "/monkeycall"
    }

    private func actor(_ command: String) throws -> ChildProcess {
        try ChildProcess([try Product.path("DirectoryActor"), command, path])
    }

    // MARK: One process

    @Test func `A second process gets an error that names the first one`() throws {
        let first = try actor("hold")
        #expect(try first.waitForLine() == "open")
        let problem = #expect(throws: DirectoryProblem.self) { try DirectoryDatabase(in: path) }
        guard case .busy(let owner) = problem else { throw SupportError("\(String(describing: problem))") }
        #expect(owner.hasPrefix("process \(first.processID) on "))
    }

    @Test func `When the first process is killed, the next one can use the database`() throws {
        let first = try actor("hold")
        #expect(try first.waitForLine() == "open")
        try first.kill9()
        let database = try DirectoryDatabase(in: path)
        #expect(database.replaced == nil)
    }

    @Test func `A second database in the same process is refused too`() throws {
        let database = try DirectoryDatabase(in: path)
        let problem = #expect(throws: DirectoryProblem.self) { try DirectoryDatabase(in: path) }
        guard case .busy(let owner) = problem else { throw SupportError("\(String(describing: problem))") }
        #expect(owner.hasPrefix("process \(getpid()) on "))
        withExtendedLifetime(database) {}
    }

    @Test func `A person that writes with another program for long gets in the way, and the calls are not recorded`()
        throws
    {
        let database = try DirectoryDatabase(in: path)
        let shell = try DatabaseQueue(path: path + "/directory.sqlite")
        try shell.writeWithoutTransaction { connection in
            try connection.execute(sql: "BEGIN IMMEDIATE")
            #expect(throws: DirectoryProblem.busy("")) { try History(database).record([.sample(1, at: 1)]) }
            try connection.execute(sql: "ROLLBACK")
        }
        try History(database).record([.sample(1, at: 1)])
    }

    // MARK: Kills

    @Test func `A process that is killed in a transaction leaves nothing of it`() throws {
        let database = try DirectoryDatabase(in: path)
        try History(database).record([.sample(1, at: 1)])
        database.close()
        let actor = try actor("half")
        #expect(try actor.waitForLine { $0 == "half" } == "half")
        let log = try FileManager.default.attributesOfItem(atPath: path + "/directory.sqlite-wal")[.size] as? Int
        #expect(try #require(log) > 1_000_000, "the log has no part of the transaction")
        try actor.kill9()
        let again = try DirectoryDatabase(in: path)
        #expect(again.replaced == nil)
        #expect(try again.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM setting") } == 0)
        #expect(try History(again).calls(limit: 9).map(\.number) == [1])
    }

    @Test func `A process that is killed while it records loses no call that it confirmed, and has none twice`() throws
    {
        var recorded = 0
        for round in 1...5 {
            let actor = try actor("record")
            let goal = recorded + 50 * round
            let line = try actor.waitForLine { Int($0).map { $0 >= goal } ?? false }
            try actor.kill9()
            let database = try DirectoryDatabase(in: path)
            #expect(database.replaced == nil)
            let history = History(database)
            let numbers = try history.calls(limit: 1_000_000).map { Int($0.number) }
            let position = try #require(try history.position)
            #expect(Int(position.after) >= Int(line) ?? .max)
            #expect(numbers == Array((0..<Int(position.after)).reversed()))
            #expect(try history.recents(limit: 99).map(\.calls).reduce(0, +) == numbers.count)
            recorded = numbers.count
        }
    }

    // MARK: The disk

    /// Runs the actor in a file system of its own, in a name space of its own.
    private func run(_ command: String, mount options: String, then remount: String = ":") throws -> CommandResult {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        let script = #"mount -t tmpfs -o "$1" tmpfs "$2"; eval "$3"; exec "$4" "$5" "$2""#
        return try ChildProcess.run([
            "unshare", "--mount", "--map-root-user", "--propagation=private", "sh", "-ec", script, "sh", options, path,
            remount, try Product.path("DirectoryActor"), command,
        ])
    }

    private static let canMount =
        (try? ChildProcess.run(["unshare", "--mount", "--map-root-user", "mount", "-t", "tmpfs", "x", "/mnt"]))?.status
        == .exited(0)

    @Test(.enabled(if: canMount, "needs a mount name space"))
    func `On a full disk calls are refused with the reason, after those that there was space for`() throws {
        let result = try run("record", mount: "size=2m")
        #expect(result.status == .exited(1))
        let lines = result.output.split(separator: "\n")
        #expect(lines.last == "There is no space left for the directory. Delete some files of this user.")
        #expect(lines.count > 3, "the disk was full before the first call")
    }

    @Test(.enabled(if: canMount, "needs a mount name space"))
    func `A database on a disk that is full from the beginning is not opened`() throws {
        let result = try run("record", mount: "size=8k", then: #"head -c 8k /dev/zero >"$2/file" || :"#)
        #expect(result.output == "There is no space left for the directory. Delete some files of this user.\n")
    }

    @Test(.needsRoot)
    func `A database on a read-only disk is not opened`() throws {
        let result = try run("record", mount: "size=1m", then: #"mount -o remount,ro "$2""#)
        #expect(result.output.hasPrefix(path))
        #expect(result.output.hasSuffix(" cannot be written. Check its permissions and its file system.\n"))
    }

    @Test(.needsRoot) func `A folder of another user is not used`() throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        #expect(chown(path, 12_345, 12_345) == 0)
        #expect(throws: DirectoryProblem.readOnly(path)) { try DirectoryDatabase(in: path) }
    }

    @Test func `A folder below a file cannot be made`() throws {
        try Data().write(to: URL(fileURLWithPath: path))
        let problem = #expect(throws: DirectoryProblem.self) { try DirectoryDatabase(in: path + "/deeper") }
        guard case .unusable = problem else { throw SupportError("\(String(describing: problem))") }
    }
}
