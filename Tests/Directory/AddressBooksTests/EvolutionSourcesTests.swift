// SPDX-License-Identifier: MIT

import BusTesting
import DiskWork
import SDBus
import Testing

@testable import AddressBooks

/// The sources of a stand-in for Evolution Data Server, which does what the real one does rarely.
struct EvolutionSourcesTests {
    private static let manager = "org.freedesktop.DBus.ObjectManager"
    private static let source = "org.gnome.evolution.dataserver.Source"

    private let bus: BusDaemon
    private let server: BusClient
    private let copy: Copy
    private let connection: BusConnection
    private let books: EvolutionBooks

    init() throws {
        let copy = try Copy()
        (bus, self.copy) = (try BusDaemon.session(), copy)
        server = try BusClient(address: bus.address)
        for name in [EvolutionServer.registry, EvolutionServer.factory] { try server.requestName(name) }
        connection = try BusConnection(.address(bus.address), description: "contacts", loop: copy.loop)
        let folders = try #require(UserFolders { ["HOME": "/nonexistent"][$0] })
        books = EvolutionBooks(
            on: connection, loop: copy.loop, folders: folders, files: FileThreads(copy.loop)
        ) { book, event in copy.note(event, of: book) }
        books.begin()
    }

    /// Turns the loop until the method is called.
    private func question(_ member: String) throws -> BusMessage {
        try copy.loop.turn {
            server.drain()
            return server.methodCalls.contains { $0.member == member }
        }
        return try server.waitForCall(member)
    }

    /// The key file of an address book.
    private func data(_ name: String) -> DBusValue {
        .string("[Data Source]\nDisplayName=\(name)\nEnabled=true\n\n[Address Book]\nBackendName=local\n")
    }

    /// Tells address books with these names, whose UIDs are `a`, `b` and so on.
    private func tell(_ names: String..., to question: BusMessage) throws {
        let objects = zip(names, "abc").map { name, uid in
            let properties: [String: DBusValue] = ["UID": .string(String(uid)), "Data": data(name)]
            let interfaces: [DBusValue: DBusValue] = [.string(Self.source): .options(properties)]
            return (DBusValue.path(path(uid)), DBusValue.dictionary(key: "s", value: "a{sv}", interfaces))
        }
        let entries = Dictionary(uniqueKeysWithValues: objects)
        try server.reply(to: question, [.dictionary(key: "o", value: "a{sa{sv}}", entries)])
    }

    private func path(_ uid: Character) -> String { "\(EvolutionName.registryPath)/Source_\(uid)" }

    private func announce(by client: BusClient, to destination: String? = nil) throws {
        try client.emit(EvolutionName.registryPath.text, Self.manager, "InterfacesAdded", to: destination)
    }

    private func waitForBook(_ uid: String, _ name: String) throws {
        try copy.loop.turn { copy.index.name(ofBook: "evolution:\(uid)") == name }
    }

    @Test func `A forged signal does not make the books be read again`() throws {
        let forger = try BusClient(address: bus.address)
        let first = try question("GetManagedObjects")
        try announce(by: forger, to: try connection.uniqueName)
        // The bus has sent the signal when it has answered this, so the signal comes before the reply.
        try forger.callBus("GetId")
        try tell("Personal", to: first)
        try waitForBook("a", "Personal")
        server.drain()
        #expect(!server.methodCalls.contains { $0.member == "GetManagedObjects" })
    }

    @Test func `Sources that change while they are read are applied, and then read again`() throws {
        try tell("Personal", to: try question("GetManagedObjects"))
        try waitForBook("a", "Personal")
        try announce(by: server)
        let second = try question("GetManagedObjects")
        try announce(by: server)
        try tell("Private", to: second)
        try waitForBook("a", "Private")
        try tell("Public", to: try question("GetManagedObjects"))
        try waitForBook("a", "Public")
    }

    @Test func `A source with a character that the bus library refuses is missing, and all other sources are not`()
        throws
    {
        try tell("Personal", "Work\u{FFFF}", to: try question("GetManagedObjects"))
        let nodes = "ab".map { "  <node name=\"Source_\($0)\"/>\n" }.joined()
        try server.reply(to: try question("Introspect"), [.string("<node>\n\(nodes)</node>\n")])
        for (uid, name) in [("a", "Personal"), ("b", "Work\u{FFFF}")] {
            for (property, value) in [("UID", DBusValue.string(uid)), ("Data", data(name))] {
                let call = try question("Get")
                #expect(call.arguments == [.string(Self.source), .string(property)])
                try server.reply(to: call, [.variant(value)])
            }
        }
        try waitForBook("a", "Personal")
        #expect(copy.books == ["evolution:a"])
        #expect(copy.faults.map { $0.message.prefix(19) } == ["1 of the sources of"])
    }
}
