// SPDX-License-Identifier: MIT

import AddressBooks
import CallContract
import DirectoryCore
import DirectoryDatabase
import PhoneNumbers
import SDBus

/// What the directory knows about callers: contacts and favourites in memory, calls and lists in the database.
final class Callers {
    private let store: DirectoryStore
    let books: ContactBooks
    private let apps: AppSwitches
    private let localeRegion: Region
    private(set) var region: Region

    /// The facts in the database about a caller.
    struct Record: Sendable {
        var wasCalledRecently = false
        /// The source of the list that blocks the caller; nil = none.
        var blocking: String?
        /// The label that a list gives to the caller; nil = none.
        var label: String?
    }

    init(_ store: DirectoryStore, _ books: ContactBooks, _ apps: AppSwitches, localeRegion: Region) {
        (self.store, self.books, self.apps) = (store, books, apps)
        (self.localeRegion, region) = (localeRegion, localeRegion)
        books.useKeys(of: localeRegion)
    }

    /// The user may have chosen another region.
    func followRegion() {
        let chosen = (try? Region(code: store.data.region)) ?? localeRegion
        guard chosen != region else { return }
        region = chosen
        books.useKeys(of: chosen)
    }

    var favourites: [Favourite] { store.data.favourites }

    /// The use of a number or an address in the user's address books, by its canonical key; `other` if it has none.
    func use(ofKey key: String) -> ContactHandle.Use {
        guard !key.isEmpty, let found = books.index.contacts(withKey: key).first,
            let place = found.keys.firstIndex(of: key)
        else { return .other }
        return found.contact.handles[place].use
    }

    /// The lines for a call to the caller, the preferred one first: that of the favourite, and that of the last call.
    /// They may not be registered. Apps that the user switched off are left out.
    func lines(of caller: Caller, last: ReportedLine?) -> [ReportedLine] {
        guard caller.key != .hidden else { return [] }
        let chosen = caller.favourite.map { ReportedLine.chosen($0.provider) }
        return [chosen, last?.provider == chosen?.provider ? nil : last].compactMap(\.self)
            .filter { !$0.provider.isEmpty && !apps.isSwitchedOff($0) }
    }

    /// The providers of these lines, with the last call of the history if the database can be read.
    func providers(of caller: Caller, then completion: @escaping ([String]) -> Void) {
        guard caller.key != .hidden else { return completion([]) }
        let key = caller.key.text
        store.read { (database) throws(DirectoryProblem) in
            try database.history.lastCall(withCallers: [key])?.line
        } then: { [unowned self] in
            completion(lines(of: caller, last: (try? $0.get()) ?? nil).map(\.provider))
        }
    }

    func caller(_ handle: Handle?) -> Caller {
        guard let handle, case let key = HandleKey(handle, in: region), key != .hidden else {
            return Caller(handle: handle, key: .hidden, region: region, contact: nil, book: "", favourite: nil)
        }
        let found = books.index.contacts(withKey: key.text).first
        return Caller(
            handle: handle, key: key, region: region, contact: found?.contact,
            book: found.flatMap { books.index.name(ofBook: $0.id.book) } ?? "",
            favourite: favourites.first { $0.callerKey == key.text })
    }

    /// Reads the facts about a caller from the database; none if it cannot be read. `app` is the sandboxed app of the
    /// caller's call; empty = none, or there is no call.
    func record(
        of caller: Caller, in app: String = "", for purpose: DirectoryStore.Purpose = .own,
        then completion: @escaping (Record) -> Void
    ) {
        guard let handle = caller.handle, caller.key != .hidden else { return completion(Record()) }
        let (key, days) = (caller.key, UInt64(max(0, store.data.calledRecentlyDays)))
        let (age, overflow) = days.multipliedReportingOverflow(by: 86_400_000_000)
        let now = SystemClock.realtime
        let since = overflow || age > now ? 0 : now - age
        store.read(for: purpose) { (database) throws(DirectoryProblem) in
            try database.database.read { rows in
                var record = Record()
                record.wasCalledRecently = try History.hasCalled(key.text, since: since, in: app, from: rows)
                if case .number(let number) = key {
                    record.blocking = try Lists.source(blocking: number, in: rows)
                    record.label = try Lists.label(of: number, in: rows)
                } else {
                    record.blocking = try Lists.source(blocking: handle, in: rows)
                    record.label = try Lists.label(of: handle, in: rows)
                }
                return record
            }
        } then: {
            completion((try? $0.get()) ?? Record())
        }
    }

    /// Decides about an incoming call from the caller, in this sandboxed app; empty = none. A decision that needs only
    /// the memory is made at once, so it does not depend on the disk, and there is no record. No decision = the
    /// screeners decide.
    func decide(
        about caller: Caller, in app: String, then completion: @escaping (ScreeningDecision?, Record?) -> Void
    ) {
        if let decision = decide(about: caller, with: Record()), decision.reason.isSettled {
            return completion(decision, nil)
        }
        record(of: caller, in: app) { [unowned self] record in completion(decide(about: caller, with: record), record) }
    }

    /// The decision with the facts in the record; nil = the screeners decide.
    func decide(about caller: Caller, with record: Record) -> ScreeningDecision? {
        var facts = ScreeningFacts()
        // The service itself lets calls ring after an emergency call.
        facts.isSwitchedOff = !store.data.screensCalls
        facts.caller = caller.screened
        facts.caller.mayBeContact = caller.key != .hidden && caller.contact == nil && !books.areRead
        facts.caller.wasCalledRecently = record.wasCalledRecently
        facts.lists = record.blocking.map { [NamedVerdict($0, .reject)] } ?? []
        return store.data.book.decide(facts)
    }
}

extension ScreeningReason {
    /// Whether no fact of the database could change the decision.
    fileprivate var isSettled: Bool {
        switch self {
        case .switchedOff, .blockedCaller, .contact, .favourite, .allowedCaller, .unreadContacts: true
        case .calledRecently, .rule, .list, .screener, .unknownCaller: false
        }
    }
}

/// The other side of a call, with what the memory of the directory knows about it.
struct Caller {
    /// nil = the other side hides its number or address.
    let handle: Handle?
    let key: HandleKey
    /// The user's country.
    let region: Region
    let contact: Contact?
    /// The name of the contact's address book.
    let book: String
    let favourite: Favourite?

    /// The number with a country code; nil = another handle.
    var number: PhoneNumber? {
        guard case .number(let e164) = key else { return nil }
        return PhoneNumber(e164: e164)
    }

    /// The number as people write it in the user's country; empty for another handle.
    var formatted: String { number?.formatted(for: region) ?? "" }

    /// The facts that decide about a call, as far as they are in memory.
    var screened: ScreenedCaller {
        var caller = ScreenedCaller()
        guard key != .hidden else { return caller }
        caller.key = key.text
        caller.number = number?.e164
        caller.country = number?.country?.code
        caller.host = handle?.host
        caller.isContact = contact != nil
        caller.isFavourite = relation == .favourite
        return caller
    }

    /// The name in the address book or among the favourites; empty = none.
    var name: String { contact?.name ?? favourite?.name ?? "" }

    var relation: Relation? {
        if favourite != nil || contact?.isFavourite == true { return .favourite }
        return contact == nil ? nil : .contact
    }

    /// What a call shows; without a label it keeps the one that it has.
    func identification(label: String?) -> Identification {
        var identification = Identification()
        identification.displayName = name
        identification.displayNameSource = book
        identification.label = label
        identification.formatted = formatted
        identification.relation = .some(relation)
        return identification
    }
}
