// SPDX-License-Identifier: MIT

package import CallContract

/// A copy of all address books in memory, by canonical key, by UID and by name.
package struct ContactIndex {
    /// The canonical key of a handle; nil if the handle has none.
    package typealias Key = (_ kind: Handle.Kind, _ value: String) -> String?

    /// Contacts beyond this number are ignored.
    package static let limit = 100_000

    private var key: Key
    private var books: [Book] = []
    private var entries: [Entry?] = []
    private var free: [Int] = []
    private var uids = HashIndex()
    private var keys = HashIndex()

    private struct Book {
        let id: String
        /// Nil after the book has gone.
        var name: String?
    }

    private struct Entry {
        var record: ContactRecord
        var part: UInt32
        var book: UInt32
        /// Whether the source reads the part again and has not sent this contact yet.
        var isStale = false
    }

    package init(key: @escaping Key) { self.key = key }

    // MARK: Changes

    /// Applies a change of a book, and returns the contacts that changed, appeared or disappeared.
    package mutating func apply(_ event: BookEvent, of book: String) -> Set<ContactID> {
        switch event {
        case .found(let name):
            books[Int(number(of: book))].name = name
            return []
        case .began(let part):
            forEach(part, of: number(of: book)) { index, entry in index.entries[entry]?.isStale = true }
            return []
        case .contacts(let contacts, let part):
            let book = number(of: book)
            return Set(contacts.compactMap { put($0, part, book) })
        case .finished(let part):
            return remove(part, of: number(of: book)) { $0.isStale }
        case .removed(let uids, let part):
            let book = number(of: book)
            return Set(uids.compactMap { uid in knownEntry(uid, part, book).map { remove($0) } })
        case .gone:
            let number = number(of: book)
            books[Int(number)].name = nil
            return remove(nil, of: number) { _ in true }
        case .fault, .settled:
            return []
        }
    }

    /// Computes all keys again, after the user's region has changed.
    package mutating func changeKey(_ key: @escaping Key) {
        self.key = key
        keys = HashIndex()
        for index in entries.indices {
            guard let contact = entries[index]?.record.contact else { continue }
            let record = record(of: contact, index)
            entries[index]?.record = record
        }
    }

    /// The contact's id if it differs from the present one.
    private mutating func put(_ contact: Contact, _ part: UInt32, _ book: UInt32) -> ContactID? {
        let id = ContactID(book: books[Int(book)].id, uid: contact.uid)
        if let index = knownEntry(contact.uid, part, book), let old = entries[index]?.record {
            entries[index]?.isStale = false
            if old.contact == contact { return nil }
            for key in old.keys { keys.remove(HashIndex.hash(0, key.utf8), index) }
            let new = record(of: contact, index)
            entries[index]?.record = new
            return id
        }
        guard count < Self.limit else { return nil }
        let index = free.popLast() ?? entries.count
        let entry = Entry(record: record(of: contact, index), part: part, book: book)
        if index == entries.count { entries.append(entry) } else { entries[index] = entry }
        uids.insert(HashIndex.hash(book, contact.uid.utf8), index)
        return id
    }

    /// The record, whose keys are in the table then.
    private mutating func record(of contact: Contact, _ index: Int) -> ContactRecord {
        let record = ContactRecord(contact, keys: contact.handles.map { key($0.handle.kind, $0.handle.value) })
        for key in record.keys { keys.insert(HashIndex.hash(0, key.utf8), index) }
        return record
    }

    private mutating func remove(_ index: Int) -> ContactID {
        guard let entry = entries[index] else { return ContactID(book: "", uid: "") }
        for key in entry.record.keys { keys.remove(HashIndex.hash(0, key.utf8), index) }
        uids.remove(HashIndex.hash(entry.book, entry.record.uid), index)
        entries[index] = nil
        free.append(index)
        return id(of: entry)
    }

    private mutating func remove(_ part: UInt32?, of book: UInt32, _ fits: (Entry) -> Bool) -> Set<ContactID> {
        var removed: Set<ContactID> = []
        forEach(part, of: book) { index, entry in
            if let found = index.entries[entry], fits(found) { removed.insert(index.remove(entry)) }
        }
        return removed
    }

    private mutating func forEach(_ part: UInt32?, of book: UInt32, _ body: (inout Self, Int) -> Void) {
        for index in entries.indices {
            guard let entry = entries[index], entry.book == book, part == nil || entry.part == part else { continue }
            body(&self, index)
        }
    }

    private mutating func number(of book: String) -> UInt32 {
        if let known = books.firstIndex(where: { $0.id == book }) { return UInt32(known) }
        books.append(Book(id: book, name: nil))
        return UInt32(books.count - 1)
    }

    private func knownEntry(_ uid: String, _ part: UInt32, _ book: UInt32) -> Int? {
        uids.entries(HashIndex.hash(book, uid.utf8)).first { index in
            guard let entry = entries[index] else { return false }
            return entry.book == book && entry.part == part && entry.record.uid.elementsEqual(uid.utf8)
        }
    }

    private func id(of entry: Entry) -> ContactID {
        ContactID(book: books[Int(entry.book)].id, uid: String(decoding: entry.record.uid, as: UTF8.self))
    }

    // MARK: Questions

    /// A contact and its place.
    package struct Found: Hashable, Sendable {
        package var id: ContactID
        package var contact: Contact
        /// The canonical key of each handle; empty = it has none.
        package var keys: [String] = []
        /// Whether its whole name is what the user searched for, in any spelling.
        package var isNamesake = false
    }

    /// The number of contacts.
    package var count: Int { entries.count - free.count }

    /// The name of a book; nil if there is no such book.
    package func name(ofBook id: String) -> String? { books.first { $0.id == id }?.name }

    /// The contacts that have a handle with that key, in the order in which the books were found.
    package func contacts(withKey key: String) -> [Found] {
        let found = Set(keys.entries(HashIndex.hash(0, key.utf8))).compactMap { entries[$0] }
            .filter { $0.record.keys.contains(key) }
        return found.sorted { ($0.book, $0.part) < ($1.book, $1.part) }.map { self.found($0) }
    }

    /// The contacts with words that begin with the words of `text`, at most `limit`; the best matches first: the whole
    /// name, then the beginning of the name, then other words, then the inside of words in scripts without spaces.
    package func search(_ text: String, limit: Int) -> [Found] {
        let query = NameQuery(text)
        guard !query.isEmpty else { return [] }
        let best = best(limit) { record in query.rank(record.folded).map { query.isWhole(record) ? -1 : $0 } }
        return best.map { match in
            var found = found(match.entry)
            found.isNamesake = match.rank < 0
            return found
        }
    }

    /// The contacts in the order of their names, at most `limit`, without the first `skip`.
    package func all(skip: Int, limit: Int) -> [Found] {
        let present = entries.compactMap { $0 }
        let ordered = present.sorted { $0.record.folded.lexicographicallyPrecedes($1.record.folded) }
        return ordered.dropFirst(skip).prefix(limit).map { found($0) }
    }

    /// The contacts that a person may mean who dials these digits, at most `limit`: first those with words that the
    /// keys spell, then those with a number that begins so.
    package func search(_ keys: KeypadQuery, limit: Int) -> [Found] {
        best(limit) { keys.rank($0) }.map { match in
            var found = found(match.entry)
            guard match.rank == KeypadQuery.numberRank else { return found }
            // Only the numbers that fit.
            let fitting = found.contact.handles.indices.filter { keys.fits(found.keys[$0]) }
            found.contact.handles = fitting.map { found.contact.handles[$0] }
            found.keys = fitting.map { found.keys[$0] }
            return found
        }
    }

    /// At most `limit` of the entries that have a rank: the smallest rank first, then in the order of their names.
    private func best(_ limit: Int, _ rank: (ContactRecord) -> Int?) -> ArraySlice<(rank: Int, entry: Entry)> {
        let ranked = entries.compactMap { entry in
            entry.flatMap { entry in rank(entry.record).map { (rank: $0, entry: entry) } }
        }
        let ordered = ranked.sorted { a, b in
            a.rank != b.rank ? a.rank < b.rank : a.entry.record.folded.lexicographicallyPrecedes(b.entry.record.folded)
        }
        return ordered.prefix(limit)
    }

    private func found(_ entry: Entry) -> Found {
        let (contact, keys) = entry.record.contents
        return Found(id: id(of: entry), contact: contact, keys: keys)
    }
}

