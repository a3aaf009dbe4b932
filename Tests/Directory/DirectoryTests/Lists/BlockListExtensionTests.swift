// SPDX-License-Identifier: MIT

import BusTesting
import Foundation
import Testing

/// The example of an extension, started by a real bus, and an app that reloads it. Both use CallKit.
@Suite(.daemonLogs)
struct BlockListExtensionTests {
    private let directory: DirectoryUnderTest
    private let app: ChildProcess
    private let id = "org.monkeycall.BlockList"
    private let numbers: URL

    init() throws {
        directory = try DirectoryUnderTest(try Stage())
        numbers = directory.home.url.appendingPathComponent("numbers.txt")
        let example = try Repository.file("Examples/BlockList")
        let desktopFile = "\(id).desktop"
        try FileManager.default.copyItem(
            at: example.appendingPathComponent(desktopFile),
            to: directory.home.url.appendingPathComponent("applications/\(desktopFile)"))
        let service = try String(contentsOf: example.appendingPathComponent("\(id).service"), encoding: .utf8)
            .replacing("/usr/local/libexec/BlockList", with: "\(try Product.path("BlockList")) \(numbers.path)")
        _ = try directory.home.write(service, to: "services/\(id).service")
        app = try directory.callKitApp()
    }

    /// The line that the app prints for a command.
    private func say(_ command: String) throws -> String {
        try app.writeLine("\(command) \(id)")
        return try app.waitForLine { _ in true }
    }

    private func write(_ lines: String...) throws {
        try Data(lines.map { $0 + "\n" }.joined().utf8).write(to: numbers)
    }

    /// The process of the extension, which the bus starts if it does not run.
    private func startExtension() throws -> pid_t {
        let bus = directory.client.object("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus")
        try bus.call("StartServiceByName", .string(id), .uint32(0))
        let process = try bus.call("GetConnectionUnixProcessID", .string(id)).first?.int
        return pid_t(try #require(process))
    }

    @Test func `An enabled extension is started by the bus, and its numbers are blocked and labelled`() throws {
        try write("+4930111", "+4930222", "+4930333 Bank")
        #expect(try say("extension-status") == "status disabled")
        #expect(try say("reload-extension") == "not reloaded extensionDisabled")
        try directory.lists.call("SetSourceEnabled", .string(id), true)
        #expect(try directory.idleSource(id)["Blocked"] == .uint64(2))
        #expect(try say("extension-status") == "status enabled")
        #expect(try directory.verdict(4_930_111) == "reject" && directory.label(4_930_333) == "Bank")
        // The next requests are incremental.
        try write("+4930222", "+4930444", "+4930333 Credit union")
        #expect(try say("reload-extension") == "reloaded")
        #expect(
            try [4_930_111, 4_930_222, 4_930_444].map { try directory.verdict($0) } == ["allow", "reject", "reject"])
        #expect(try directory.label(4_930_333) == "Credit union")
        #expect(try directory.source(id)["Blocked"] == .uint64(2))
        // Without its own copy the extension gives the complete lists.
        try FileManager.default.removeItem(at: numbers.appendingPathExtension("loaded"))
        try write("+4930555")
        #expect(try say("reload-extension") == "reloaded")
        #expect(try directory.verdict(4_930_555) == "reject" && directory.verdict(4_930_222) == "allow")
    }

    @Test func `Wrong numbers fail the reload with their error, and the old list stays`() throws {
        try write("+4930111")
        try directory.lists.call("SetSourceEnabled", .string(id), true)
        #expect(try directory.idleSource(id)["Blocked"] == .uint64(1))
        try write("+4930333", "+4930222")
        #expect(try say("reload-extension") == "not reloaded entriesOutOfOrder")
        try write("+4930333", "+4930333")
        #expect(try say("reload-extension") == "not reloaded duplicateEntries")
        try write("+4930333999999999999")
        #expect(try say("reload-extension") == "not reloaded unknown")
        try FileManager.default.removeItem(at: numbers)
        #expect(try say("reload-extension") == "not reloaded loadingInterrupted")
        #expect(try directory.verdict(4_930_111) == "reject" && directory.verdict(4_930_333) == "allow")
        try directory.lists.call("SetSourceEnabled", .string(id), false)
        #expect(try say("reload-extension") == "not reloaded extensionDisabled")
    }

    @Test
    func `An extension that is killed while it loads interrupts the reload, and another reload meanwhile is refused`()
        throws
    {
        try write("+4930111")
        try directory.lists.call("SetSourceEnabled", .string(id), true)
        #expect(try directory.idleSource(id)["Blocked"] == .uint64(1))
        let process = try startExtension()
        try stop(process)
        try app.writeLine("reload-extension \(id)")
        while try directory.source(id)["Loading"] != true {}
        #expect(try say("reload-extension") == "not reloaded currentlyLoading")
        kill(process, SIGKILL)
        #expect(try app.waitForLine { _ in true } == "not reloaded loadingInterrupted")
        #expect(try directory.verdict(4_930_111) == "reject")
        try write("+4930222")
        #expect(try say("reload-extension") == "reloaded")
    }

    @Test func `An extension that the bus cannot start, or that is not installed, is not found`() throws {
        try FileManager.default.removeItem(at: directory.home.url.appendingPathComponent("services/\(id).service"))
        try directory.client.call(
            "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "ReloadConfig")
        try directory.lists.call("SetSourceEnabled", .string(id), true)
        #expect(try directory.idleSource(id)["Error"] != nil)
        #expect(try say("reload-extension") == "not reloaded noExtensionFound")
        try directory.lists.call("RemoveSource", .string(id))
        try FileManager.default.removeItem(
            at: directory.home.url.appendingPathComponent("applications/\(id).desktop"))
        #expect(try say("reload-extension") == "not reloaded noExtensionFound")
        #expect(try say("extension-status") == "status unknown noExtensionFound")
    }

    @Test func `An extension without a request exits after a while, and the next request starts another process`()
        throws
    {
        try write("+4930111")
        try directory.lists.call("SetSourceEnabled", .string(id), true)
        #expect(try directory.idleSource(id)["Blocked"] == .uint64(1))
        try directory.client.waitForName(id, owned: false)
        try write("+4930222")
        #expect(try say("reload-extension") == "reloaded")
        #expect(try directory.verdict(4_930_222) == "reject")
    }
}
