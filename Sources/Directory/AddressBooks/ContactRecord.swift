// SPDX-License-Identifier: MIT

internal import CallContract

/// A contact in one block of memory: a third of the memory of a `Contact`, whose texts have a block each.
struct ContactRecord {
    private let bytes: [UInt8]

    /// `keys` has the canonical key of each handle, or nil.
    init(_ contact: Contact, keys: [String?]) {
        var writer = RecordWriter()
        let words = [contact.name, contact.nickname, contact.organization].filter { !$0.isEmpty }
        writer.add(words.map(NameFolding.folded).joined(separator: " "))
        writer.add(contact.uid)
        writer.add(contact.name)
        writer.add(contact.nickname)
        writer.add(contact.organization)
        writer.add(contact.isFavourite ? 1 : 0)
        writer.add(contact.picture)
        writer.add(contact.handles.count)
        for (handle, key) in zip(contact.handles, keys) {
            writer.add(handle)
            writer.add(key ?? "")
        }
        // A new array has no room for growth.
        bytes = [UInt8](unsafeUninitializedCapacity: writer.bytes.count) { buffer, count in
            count = buffer.initialize(fromContentsOf: writer.bytes)
        }
    }

    /// The words that the search compares.
    var folded: ArraySlice<UInt8> {
        var reader = RecordReader(bytes)
        return reader.text()
    }

    var uid: ArraySlice<UInt8> {
        var reader = RecordReader(bytes)
        _ = reader.text()
        return reader.text()
    }

    var contact: Contact { contents.contact }

    /// Whether the texts, among which are the keys, have these bytes. Reads no text, so it is fast.
    func mayHave(_ part: [UInt8]) -> Bool {
        guard let first = part.first else { return true }
        return bytes.indices.contains { bytes[$0] == first && bytes[$0...].starts(with: part) }
    }

    /// The keys of the handles.
    var keys: [String] { contents.keys.filter { !$0.isEmpty } }

    /// The key of each handle of the contact; empty = it has none.
    var contents: (contact: Contact, keys: [String]) {
        var reader = RecordReader(bytes)
        _ = reader.text()
        var contact = Contact(uid: reader.string(), name: reader.string(), handles: [])
        contact.nickname = reader.string()
        contact.organization = reader.string()
        contact.isFavourite = reader.number() == 1
        contact.picture = reader.picture()
        var keys: [String] = []
        for _ in 0..<reader.number() {
            contact.handles.append(reader.handle())
            keys.append(reader.string())
        }
        return (contact, keys)
    }
}

private struct RecordWriter {
    var bytes: [UInt8] = []

    mutating func add(_ number: Int) { Varint.write(UInt64(bitPattern: Int64(number))) { bytes.append($0) } }

    mutating func add(_ text: String) {
        add(text.utf8.count)
        bytes += text.utf8
    }

    mutating func add(_ picture: ContactPicture?) {
        switch picture?.place {
        case nil: add(0)
        case .file(let path, let folder)?:
            add(1)
            add(path)
            add(folder)
        case .card(let path, let start, let count)?:
            add(2)
            add(path)
            add(start)
            add(count)
        }
        if let picture { add(picture.digest) }
    }

    mutating func add(_ handle: ContactHandle) {
        add(Handle.Kind.allCases.firstIndex(of: handle.handle.kind) ?? 0)
        add((ContactHandle.Use.allCases.firstIndex(of: handle.use) ?? 0) << 1 | (handle.isPreferred ? 1 : 0))
        add(handle.handle.value)
    }
}

/// Reads what `RecordWriter` has written in this process.
private struct RecordReader {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) { rest = bytes[...] }

    mutating func number() -> Int {
        Int(truncatingIfNeeded: Varint.read { rest.popFirst() ?? 0 } ?? 0)
    }

    mutating func text() -> ArraySlice<UInt8> {
        let count = number()
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count)
    }

    mutating func string() -> String { String(decoding: text(), as: UTF8.self) }

    mutating func picture() -> ContactPicture? {
        let place: ContactPicture.Place
        switch number() {
        case 1: place = .file(string(), folder: string())
        case 2: place = .card(string(), start: number(), count: number())
        default: return nil
        }
        return ContactPicture(place: place, digest: number())
    }

    mutating func handle() -> ContactHandle {
        let kind = Handle.Kind.allCases[number()]
        let use = number()
        let handle = Handle(kind: kind, value: string())
        return ContactHandle(handle: handle, use: ContactHandle.Use.allCases[use >> 1], isPreferred: use & 1 == 1)
    }
}

/// A table from hashes to numbers of entries, eight bytes each. Several entries may have a hash, and different values
/// may share one, so the reader compares the entries.
struct HashIndex {
    /// The hash in the upper half and the number + 2 in the lower half; 0 is free, 1 was freed.
    private var slots = [UInt64](repeating: 0, count: 16)
    /// The slots that are not free, those that were freed included.
    private var used = 0
    private var count = 0

    /// The hash of a value, which differs in every process: no address book can be made to collide.
    static func hash(_ book: UInt32 = 0, _ text: some Sequence<UInt8>) -> UInt32 {
        var hasher = Hasher()
        hasher.combine(book)
        for byte in text { hasher.combine(byte) }
        return UInt32(truncatingIfNeeded: hasher.finalize())
    }

    func entries(_ hash: UInt32) -> [Int] {
        var entries: [Int] = []
        visit(hash) { slot in
            entries.append(Int(UInt32(truncatingIfNeeded: slots[slot])) - 2)
            return false
        }
        return entries
    }

    mutating func insert(_ hash: UInt32, _ entry: Int) {
        if (used + 1) * 4 > slots.count * 3 { grow() }
        place(UInt64(hash) << 32 | UInt64(entry + 2))
    }

    mutating func remove(_ hash: UInt32, _ entry: Int) {
        var found: Int?
        visit(hash) { slot in
            guard slots[slot] == UInt64(hash) << 32 | UInt64(entry + 2) else { return false }
            found = slot
            return true
        }
        guard let found else { return }
        slots[found] = 1
        count -= 1
    }

    /// Calls `body` with each slot that has the hash, until it returns true.
    private func visit(_ hash: UInt32, _ body: (Int) -> Bool) {
        var slot = Int(hash) & (slots.count - 1)
        while slots[slot] != 0 {
            if slots[slot] > 1, UInt32(truncatingIfNeeded: slots[slot] >> 32) == hash, body(slot) { return }
            slot = (slot + 1) & (slots.count - 1)
        }
    }

    private mutating func place(_ value: UInt64) {
        var slot = Int(value >> 32) & (slots.count - 1)
        while slots[slot] > 1 { slot = (slot + 1) & (slots.count - 1) }
        if slots[slot] == 0 { used += 1 }
        slots[slot] = value
        count += 1
    }

    private mutating func grow() {
        let old = slots
        slots = [UInt64](repeating: 0, count: count * 2 > slots.count ? slots.count * 2 : slots.count)
        (used, count) = (0, 0)
        for value in old where value > 1 { place(value) }
    }
}
