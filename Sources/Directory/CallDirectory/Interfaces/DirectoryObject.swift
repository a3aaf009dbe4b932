// SPDX-License-Identifier: MIT

import AddressBooks
import CallInterface
import DirectoryDatabase
import DiskWork
import PhoneNumbers
import SDBus

/// The object of the directory on the session bus, with one table for each interface, and the loads of lists below it.
final class DirectoryObject {
    private let session: BusConnection
    private let store: DirectoryStore
    private let callers: Callers
    private let books: ContactBooks
    private let sources: ListSources
    private let pictures: ContactPictures
    private let historyWriter: HistoryWriter
    let tables: [Interface<Visit>]
    /// That of the loads of lists.
    let loadTable: Interface<RunningLoad>
    private var facts = DirectoryFacts()
    private let subscribers: Subscribers
    /// The choices of the user that the subscribers know.
    private var choices = UserData()

    init(
        _ session: BusConnection, _ store: DirectoryStore, _ callers: Callers, _ books: ContactBooks,
        _ sources: ListSources, _ screeners: Screeners, _ apps: AppSwitches, _ placing: CallPlacing,
        _ files: FileThreads
    ) {
        (self.session, self.store, self.callers, self.books) = (session, store, callers, books)
        self.sources = sources
        subscribers = Subscribers(
            session, limit: 256, ended: .subscriptionEnded(DirectoryName.path, DirectoryName.interface))
        (pictures, historyWriter) = (ContactPictures(files), HistoryWriter(store, files))
        loadTable = DirectoryTables.load(sources.loads)
        tables = [
            DirectoryTables.directory(store, callers, pictures, placing, subscribers),
            DirectoryTables.lists(store, callers, sources),
            DirectoryTables.history(store, callers, placing, historyWriter), DirectoryTables.favourites(store, callers),
            DirectoryTables.screening(store, screeners), DirectoryTables.apps(apps),
        ]
    }

    func begin() throws(BusError) {
        let finder = ObjectFinder<Visit>(on: session) { [unowned self] (path, sender) throws(BusError) in
            path == DirectoryName.path ? try visit(of: sender) : nil
        }
        let interfaces = tables.map { table in ExportedInterface(table, finder) { $0 } }
        let load = ObjectFinder<RunningLoad>(on: session) { [unowned sources] path, sender in
            sources.loads.load(at: path, for: sender)
        }
        try session.export(
            under: DirectoryName.path, nodes: { _, _ in [] },
            interfaces + [ExportedInterface(loadTable, load) { $0 }])
        try session.onPeerLost { [unowned sources] peer in sources.loads.leave(peer.name) }
    }

    /// From now on the programs of the user find the object.
    func takeName() throws(BusError) { try session.requestName(DirectoryName.bus) }

    /// Tells the subscribers what has changed.
    func update() {
        let before = facts
        facts.region = callers.region == .unknown ? "" : callers.region.code
        facts.contacts = books.index.count
        facts.contactFolders = store.data.contactFolders
        facts.databaseProblem = store.problem?.word ?? ""
        facts.damagedFile = store.damaged?.path ?? ""
        facts.screensCalls = store.data.screensCalls
        facts.unreadMissed = store.data.unreadMissed
        facts.retentionDays = store.data.retentionDays
        signalChoices()
        guard facts != before else { return }
        let (old, new) = (Visit(app: nil, facts: before), Visit(app: nil, facts: facts))
        for table in tables {
            subscribers.announce(table, from: old, to: new, path: DirectoryName.path)
        }
    }

    /// Tells the subscribers which lists the user has changed.
    private func signalChoices() {
        let (old, new) = (choices, store.data)
        choices = new
        if new.favourites != old.favourites { changed(DirectoryName.favourites) }
        if new.rules != old.rules { changed(DirectoryName.lists) }
        if new.screeners != old.screeners { changed(DirectoryName.screening) }
        if new.apps != old.apps { changed(DirectoryName.apps) }
    }

    /// Tells the subscribers that what an interface lists has changed, such as the history or the favourites.
    func changed(_ interface: InterfaceName) {
        subscribers.signal(BusSignal(DirectoryName.path, interface, DirectoryName.changed))
    }

    private func visit(of sender: String) throws(BusError) -> Visit {
        let identity = try session.peer(sender).inspected()
        return Visit(app: identity.app, facts: identity.app == nil ? facts : DirectoryFacts())
    }
}
