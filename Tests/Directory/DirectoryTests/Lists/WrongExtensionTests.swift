// SPDX-License-Identifier: MIT

import BusTesting
import Foundation
import Testing

/// An extension with mistakes and the app that reloads it. Both use CallKit, and a real bus starts the extension.
@Suite(.daemonLogs)
struct WrongExtensionTests {
    private let directory: DirectoryUnderTest
    private let app: ChildProcess
    private let id = "org.example.Wrong"
    private let script: URL

    init() throws {
        directory = try DirectoryUnderTest(try Stage())
        script = directory.home.url.appendingPathComponent("script")
        let program = try Product.path("CallKitActor")
        try directory.installExtension(id)
        _ = try directory.home.write(
            "[D-BUS Service]\nName=\(id)\nExec=\(program) --extension \(id) \(script.path)\n",
            to: "services/\(id).service")
        app = try directory.callKitApp()
    }

    /// The reply of a reload in which the extension does what these lines say.
    private func reload(_ lines: String...) throws -> String {
        try write(lines)
        try app.writeLine("reload-extension \(id)")
        return try app.waitForLine { _ in true }
    }

    private func write(_ lines: [String]) throws {
        try Data(lines.map { $0 + "\n" }.joined().utf8).write(to: script)
    }

    /// Waits until the delegate of the extension was told this error, and forgets it.
    private func waitForFailure(_ error: String) throws {
        let file = script.appendingPathExtension("failure")
        let deadline = Deadline()
        while !FileManager.default.fileExists(atPath: file.path) {
            guard !deadline.hasPassed else { throw SupportError("the extension was told no error") }
            usleep(1000)
        }
        #expect(try String(contentsOf: file, encoding: .utf8) == error)
        try FileManager.default.removeItem(at: file)
    }

    @Test(arguments: ["unblock 4930222", "forget 4930222", "unblock-all", "forget-all"])
    func `A removal in a request for complete lists fails it, and the extension and the app are told the same error`(
        removal: String
    ) throws {
        try write(["block 4930111", removal])
        try directory.lists.call("SetSourceEnabled", .string(id), true)
        try waitForFailure("unexpectedIncrementalRemoval")
        #expect(try directory.idleSource(id)["Blocked"] == .uint64(0))
        #expect(try reload("block 4930111") == "reloaded")
        // The directory offers an incremental request now. An extension that does not read that gives complete lists.
        #expect(try reload(removal) == "not reloaded unexpectedIncrementalRemoval")
        try waitForFailure("unexpectedIncrementalRemoval")
        #expect(try directory.verdict(4_930_111) == "reject")
    }

    @Test func `Over a million removals in one request are too many, and the old list stays`() throws {
        try write(["block 4930111"])
        try directory.lists.call("SetSourceEnabled", .string(id), true)
        #expect(try directory.idleSource(id)["Blocked"] == .uint64(1))
        #expect(try reload("incremental", "unblock 4930111 1000001") == "not reloaded maximumEntriesExceeded")
        try waitForFailure("maximumEntriesExceeded")
        #expect(try directory.verdict(4_930_111) == "reject")
        #expect(try reload("incremental", "unblock 4930111") == "reloaded")
        #expect(try directory.verdict(4_930_111) == "allow")
    }

    @Test func `The app that reloads is told why the extension cancelled the request`() throws {
        try write(["block 4930111"])
        try directory.lists.call("SetSourceEnabled", .string(id), true)
        #expect(try directory.idleSource(id)["Blocked"] == .uint64(1))
        #expect(try reload("block 4930222", "cancel") == "not reloaded loadingInterrupted")
        let message = try directory.source(id)["ErrorMessage"]?.string
        #expect(message == "\(id) failed: The server of the list does not answer.")
        try waitForFailure("The server of the list does not answer.")
        #expect(try directory.verdict(4_930_111) == "reject" && directory.verdict(4_930_222) == "allow")
    }
}
