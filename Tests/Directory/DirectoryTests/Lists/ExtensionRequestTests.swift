// SPDX-License-Identifier: MIT

import BusTesting
import Foundation
import Testing

/// The directory asks extensions for their lists. The test plays the extension.
@Suite(.daemonLogs)
struct ExtensionRequestTests {
    private let directory: DirectoryUnderTest
    private let id = "org.example.App.Spam-list"
    private let spam: BusClient

    init() throws {
        directory = try DirectoryUnderTest(try Stage())
        try directory.installExtension(id)
        spam = try BusClient(address: directory.session.address)
        try spam.requestName(id)
    }

    /// The next request, and its load.
    private func request() throws -> (call: BusMessage, load: BusObject, isIncremental: Bool) {
        let call = try spam.waitForCall("BeginRequest")
        let path = try #require(call.arguments.first?.string)
        return (call, spam.load(path), call.arguments.last == true)
    }

    private func load(_ numbers: [Int64]) throws {
        let (call, load, _) = try request()
        try load.call("AddBlocked", .numbers(numbers))
        try load.call("Commit")
        try spam.reply(to: call)
    }

    @Test func `An installed extension is listed, and asked for its lists when the user enables it`() throws {
        let source = try directory.source(id)
        #expect(source["Kind"] == "extension" && source["Enabled"] == false && source["DisplayName"] == "Spam list")
        #expect(try directory.lists.call("EnabledStatus", .string(id)) == ["disabled"])
        #expect(try directory.lists.error("Reload", .string(id))?.shortName == "CallDirectory.ExtensionDisabled")
        try directory.lists.call("SetSourceEnabled", .string(id), true)
        let (call, load, isIncremental) = try request()
        #expect(call.path == "/org/example/App/Spam_list" && call.interface == "org.monkeycall.Directory.Extension")
        #expect(!isIncremental)
        try spam.reply(to: call)
        try load.call("AddBlocked", .numbers([4_930_111]))
        try load.call("Commit")
        #expect(try directory.verdict(4_930_111) == "reject")
        #expect(try directory.source(id)["Blocked"] == .uint64(1))
    }

    @Test func `A reload is answered when the new list is visible, and is incremental after the first one`() throws {
        try directory.lists.call("SetSourceEnabled", .string(id), true)
        try load([4_930_111])
        let reload = try directory.lists.send("Reload", .string(id))
        let (call, load, isIncremental) = try request()
        #expect(isIncremental)
        #expect(try directory.lists.error("Reload", .string(id))?.shortName == "CallDirectory.CurrentlyLoading")
        try load.call("AddBlocked", .numbers([4_930_222]))
        #expect(!directory.client.hasReply(to: reload))
        try load.call("Commit")
        try spam.reply(to: call)
        _ = try directory.client.reply(to: reload)
        #expect(try directory.verdict(4_930_111) == "reject" && directory.verdict(4_930_222) == "reject")
    }

    @Test func `An extension that refuses, fails or leaves the bus fails the reload with the reason`() throws {
        try directory.lists.call("SetSourceEnabled", .string(id), true)
        try load([4_930_111])
        try expectReload(fails: "CallDirectory.LoadingInterrupted", "no network") { call, _ in
            try spam.reply(to: call, error: BusError(name: "org.example.Error", message: "no network"))
        }
        let text = "line two" + String(repeating: "!", count: 248)
        try expectReload(fails: "CallDirectory.LoadingInterrupted", "failed: \(text)") { call, _ in
            let message = "line\n\u{1B} two" + String(repeating: "!", count: 10_000)
            try spam.reply(to: call, error: BusError(name: "org.example.Error", message: message))
        }
        #expect(try directory.source(id)["ErrorMessage"]?.string?.hasSuffix("failed: \(text)") == true)
        try expectReload(fails: "CallDirectory.DuplicateEntries", "repeats") { _, load in
            _ = try load.error("AddBlocked", .numbers([5, 5]))
        }
        try expectReload(fails: "CallDirectory.LoadingInterrupted", "stopped the load") { _, load in
            try load.call("Abort")
        }
        try expectReload(fails: "CallDirectory.LoadingInterrupted", "") { _, _ in spam.close() }
        #expect(try directory.lists.error("Reload", .string(id))?.shortName == "CallDirectory.NoExtensionFound")
        #expect(try directory.verdict(4_930_111) == "reject")
    }

    @Test func `An extension that is silent for too long fails the reload, and its list is loaded by none`() throws {
        let directory = try DirectoryUnderTest(try Stage(), extensionTimeout: 1)
        try directory.installExtension(id)
        let silent = try BusClient(address: directory.session.address)
        try silent.requestName(id)
        try directory.lists.call("SetSourceEnabled", .string(id), true)
        while try directory.source(id)["ErrorMessage"]?.string?.contains("within 1 s") != true {
            try directory.answerPing()
        }
        #expect(try directory.source(id)["Loading"] != true)
    }

    private func expectReload(
        fails name: String, _ message: String, _ act: (BusMessage, BusObject) throws -> Void
    ) throws {
        let reload = try directory.lists.send("Reload", .string(id))
        let (call, load, _) = try request()
        try act(call, load)
        let error = #expect(throws: BusError.self) { try directory.client.reply(to: reload) }
        #expect(error?.shortName == name)
        #expect(message.isEmpty || error?.message.contains(message) == true)
    }

    @Test func `A desktop file that is hidden or declares no extension is none, and a missing one is told`() throws {
        try directory.lists.call("SetSourceEnabled", .string(id), true)
        try load([4_930_111])
        let file = directory.home.url.appendingPathComponent("applications/\(id).desktop")
        let text = try String(contentsOf: file, encoding: .utf8)
        for (old, new) in [("DBusActivatable=true", "DBusActivatable=false"), ("Implements", "X-Implements")] {
            try Data(text.replacing(old, with: new).utf8).write(to: file)
            #expect(try directory.source(id)["Available"] == false)
            #expect(try directory.lists.error("Reload", .string(id))?.shortName == "CallDirectory.NoExtensionFound")
        }
        #expect(try directory.verdict(4_930_111) == "reject")
    }
}
