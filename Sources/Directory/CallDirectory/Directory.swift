// SPDX-License-Identifier: MIT

package import AddressBooks
import CFileSystem
import CallClient
import CallContract
import CallInterface
import DirectoryDatabase
import DiskWork
import Glibc
package import PhoneNumbers
package import SDBus

/// The directory of a user: answers the call service on one bus and the user's programs on another one. Confined to the
/// thread of the loop.
///
/// On the session bus it has two connections: `session` listens to other programs, and sandboxes do not reach it; `own`
/// has the name, the objects and the programs that use them.
package final class Directory {
    private let calls: BusConnection
    private let client = CallClient()
    private let session: BusConnection
    private let own: BusConnection
    private let loop: EventLoop
    private let store: DirectoryStore
    private let books: ContactBooks
    private let callers: Callers
    private let registration: DirectoryRegistration
    private let screening: CallScreening
    private let screeners: Screeners
    private let apps: AppSwitches
    private let names: CallNames
    private let ended: EndedCalls
    private let retention: HistoryRetention
    private let placing: CallPlacing
    let object: DirectoryObject
    let search: SearchObject
    private var mirror: RegistryMirror?
    /// Whether contacts or rules have changed since the calls were named.
    private var isStale = false
    /// The problem of the database that was logged last.
    private var logged: DirectoryProblem?
    /// Runs while contacts change, so that a whole address book is sent as a few changes.
    private var contactsTimer: Timer?
    /// Called when the directory takes the name; nil = it has the name.
    private var nameTaken: (() -> Void)?
    /// Ends the wait of the name for a disk or an address book that hangs.
    private var nameTimer: Timer?
    /// Whether the database was opened, or cannot be opened.
    private var isStoreReady = false
    private let patience: UInt64
    private let log: Log
    /// What calls that wait for their turn, and replies and signals that are not read, may take in all, in bytes.
    private static let mostBytes = 32 << 20

    /// `calls` is the bus of the call service, `folder` that of the database. In µs, a call waits for this process for
    /// `deadline`, the first requests wait for the database and the address books for `patience`, and a call directory
    /// extension may be silent for `extensionTimeout`.
    package init(
        _ calls: BusConnection, session: BusConnection, own: BusConnection, _ loop: EventLoop, folder: String,
        region: Region, deadline: UInt64, patience: UInt64, extensions: ExtensionFiles, extensionTimeout: UInt64,
        log: Log
    ) throws(BusError) {
        (self.calls, self.session, self.own, self.loop, self.log) = (calls, session, own, loop, log)
        self.patience = patience
        store = try DirectoryStore(in: folder, loop)
        let files = FileThreads(loop)
        books = ContactBooks(files, log: log)
        apps = AppSwitches(store)
        callers = Callers(store, books, apps, localeRegion: region)
        registration = DirectoryRegistration(client, ownTime: deadline, log: log)
        screeners = Screeners(own, store, loop)
        screening = CallScreening(client, callers, screeners)
        names = CallNames(client, callers)
        ended = EndedCalls(client, store, callers)
        retention = HistoryRetention(store, MachineClock(calls), loop)
        placing = CallPlacing(client, store, callers, apps)
        let loads = RunningLoads(own, store)
        let sources = ListSources(
            store, callers, files, extensions, loads, ExtensionLoads(own, loop, loads, timeout: extensionTimeout))
        search = SearchObject(own, callers, placing, log: log)
        object = DirectoryObject(own, store, callers, books, sources, screeners, apps, placing, files)
    }

    /// Reads the books and the database, and takes the name on the session bus when the user's choices and contacts are
    /// in memory, so that the first request finds them. It registers with the service before that, because the rules
    /// know whether contacts are missing. `folders` are those of the address books; nil = the user has none. Calls
    /// `body` when the directory has the name.
    package func begin(_ folders: UserFolders?, then body: @escaping () -> Void) throws(BusError) {
        nameTaken = body
        PhoneNumber.warmUp(for: callers.region)
        store.changed = { [unowned self] in storeChanged() }
        store.historyChanged = { [unowned self] in object.changed(DirectoryName.history) }
        store.sourcesChanged = { [unowned self] in object.changed(DirectoryName.lists) }
        store.opened = { [unowned self] in storeOpened() }
        books.changed = { [unowned self] in contactsChanged() }
        books.read = { [unowned self] in takeNameIfReady() }
        registration.registered = { [unowned self] in ended.take() }
        screeners.changed = { [unowned self] in object.changed(DirectoryName.screening) }
        screeners.deadlineChanged = { [unowned self] in registration.allow($0) }
        try loop.returnMemory(afterFaults: ProgramPages.manyFaults) { ProgramPages.giveBack() }
        try screeners.begin()
        registration.begin()
        try screening.begin()
        try ended.begin()
        client.register = { [unowned self] in registration.serviceRuns() }
        object.update()
        try search.begin()
        try object.begin()
        try own.serve(waitingBytes: Self.mostBytes, unreadBytes: Self.mostBytes, unanswered: 64)
        if let folders { books.begin(folders, session, loop) }
        nameTimer = loop.timer(after: patience) { [unowned self] in
            noteUnreadBooks()
            takeName()
        }
        store.begin()
    }

    private func takeNameIfReady() {
        if isStoreReady, books.areRead { takeName() }
    }

    private func noteUnreadBooks() {
        guard isStoreReady, !books.areRead else { return }
        log(
            """
            an address book has not been read yet; until it has been, calls that may be from its contacts ring, whatever \
            lists, screeners and rules about many callers say
            """)
    }

    /// A database that cannot be opened, or hangs, does not keep the requests waiting: they get the reason.
    private func takeName() {
        guard let body = nameTaken else { return }
        (nameTaken, nameTimer) = (nil, nil)
        do throws(BusError) {
            try object.takeName()
        } catch {
            log("the directory cannot take its name on the session bus", error)
            return loop.exit(1)
        }
        ended.nameCallers()
        body()
    }

    /// Completes what the user's programs asked.
    package func end() { store.end() }

    private func contactsChanged() {
        nameAgain()
        guard contactsTimer == nil else { return }
        contactsTimer = loop.timer(after: 100_000) { [unowned self] in
            contactsTimer = nil
            object.update()
        }
    }

    // MARK: The database

    private func storeChanged() {
        noteProblem()
        callers.followRegion()
        registration.switchOff(apps.disabled)
        books.follow(store.data.contactFolders)
        retention.follow()
        screeners.update()
        object.update()
        nameAgain()
    }

    /// The programs and the service ask from now on. With a database that cannot be used, calls ring by the rules in
    /// memory.
    private func storeOpened() {
        isStoreReady = true
        takeNameIfReady()
        if let damaged = store.damaged {
            object.changed(DirectoryName.history)
            log(
                "a damaged database was moved, and a new one was begun",
                ["message": damaged.reason, "to": damaged.path])
        }
        guard mirror == nil else { return ended.take() }
        do throws(BusError) { try follow() } catch { log("the call service cannot be followed", error) }
    }

    /// Logs once when a problem begins, and once when it ends.
    private func noteProblem() {
        guard store.problem != logged else { return }
        logged = store.problem
        guard let logged else { return log("the history and the rules can be used") }
        log("the history and the rules cannot be used", ["at": store.folder, "message": logged.description])
    }

    // MARK: The service

    private func follow() throws(BusError) {
        let mirror = RegistryMirror(client, .objects) { [unowned self] in happened($0) }
        self.mirror = mirror
        apps.registry = { [unowned mirror] in mirror.registry }
        try client.follow(on: calls)
        try mirror.begin { [unowned self] error in
            if let error { return log("the call service does not run yet", error) }
            registration.serviceRuns()
        }
    }

    private func happened(_ event: MirrorEvent) {
        switch event {
        case .serviceFound:
            registration.serviceRuns()
            object.changed(DirectoryName.apps)
        case .callAdded(let call): names.name(call)
        case .callChanged(let before, let call): if before.handle != call.handle { names.name(call, isOther: true) }
        case .providerAdded, .providerChanged, .providerRemoved, .serviceLost: object.changed(DirectoryName.apps)
        case .callRemoved, .audioChanged: break
        }
    }

    /// Names the calls once for all changes of this turn.
    private func nameAgain() {
        guard !isStale, mirror?.registry.calls.isEmpty == false else { return }
        isStale = true
        loop.deferred { [unowned self] in
            isStale = false
            if let mirror { names.name(mirror.registry.calls.values) }
        }
    }
}

