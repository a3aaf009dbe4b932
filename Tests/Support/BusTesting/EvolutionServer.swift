// SPDX-License-Identifier: MIT

package import Foundation
package import Testing

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
