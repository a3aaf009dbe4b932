// SPDX-License-Identifier: MIT

import BusTesting
import Foundation
import Testing

/// The address books that the directory follows, and the directory that apps follow, a row for each. Every connection
/// of the session can send the signals of either, and can tell that a name has another owner. Then the program tells
/// the same, to show that it would have an effect.
@Suite(.daemonLogs)
struct ForgedSignalTests {
    enum Neighbour: CaseIterable {
        case evolution, directory

        /// Those that follow it.
        var files: [String] {
            switch self {
            case .evolution: ["EvolutionBooks", "EvolutionBook"].map { "AddressBooks/Evolution/\($0).swift" }
            case .directory: ["CallLibrary/DirectoryLinks.swift"]
            }
        }
    }

    private let stage: Stage

    init() throws { stage = try Stage() }

    @Test func `Each file of the directory and of the library that follows another program has a row`() throws {
        let followed = try Followers.files(of: .directory)
        #expect(Set(Neighbour.allCases.flatMap(\.files)) == followed, "add a row with a forged signal for each file")
    }

    @Test(arguments: Neighbour.allCases)
    func `A signal of a neighbour of the directory counts only if the neighbour has sent it`(_ neighbour: Neighbour)
        throws
    {
        switch neighbour {
        case .evolution: try forgeEvolution()
        case .directory: try forgeDirectory()
        }
    }

    // MARK: Evolution

    private static let registry = "/org/gnome/evolution/dataserver/SourceManager"
    private static let view = "org.gnome.evolution.dataserver.AddressBookView"
    private static let card = "BEGIN:VCARD\r\nVERSION:3.0\r\nUID:1\r\nFN:Ada\r\nTEL:+4930123456\r\nEND:VCARD"

    /// One address book, as the registry tells it.
    private static var sources: DBusValue {
        let data = "[Data Source]\nDisplayName=Personal\nEnabled=true\n\n[Address Book]\nBackendName=local\n"
        let source: DBusValue = .dictionary(
            key: "s", value: "a{sv}",
            ["org.gnome.evolution.dataserver.Source": ["UID": "a", "Data": .string(data)]])
        return .dictionary(key: "o", value: "a{sa{sv}}", [.path(registry + "/Source_a"): source])
    }

    /// A stand-in for Evolution Data Server: the registry of the address books and the service of the only one.
    private func forgeEvolution() throws {
        let (bus, home) = (stage.bus, try TemporaryDirectory())
        let server = try BusClient(address: bus.address)
        for name in [EvolutionServer.registry, EvolutionServer.factory] { try server.requestName(name) }
        let data = home.url.path
        let process = try ChildProcess(
            [try Product.path("monkeycall-directory"), "--address=\(bus.address)", "--session-address=\(bus.address)"],
            environment: [
                "HOME": data, "XDG_CONFIG_HOME": data + "/config", "XDG_DATA_HOME": data,
                "XDG_DATA_DIRS": "/nonexistent",
            ])
        func answer(_ member: String, _ arguments: DBusValue...) throws {
            try server.reply(to: server.waitForCall(member), arguments)
        }
        try answer("GetManagedObjects", Self.sources)
        try answer("OpenAddressBook", "/book", .string(EvolutionServer.factory))
        try answer("Open", .strings([]))
        try answer("GetView", .path("/view"))
        try answer("SetFlags")
        try answer("Start")
        let forger = try Forger(of: EvolutionServer.registry, EvolutionServer.factory, to: process, on: bus)
        // The book is empty.
        try forger.tell(ForgedSignal("/view", Self.view, "Complete", ""), by: server)
        let client = try BusClient(address: bus.address)
        try DirectoryOfUser.waitUntilItAnswers(client, stage.daemon)
        let directory = DirectoryOfUser.object("", client)

        let more = ForgedSignal(Self.registry, CallName.objectManager, "InterfacesAdded")
        let ada = ForgedSignal("/view", Self.view, "ObjectsAdded", .strings([Self.card, "1"]))
        try forger.forge(more, ada)
        #expect(try !server.hasCalls(of: "GetManagedObjects", "OpenAddressBook"))
        #expect(try directory.get("Contacts") == .uint32(0))
        try forger.tell(more, ada, by: server)
        try answer("GetManagedObjects", Self.sources)
        while try directory.get("Contacts") != .uint32(1) { _ = try client.waitForSignal("PropertiesChanged") }
        withExtendedLifetime(home) {}
    }

    // MARK: The directory

    /// An app with LiveCommunicationKit hears of changes of the history.
    private func forgeDirectory() throws {
        let directory = try DirectoryUnderTest(stage)
        let app = try directory.callKitApp()
        let phone = try stage.app("Phone")
        try app.writeLine("lc watch")
        try app.writeLine("lc recents none")
        #expect(try app.waitForLine() == "recents ")
        let forger = try Forger(of: DirectoryOfUser.name, to: app, on: directory.session)
        try forger.forge(ForgedSignal(DirectoryOfUser.path, DirectoryOfUser.name + ".History", "Changed"))
        try app.writeLine("lc recents none")
        #expect(try app.waitForLine() == "recents ")
        try phone.miss("A", from: "+4930123456")
        #expect(try app.waitForLine() == "history changed")
    }

    @Test func `An app subscribes again when the directory has left out signals, and hears that the history changed`()
        throws
    {
        let session = try BusDaemon.session()
        let directory = try BusClient(address: session.address)
        try directory.requestName(DirectoryOfUser.name)
        let app = try ChildProcess(
            [try Product.path("CallKitActor")],
            environment: ["DBUS_SESSION_BUS_ADDRESS": session.address, "MONKEYCALL_BUS": stage.bus.address])
        try app.writeLine("lc watch")
        // The app follows the history from its first question on. The test does not answer that one.
        try app.writeLine("lc recents none")
        try directory.reply(to: directory.waitForCall("Subscribe"))
        let teller = try Forger(of: DirectoryOfUser.name, to: app, on: session)
        try teller.tell(
            ForgedSignal(DirectoryOfUser.path, DirectoryOfUser.name, "SubscriptionEnded"), by: directory)
        try directory.reply(to: directory.waitForCall("Subscribe"))
        #expect(try app.waitForLine() == "history changed")
    }
}
