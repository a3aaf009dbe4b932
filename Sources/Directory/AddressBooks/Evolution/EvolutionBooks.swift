// SPDX-License-Identifier: MIT

internal import ConfigurationText
package import DiskWork
package import SDBus

/// The address books of Evolution Data Server, which GNOME's programs use. It follows changes and restarts of the
/// service.
///
/// It does not start the service for a user who has no data there: it waits until another program does. It asks the
/// service only after a change, never because of a call.
package final class EvolutionBooks {
    private let bus: BusConnection
    private let loop: EventLoop
    private let folders: UserFolders
    private let files: FileThreads
    private let notify: (_ book: String, BookEvent) -> Void

    /// The program that has the sources, and the one that opens books; nil until their names are known.
    private var services: (registry: RemoteName, factory: RemoteName)?
    private var slots: [BusSlot] = []
    /// By the UID of their sources.
    private var books: [String: EvolutionBook] = [:]
    private var isLoading = false
    /// Whether the sources changed while they were read.
    private var isStale = false
    private var single: SingleSources?
    /// How many sources cannot be read, as the last fault said.
    private var unreadable = 0

    /// The id of all books together, for faults and until their sources are known.
    package static let all = "evolution"
    /// The service tells of 32 contacts at once, each with its notes and maybe with its picture.
    private static let mostBytes = 64 << 20

    /// `notify` gets the changes with the id of the book, never before `begin`.
    package init(
        on bus: BusConnection, loop: EventLoop, folders: UserFolders, files: FileThreads,
        notify: @escaping (_ book: String, BookEvent) -> Void
    ) {
        self.bus = bus
        self.loop = loop
        self.folders = folders
        self.files = files
        self.notify = notify
        bus.mostBytes = Self.mostBytes
    }

    /// Whether the user has used the service: it has stored something.
    package static func isUsed(_ folders: UserFolders) -> Bool {
        [folders.configuration + "/evolution/sources", folders.data + "/evolution/addressbook"]
            .contains { FolderNames.isFolder($0) }
    }

    /// Looks for the service, and follows it as long as this object lives.
    package func begin() {
        names("ListActivatableNames") { [weak self] known in
            self?.names("ListNames") { running in self?.findServices(among: known + running) }
        }
    }

    private func names(_ member: MemberName, _ body: @escaping ([String]) -> Void) {
        bus.ask(.bus(member)) { reply in body((try? reply.get().read([String].self)) ?? []) }
    }

    private func findServices(among known: [String]) {
        guard let names = EvolutionName.services(among: known) else { return settled() }
        let registry = RemoteName(BusName(trusted: names.registry), on: bus)
        let factory = RemoteName(BusName(trusted: names.factory), on: bus)
        services = (registry, factory)
        do throws(BusError) {
            try watch(registry, factory)
        } catch {
            return fault("The address books of Evolution cannot be followed: \(error.name).")
        }
        guard registry.owner == nil else { return }
        // As long as the disk does not answer, the service is not started.
        let isAccepted = files.perform(at: Self.all) { [folders] in
            Self.isUsed(folders)
        } then: { [weak self] in
            if $0 { self?.load() } else { self?.settled() }
        }
        if !isAccepted { settled() }
    }

    /// Loads the sources if the registry runs, and each time it has started.
    private func watch(_ registry: RemoteName, _ factory: RemoteName) throws(BusError) {
        slots = [
            try registry.onSignal(path: EvolutionName.registryPath, interface: StandardInterface.objectManager) {
                [unowned self] _ in load()
            },
            try registry.onSignal(interface: StandardInterface.properties, member: "PropertiesChanged") {
                [unowned self] in if Self.mayChangeData($0) { load() }
            },
        ]
        try factory.begin { [unowned self] owner in
            for book in books.values { book.factoryChanged(isThere: owner != nil) }
        }
        try registry.begin { [unowned self] owner in if owner != nil { load() } }
    }

    // MARK: Sources

    private func load() {
        guard let services, !isLoading else { return isStale = true }
        (isLoading, isStale) = (true, false)
        services.registry.call(
            EvolutionName.registryPath, StandardInterface.objectManager, "GetManagedObjects", starts: true
        ) { [weak self] in self?.loaded($0) }
    }

    private func loaded(_ reply: Result<Message, BusError>) {
        do throws(BusError) {
            let message = try reply.get()
            if let sources = try? Self.sources(message) { return loaded(sources, unreadable: 0) }
            loadSingly()
        } catch {
            failed(error)
        }
    }

    /// A text that libsystemd refuses takes only its own source away.
    private func loadSingly() {
        guard let services else { return }
        let single = SingleSources(services.registry) { [unowned self] in
            loaded($0, unreadable: $1)
        } failed: { [unowned self] in
            failed($0)
        }
        self.single = single
        single.begin()
    }

    /// A state that has changed meanwhile is applied all the same: a program that always changes it would delay it for
    /// ever.
    private func loaded(_ sources: [EvolutionSource], unreadable: Int) {
        if unreadable != self.unreadable, unreadable > 0 {
            let message =
                "\(unreadable) of the sources of Evolution cannot be read, because of a character that the library of the bus "
                + "refuses, such as U+FFFF. Remove the character."
            notify(Self.all, .fault(BookFault(message: message)))
        }
        self.unreadable = unreadable
        follow(sources)
        settled()
        loadAgainIfStale()
    }

    private func failed(_ error: BusError) {
        if !isStale { fault("Evolution does not tell its address books: \(error.name).") }
        loadAgainIfStale()
    }

    private func loadAgainIfStale() {
        (isLoading, single) = (false, nil)
        if isStale { load() }
    }

    /// Sources also have a state of their connection, which changes often. A change that cannot be read may be any.
    private static func mayChangeData(_ change: Message) -> Bool {
        guard let (_, properties) = try? change.read(String.self, [String: Variant].self) else { return true }
        return properties["Data"] != nil
    }

    private static func sources(_ reply: Message) throws(BusError) -> [EvolutionSource] {
        let objects = try reply.read([ObjectPath: [String: [String: Variant]]].self)
        return objects.values.compactMap { object in
            guard let properties = object[EvolutionName.source.text], let uid = properties["UID"]?.string,
                let data = properties["Data"]?.string
            else { return nil }
            return EvolutionSource(uid: uid, data: data)
        }
    }

    private func follow(_ sources: [EvolutionSource]) {
        guard let services else { return }
        let wanted = EvolutionSource.books(among: sources)
        for (uid, book) in books where !wanted.contains(where: { $0.uid == uid }) {
            book.end()
            books[uid] = nil
            notify(Self.id(uid), .gone)
        }
        for source in wanted {
            let id = Self.id(source.uid)
            notify(id, .found(name: source.name))
            if let book = books[source.uid] {
                // The user may have corrected the reason.
                book.retry()
                continue
            }
            let book = EvolutionBook(source.uid, services.factory, loop, folders) { [notify] in notify(id, $0) }
            books[source.uid] = book
            book.begin()
        }
    }

    private static func id(_ uid: String) -> String { "evolution:\(uid)" }

    private func fault(_ message: String) {
        notify(Self.all, .fault(BookFault(message: message)))
        settled()
    }

    private func settled() { notify(Self.all, .settled) }
}

