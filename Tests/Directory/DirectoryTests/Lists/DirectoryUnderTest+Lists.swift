// SPDX-License-Identifier: MIT

import BusTesting
import Foundation
import Testing

extension DirectoryUnderTest {
    var lists: BusObject { object("Lists") }

    /// Adds a source of a program, as its first load does, and enables it.
    func enable(_ source: String) throws {
        let error = try lists.error("BeginLoad", .string(source), false, [:])
        #expect(error?.shortName == "CallDirectory.ExtensionDisabled")
        try lists.call("SetSourceEnabled", .string(source), true)
    }

    func beginLoad(
        _ source: String, incremental: Bool = false, client: BusClient? = nil
    ) throws -> (load: BusObject, isIncremental: Bool) {
        let reply = try object("Lists", client: client).call("BeginLoad", .string(source), .bool(incremental), [:])
        let path = try #require(reply.first?.string)
        return ((client ?? self.client).load(path), reply.last == true)
    }

    /// Loads these numbers as the complete block list of a source.
    func load(_ numbers: [Int64], into source: String) throws {
        let load = try beginLoad(source).load
        try load.call("AddBlocked", .numbers(numbers))
        try load.call("Commit")
    }

    /// The entry of a source in ListSources.
    func source(_ name: String) throws -> DBusValue {
        let sources = try lists.call("ListSources").first?.elements ?? []
        return try #require(sources.first { $0["Name"] == .string(name) })
    }

    /// Waits until a source has loaded its lists, or failed to, and returns its entry. ListSources does not wait for
    /// loads.
    func idleSource(_ name: String) throws -> DBusValue {
        while true {
            let entry = try source(name)
            if entry["Loading"] == false, entry["LoadedAt"] != nil || entry["Error"] != nil { return entry }
        }
    }

    /// What happens to a call of this number.
    func verdict(_ number: Int64) throws -> String? {
        try object().call("Lookup", .tuple("phone-number", .string("+\(number)")), [:]).first?["Verdict"]?.string
    }

    func label(_ number: Int64) throws -> String? {
        try object().call("Lookup", .tuple("phone-number", .string("+\(number)")), [:]).first?["Label"]?.string
    }

    /// An app with CallKit and LiveCommunicationKit that obeys commands, perhaps in a sandbox.
    func callKitApp(in sandbox: ControlGroup? = nil) throws -> ChildProcess {
        try ChildProcess(
            [try Product.path("CallKitActor")],
            environment: ["DBUS_SESSION_BUS_ADDRESS": session.address, "MONKEYCALL_BUS": stage.bus.address],
            controlGroup: sandbox)
    }

    /// Imports a list of numbers from a descriptor, as the file with this path.
    func importList(_ text: String, as name: String, path: String) throws {
        let file = try Descriptor.memory(Array(text.utf8), sealed: false)
        try lists.call("ImportList", .string(name), .descriptor(file), "text", ["Path": .string(path)])
    }

    /// Installs the desktop file of an extension.
    func installExtension(_ id: String, name: String = "Spam list") throws {
        let file = """
            [Desktop Entry]
            Type=Application
            Name=\(name)
            Exec=false
            DBusActivatable=true
            NoDisplay=true
            Implements=org.monkeycall.Directory.Extension;
            """
        try Data(file.utf8).write(to: home.url.appendingPathComponent("applications/\(id).desktop"))
    }
}

extension BusClient {
    /// A load, for the connection that it belongs to.
    func load(_ path: String) -> BusObject {
        object(DirectoryUnderTest.name, path, "\(DirectoryUnderTest.name).Load")
    }
}

extension DBusValue {
    static func numbers(_ numbers: some Sequence<Int64>) -> DBusValue { .array(of: "x", numbers.map { .int64($0) }) }

    static func labels(_ entries: [(Int64, String)]) -> DBusValue {
        .array(of: "(xs)", entries.map { .structure([.int64($0.0), .string($0.1)]) })
    }

    static func handles(_ entries: [(String, String, String)]) -> DBusValue {
        .array(of: "(sss)", entries.map { .structure([.string($0.0), .string($0.1), .string($0.2)]) })
    }
}