/// Takes the pages of the program and of its libraries that are only read out of memory, a few seconds after the
/// process has mapped many of them, together with free memory. The kernel maps such a page again when the process needs
/// it, nearly always from the page cache.
///
/// With Foundation, which GRDB needs, the program has 60 MiB. The start reads relocations and the records of all types,
/// and the kernel maps the neighbours of each page too. So 22 MiB were mapped as long as the user was logged in.
enum ProgramPages {
    /// A fault maps at most 64 KiB of a file, so at most 3 MiB stay mapped. A few faults are worth no wake-up: the
    /// connections that leave the bus would cause one again and again.
    static let manyFaults = 48

    static func giveBack() {
        cfilesystem_each_object(
            { object, _, _ in
                guard let object = object?.pointee else { return 0 }
                for segment in UnsafeBufferPointer(start: object.segments, count: Int(object.count)) {
                    ProgramPages.giveBack(segment, of: UInt(object.address))
                }
                return 0
            }, nil)
    }

    private static func giveBack(_ segment: Elf64_Phdr, of address: UInt) {
        // A segment with relocations counts as one that can be written to: its pages are not those of the file.
        guard segment.p_type == PT_LOAD, Int32(segment.p_flags) & PF_W == 0 else { return }
        let page = UInt(sysconf(Int32(_SC_PAGESIZE)))
        let start = (address + UInt(segment.p_vaddr)) / page * page
        let end = address + UInt(segment.p_vaddr + segment.p_memsz)
        madvise(UnsafeMutableRawPointer(bitPattern: start), Int(end - start), MADV_DONTNEED)
    }
}
