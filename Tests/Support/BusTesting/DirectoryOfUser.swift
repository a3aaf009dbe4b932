// SPDX-License-Identifier: MIT

package import Foundation
package import Testing

/// The real directory of the user of a desktop.
package final class DirectoryOfUser {
    package static let name = "org.monkeycall.Directory"
    package static let path = "/org/monkeycall/Directory"
    private let desktop: Desktop
    private let home: TemporaryDirectory
    private(set) package var process: ChildProcess
    private let client: BusClient

    /// The folder of the address book.
    package var book: URL { home.url.appendingPathComponent("kpeoplevcard") }

    /// A directory that the service asks. `prepare` gets the folder of its database before it starts.
    package init(on desktop: Desktop, prepare: (URL) throws -> Void = { _ in }) throws {
        (self.desktop, home) = (desktop, try TemporaryDirectory())
        client = try BusClient(address: desktop.bus.address)
        try FileManager.default.createDirectory(
            at: home.url.appendingPathComponent("kpeoplevcard"), withIntermediateDirectories: true)
        try prepare(home.url.appendingPathComponent("monkeycall"))
        process = try Self.start(desktop, home)
        try waitUntilItRuns()
    }

    private static func start(_ desktop: Desktop, _ home: TemporaryDirectory) throws -> ChildProcess {
        let bus = desktop.bus.address
        return try ChildProcess(
            [try Product.path("monkeycall-directory"), "--address=\(bus)", "--session-address=\(bus)"],
            environment: ["XDG_DATA_HOME": home.url.path, "LC_TELEPHONE": "de_DE.UTF-8"])
    }

    private func waitUntilItRuns() throws { try Self.waitUntilItAnswers(client, desktop.daemon) }

    /// Waits until the service asks the directory about calls. The client then hears of changes of the directory.
    package static func waitUntilItAnswers(_ client: BusClient, _ daemon: DaemonUnderTest) throws {
        _ = try client.waitForName(name)
        try client.object(name, path, name).call("Subscribe")
        let watcher = try daemon.client()
        try watcher.subscribe()
        while try watcher.manager.get("HasDirectory") != true {
            _ = try watcher.waitForSignal("PropertiesChanged") { $0.arguments[1]["HasDirectory"] == true }
        }
    }

    /// Ends it as a crash would.
    package func kill() throws {
        try process.kill9()
        try client.waitForName(Self.name, owned: false)
    }

    package func stop() throws {
        process.terminate()
        _ = try process.waitForExit()
    }

    package func start() throws {
        process = try Self.start(desktop, home)
        try waitUntilItRuns()
    }

    /// The directory answers no request until `thaw`.
    package func freeze() { process.send(signal: SIGSTOP) }

    package func thaw() { process.send(signal: SIGCONT) }

    /// An interface by the last part of its name.
    package func object(_ interface: String = "") -> BusObject {
        Self.object(interface, client)
    }

    package static func object(_ interface: String, _ client: BusClient) -> BusObject {
        client.object(name, path, interface.isEmpty ? name : "\(name).\(interface)")
    }

    /// Waits until so many missed calls are not seen.
    package func expectUnread(_ count: UInt32) throws {
        while try object("History").get("UnreadMissed") != .uint32(count) {
            _ = try client.waitForSignal("PropertiesChanged") { $0.arguments[1]["UnreadMissed"] != nil }
        }
    }

    /// Writes a card, and waits until the directory has read it. `lines` are more lines of the card.
    package func add(_ name: String, _ number: String, _ lines: String...) throws {
        let count = try Self.writeCard(name, "TEL:\(number)", lines, to: book)
        while try object().get("Contacts") != .uint32(count) {
            _ = try client.waitForSignal("PropertiesChanged") { $0.arguments[1]["Contacts"] != nil }
        }
    }

    /// Returns how many cards the address book has then.
    package static func writeCard(_ name: String, _ number: String, _ lines: [String], to book: URL) throws -> UInt32 {
        let content = ["BEGIN:VCARD", "VERSION:3.0", "FN:\(name)", number] + lines + ["END:VCARD"]
        let card = content.map { $0 + "\r\n" }.joined()
        try Data(card.utf8).write(to: book.appendingPathComponent("\(name).vcf"), options: .atomic)
        return UInt32(try FileManager.default.contentsOfDirectory(atPath: book.path).count)
    }
}