/// The words that a user searches for.
struct NameQuery {
    private let text: String
    private let words: [Word]

    private struct Word {
        let bytes: [UInt8]
        let mayBeInside: Bool
    }

    init(_ text: String) {
        self.text = NameFolding.folded(text)
        words = self.text.split(separator: " ").map {
            Word(bytes: Array($0.utf8), mayBeInside: NameFolding.hasNoSpaces($0.utf8))
        }
    }

    var isEmpty: Bool { words.isEmpty }

    /// Whether the words are the whole name of the contact.
    func isWhole(_ record: ContactRecord) -> Bool {
        record.folded.starts(with: text.utf8) && NameFolding.folded(record.contact.name) == text
    }

    /// Smaller for a better match; nil if a word is missing.
    func rank(_ folded: ArraySlice<UInt8>) -> Int? {
        var rank = 0
        for word in words {
            guard let own = self.rank(of: word, in: folded) else { return nil }
            rank += own
        }
        return rank
    }

    /// 0 at the beginning, 1 at the beginning of another word, 2 inside of a word.
    private func rank(of word: Word, in folded: ArraySlice<UInt8>) -> Int? {
        guard let first = word.bytes.first else { return 0 }
        var best: Int?
        for index in folded.indices where folded[index] == first && folded[index...].starts(with: word.bytes) {
            if index == folded.startIndex { return 0 }
            if folded[index - 1] == .space { best = 1 }
            if word.mayBeInside { best = best ?? 2 }
        }
        return best
    }
}
