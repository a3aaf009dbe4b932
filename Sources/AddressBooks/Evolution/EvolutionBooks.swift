// SPDX-License-Identifier: MIT

package import DiskWork
package import SDBus

/// The address books of Evolution Data Server, which GNOME's programs use. It follows changes and restarts of the service.
///
/// It does not start the service for a user who has no data there: it waits until another program does. It asks the service
/// only after a change, never because of a call.
package final class EvolutionBooks {
    private let bus: BusConnection
    private let loop: EventLoop
    private let folders: UserFolders
    private let files: FileThreads
    private let told: (_ book: String, BookEvent) -> Void

    private var services: (registry: String, factory: String)?
    private var slots: [BusSlot] = []
    /// By the UID of their sources.
    private var books: [String: EvolutionBook] = [:]
    private var isLoading = false
    /// Whether the sources changed while they were read.
    private var isStale = false

    /// The id of all books together, for faults and until their sources are known.
    package static let all = "evolution"

    /// `told` gets the changes with the id of the book, never before `begin`.
    package init(
        on bus: BusConnection, loop: EventLoop, folders: UserFolders, files: FileThreads,
        told: @escaping (_ book: String, BookEvent) -> Void
    ) {
        self.bus = bus
        self.loop = loop
        self.folders = folders
        self.files = files
        self.told = told
    }

    /// Whether the user has used the service: it has stored something.
    package static func isUsed(_ folders: UserFolders) -> Bool {
        [folders.configuration + "/evolution/sources", folders.data + "/evolution/addressbook"]
            .contains { FolderNames.isFolder($0) }
    }

    /// Looks for the service, and follows it as long as this object lives.
    package func begin() {
        names("ListActivatableNames") { [weak self] known in
            self?.names("ListNames") { running in self?.find(known, running) }
        }
    }

    private func names(_ member: String, _ body: @escaping ([String]) -> Void) {
        do throws(BusError) {
            try bus.callAsync(.bus(member)) { reply in body((try? reply.get().read([String].self)) ?? []) }
        } catch {
            body([])
        }
    }

    private func find(_ known: [String], _ running: [String]) {
        guard let services = EvolutionName.services(among: known + running) else { return settled() }
        self.services = services
        do throws(BusError) {
            try watch(services.registry, services.factory)
        } catch {
            return fault("The address books of Evolution cannot be followed: \(error.message).")
        }
        if running.contains(services.registry) { return load() }
        // As long as the disk does not answer, the service is not started.
        let isAccepted = files.perform(at: Self.all) { [folders] in
            Self.isUsed(folders)
        } then: { [weak self] in
            if $0 { self?.load() } else { self?.settled() }
        }
        if !isAccepted { settled() }
    }

    private func watch(_ registry: String, _ factory: String) throws(BusError) {
        slots = [
            try bus.watchName(registry) { [unowned self] owner in if owner != nil { load() } },
            try bus.watchName(factory) { [unowned self] owner in
                for book in books.values { book.factoryChanged(isThere: owner != nil) }
            },
            try bus.onSignal(
                from: registry, path: EvolutionName.registryPath, interface: StandardInterface.objectManager
            ) { [unowned self] _ in load() },
            try bus.onSignal(from: registry, interface: StandardInterface.properties, member: "PropertiesChanged") {
                [unowned self] change in
                // Sources also have a state of their connection, which changes often.
                let data = try? change.read(String.self, [String: Variant].self).1["Data"]
                if data != nil { load() }
            },
        ]
    }

    // MARK: Sources

    private func load() {
        guard let services, !isLoading else { return isStale = true }
        (isLoading, isStale) = (true, false)
        let target = CallTarget(
            services.registry, EvolutionName.registryPath, StandardInterface.objectManager, "GetManagedObjects")
        do throws(BusError) {
            try bus.callAsync(target) { [weak self] reply in self?.loaded(reply) }
        } catch {
            loaded(.failure(error))
        }
    }

    private func loaded(_ reply: Result<Message, BusError>) {
        isLoading = false
        if isStale { return load() }
        do throws(BusError) {
            follow(try Self.sources(try reply.get()))
            settled()
        } catch {
            fault("Evolution does not tell its address books: \(error.message).")
        }
    }

    private static func sources(_ reply: Message) throws(BusError) -> [EvolutionSource] {
        let objects = try reply.read([ObjectPath: [String: [String: Variant]]].self)
        return objects.values.compactMap { object in
            guard let properties = object[EvolutionName.source], let uid = properties["UID"]?.string,
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
            told(Self.id(uid), .gone)
        }
        for source in wanted {
            let id = Self.id(source.uid)
            told(id, .found(name: source.name))
            if let book = books[source.uid] {
                // The user may have corrected the reason.
                book.retry()
                continue
            }
            let book = EvolutionBook(source.uid, services.factory, bus, loop, folders) { [told] in told(id, $0) }
            books[source.uid] = book
            book.begin()
        }
    }

    private static func id(_ uid: String) -> String { "evolution:\(uid)" }

    private func fault(_ message: String) {
        told(Self.all, .fault(BookFault(message: message)))
        settled()
    }

    private func settled() { told(Self.all, .settled) }
}