/// The real Evolution Data Server on a private session bus, with a home folder of its own. The bus starts it on demand.
package final class EvolutionServer {
    package static let registry = "org.gnome.evolution.dataserver.Sources5"
    package static let factory = "org.gnome.evolution.dataserver.AddressBook10"
    private static let installed = URL(fileURLWithPath: "/usr/share/dbus-1/services")

    package let bus: BusDaemon
    package let home: TemporaryDirectory
    package let client: BusClient
    private var book: (service: String, path: String)?

    /// Whether the packages are installed.
    package static var isInstalled: Bool {
        [registry, factory].allSatisfy {
            FileManager.default.fileExists(atPath: installed.appendingPathComponent("\($0).service").path)
        }
    }

    /// - Parameters:
    ///   - home: the home folder of the user; nil = a new one
    ///   - data: the user's folder for data; nil = the one in the home
    package init(home: TemporaryDirectory? = nil, data: URL? = nil) throws {
        let home = try home ?? TemporaryDirectory()
        self.home = home
        let folder = try TemporaryDirectory()
        let run = home.url.appendingPathComponent("run")
        try FileManager.default.createDirectory(
            at: run, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        // The service inherits the environment of the bus, and that is the environment of the tests.
        let environment = [
            "HOME=\(home.url.path)", "XDG_RUNTIME_DIR=\(run.path)", "XDG_CONFIG_HOME=",
            "XDG_DATA_HOME=\(data?.path ?? "")", "XDG_CACHE_HOME=", "GSETTINGS_BACKEND=memory", "LC_ALL=C.UTF-8",
        ].joined(separator: " ")
        for name in [Self.registry, Self.factory] {
            let text = try String(contentsOf: Self.installed.appendingPathComponent("\(name).service"), encoding: .utf8)
            let command = try #require(text.firstMatch(of: /Exec=(.*)/)).1
            try folder.write(
                "[D-BUS Service]\nName=\(name)\nExec=/usr/bin/env \(environment) \(command)\n", to: "\(name).service")
        }
        bus = try BusDaemon.session(serviceDirectories: [folder.url])
        services = folder
        client = try BusClient(address: bus.address)
    }

    /// The bus reads the files here as long as it runs.
    package let services: TemporaryDirectory

    /// The lines in the log of the bus about services that it starts, up to the start of the service `name`.
    package func starts(upTo name: String) throws -> [Substring] {
        let deadline = Deadline()
        while !deadline.hasPassed {
            let lines = bus.log.split(separator: "\n").filter { $0.contains("Activating service") }
            if let last = lines.lastIndex(where: { $0.contains(name) }) { return Array(lines[...last]) }
        }
        throw SupportError("the bus does not log the start of \(name): \(bus.log)")
    }

    /// Kills the process that owns a name, and waits until the bus knows.
    package func kill(_ name: String) throws {
        let process = try #require(try client.processID(of: name))
        guard Foundation.kill(process, SIGKILL) == 0 else { throw SupportError("\(name) cannot be killed") }
        try client.waitForName(name, owned: false)
    }

    // MARK: The user's address book

    private static let interface = "org.gnome.evolution.dataserver.AddressBook"

    /// Calls a method of the user's address book, which is opened first.
    @discardableResult
    private func call(_ member: String, _ arguments: DBusValue...) throws -> [DBusValue] {
        if book == nil {
            let reply = try client.call(
                Self.factory, "/org/gnome/evolution/dataserver/AddressBookFactory",
                "org.gnome.evolution.dataserver.AddressBookFactory", "OpenAddressBook", ["system-address-book"])
            let (path, service) = (try #require(reply[0].string), try #require(reply[1].string))
            book = (service, path)
            _ = try client.call(service, path, Self.interface, "Open")
        }
        let (service, path) = try #require(book)
        return try client.call(service, path, Self.interface, member, arguments)
    }

    /// Another program begins to use the service.
    package func open() throws { try call("GetContactList", "(is \"full_name\" \"x\")") }

    /// Forgets the opened book, after its service has gone.
    package func forgetBook() { book = nil }

    /// Adds a contact, and returns its UID.
    package func add(_ lines: String) throws -> String {
        let card = "BEGIN:VCARD\r\nVERSION:3.0\r\n\(lines.replacing("\n", with: "\r\n"))\r\nEND:VCARD"
        return try #require(try call("CreateContacts", .strings([card]), .uint32(0))[0].strings?.first)
    }

    /// Adds contacts in one call.
    package func addMany(_ contacts: [String]) throws {
        let cards = contacts.map { "BEGIN:VCARD\r\nVERSION:3.0\r\n\($0)\r\nEND:VCARD" }
        try call("CreateContacts", .strings(cards), .uint32(0))
    }

    package func change(_ uid: String, _ lines: String) throws {
        let card = "BEGIN:VCARD\r\nVERSION:3.0\r\nUID:\(uid)\r\n\(lines)\r\nEND:VCARD"
        try call("ModifyContacts", .strings([card]), .uint32(0))
    }

    package func remove(_ uid: String) throws { try call("RemoveContacts", .strings([uid]), .uint32(0)) }

    /// Enables or disables the user's address book, as a settings program does.
    package func setEnabled(_ isEnabled: Bool) throws {
        let objects = try client.call(
            Self.registry, "/org/gnome/evolution/dataserver/SourceManager", "org.freedesktop.DBus.ObjectManager",
            "GetManagedObjects")
        let interface = "org.gnome.evolution.dataserver.Source"
        for (path, interfaces) in objects[0].entries ?? [:] {
            guard let properties = interfaces.entries?[interface]?.entries,
                properties["UID"]?.string == "system-address-book", let data = properties["Data"]?.string
            else { continue }
            let changed = data.replacing(/Enabled=\w+/, with: "Enabled=\(isEnabled)")
            _ = try client.call(Self.registry, path, interface + ".Writable", "Write", [.string(changed)])
        }
    }
}

extension Trait where Self == ConditionTrait {
    /// Evolution Data Server.
    package static var needsEvolution: Self { .enabled(if: EvolutionServer.isInstalled, "needs evolution-data-server") }
}