/// A source of Evolution Data Server: an account, an address book, a calendar or others. It is described by a key file.
struct EvolutionSource: Hashable {
    var uid: String
    var name = ""
    /// The UID of the source that this one belongs to; empty if there is none.
    var parent = ""
    var isEnabled = true
    var isAddressBook = false

    init(uid: String, data: String) {
        self.uid = uid
        let file = KeyFile(data)
        let values = file["[Data Source]"] ?? [:]
        // Its translations have other keys, with the language in brackets.
        name = values["DisplayName"].map(Self.unescaped) ?? ""
        parent = values["Parent"] ?? ""
        isEnabled = values["Enabled"] != "false"
        isAddressBook = file["[Address Book]"] != nil
    }

    /// The address books that are enabled. A source in a disabled account is disabled.
    static func books(among sources: [EvolutionSource]) -> [EvolutionSource] {
        let known = Dictionary(sources.map { ($0.uid, $0) }) { $1 }
        return sources.filter { source in
            var (next, steps): (EvolutionSource?, Int) = (source, 0)
            while let present = next, steps < known.count {
                guard present.isEnabled else { return false }
                (next, steps) = (known[present.parent], steps + 1)
            }
            return source.isAddressBook
        }
    }

    /// The escapes of key files.
    private static func unescaped(_ value: String) -> String {
        var (text, isEscaped) = ("", false)
        for character in value {
            if isEscaped {
                text.append(["s": " ", "n": " ", "t": " ", "r": " "][character] ?? character)
                isEscaped = false
            } else if character == "\\" {
                isEscaped = true
            } else {
                text.append(character)
            }
        }
        return VCardText.line(text, limit: VCardLimits().name)
    }
}

/// The names of Evolution Data Server on the session bus.
enum EvolutionName {
    private static let prefix = "org.gnome.evolution.dataserver."
    static let registryPath: ObjectPath = "/org/gnome/evolution/dataserver/SourceManager"
    static let factoryPath: ObjectPath = "/org/gnome/evolution/dataserver/AddressBookFactory"
    static let source: InterfaceName = "org.gnome.evolution.dataserver.Source"
    static let factory: InterfaceName = "org.gnome.evolution.dataserver.AddressBookFactory"
    static let book: InterfaceName = "org.gnome.evolution.dataserver.AddressBook"
    static let view: InterfaceName = "org.gnome.evolution.dataserver.AddressBookView"

    /// The services of the newest version among the names of a bus; nil if one is missing.
    static func services(among names: [String]) -> (registry: String, factory: String)? {
        func newest(_ word: String) -> String? {
            let versions = names.compactMap { name in
                name.hasPrefix(prefix + word) ? Int(name.dropFirst((prefix + word).count)) : nil
            }
            return versions.max().map { "\(prefix)\(word)\($0)" }
        }
        guard let registry = newest("Sources"), let factory = newest("AddressBook") else { return nil }
        return (registry, factory)
    }
}
