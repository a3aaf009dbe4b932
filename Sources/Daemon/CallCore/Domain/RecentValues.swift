// SPDX-License-Identifier: MIT

/// The last `capacity` keys that were inserted, each with a value. A new key replaces the oldest one. Each insertion
/// has a number, one more than the last, also across a restart and with another capacity.
struct RecentValues<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private let capacity: Int
    private let cost: @Sendable (Key, Value) -> Int
    /// What all entries cost.
    private(set) var bytes = 0
    private var values: [Key: Value] = [:]
    /// A ring: the key with the number n is at n % capacity; nil = it was removed, or is not known since a restart.
    private var order: [Key?] = []
    /// The number of keys that were ever inserted: the number of the next one.
    private(set) var total = 0
    /// The places in the ring that changed since `takeChanges`.
    private var changes = Touched<Int>()

    init(capacity: Int, cost: @escaping @Sendable (Key, Value) -> Int = { _, _ in Cost.entry }) {
        (self.capacity, self.cost) = (capacity, cost)
    }

    subscript(key: Key) -> Value? { values[key] }

    func contains(_ key: Key) -> Bool { values[key] != nil }

    /// The values, oldest first.
    var inOrder: [Value] { entries(from: 0).map(\.value) }

    /// The entries with this number and higher ones, oldest first.
    func entries(from first: Int) -> [Entry] {
        let first = max(first, total - order.count)
        return first < total ? (first..<total).compactMap { entry(at: $0 % capacity) } : []
    }

    /// The value with such a key that was inserted last.
    func last(where isMeant: (Key) -> Bool) -> (key: Key, value: Value)? {
        for number in stride(from: total - 1, through: max(0, total - order.count), by: -1) {
            if let key = order[number % capacity], isMeant(key), let value = values[key] { return (key, value) }
        }
        return nil
    }

    mutating func mapValues(_ change: (Value) -> Value) {
        values = values.mapValues(change)
        bytes = values.reduce(0) { $0 + cost($1.key, $1.value) }
        changes.formUnion(order.indices)
    }

    mutating func insert(_ key: Key, _ value: Value) {
        guard capacity > 0 else { return }
        bytes += cost(key, value)
        if let before = values.updateValue(value, forKey: key) {
            bytes -= cost(key, before)
            if let place = place(of: key) { changes.insert(place) }
            return
        }
        let place = total % capacity
        total += 1
        changes.insert(place)
        if place == order.count {
            order.append(key)
        } else {
            if let oldest = order[place] { removeValue(of: oldest) }
            order[place] = key
        }
    }

    mutating func remove(_ key: Key) {
        guard values[key] != nil, let place = place(of: key) else { return }
        removeValue(of: key)
        order[place] = nil
        changes.insert(place)
    }

    /// Removes the entry that was inserted first. Returns false if there is none.
    mutating func removeOldest() -> Bool {
        guard bytes > 0 else { return false }
        let oldest = (total - order.count..<total).lazy.compactMap { [order, capacity] in order[$0 % capacity] }.first
        if let oldest { remove(oldest) }
        return true
    }

    private mutating func removeValue(of key: Key) {
        if let value = values.removeValue(forKey: key) { bytes -= cost(key, value) }
    }

    /// Changes the value with this number, if it is still here.
    mutating func update(number: Int, _ change: (inout Value) -> Void) {
        guard number >= total - order.count, number < total, let key = order[number % capacity],
            let index = values.index(forKey: key)
        else { return }
        bytes -= cost(key, values.values[index])
        change(&values.values[index])
        bytes += cost(key, values.values[index])
        changes.insert(number % capacity)
    }

    /// The last keys are looked up most often.
    private func place(of key: Key) -> Int? {
        let newest = (total - 1) % capacity
        return order[newest] == key ? newest : order.firstIndex(of: key)
    }

    // MARK: Across a restart

    /// One key with its value, and its number in the order of insertion.
    struct Entry {
        let number: Int
        let key: Key
        let value: Value
    }

    /// The places that changed since the last call of this function.
    mutating func takeChanges() -> [Int] { changes.take() }

    var places: Range<Int> { order.indices }

    func entry(at place: Int) -> Entry? {
        guard let key = order[place], let value = values[key] else { return nil }
        let newest = total - 1
        return Entry(number: newest - (newest - place) % capacity, key: key, value: value)
    }

    /// Takes over the newest of these entries with their numbers. With the same capacity each keeps its place.
    /// `total` counts if it is higher than the numbers of the entries.
    mutating func restore(_ entries: [Entry], total: Int = 0) {
        let sorted = entries.sorted { $0.number < $1.number }
        self.total = max(total, sorted.last.map { $0.number + 1 } ?? 0)
        values = [:]
        order = Array(repeating: nil, count: min(self.total, capacity))
        for entry in sorted where entry.number >= self.total - order.count {
            values[entry.key] = entry.value
            order[entry.number % capacity] = entry.key
        }
        bytes = values.reduce(0) { $0 + cost($1.key, $1.value) }
    }
}

extension StateReader {
    /// A number of a ring, or the count of its insertions. A damaged one must not overflow.
    mutating func ringNumber() throws(UnreadableState) -> Int {
        let number: Int = try read()
        guard (0..<1 << 60).contains(number) else { throw UnreadableState(message: "A ring has no number \(number)") }
        return number
    }
}

extension RecentValues.Entry: Kept where Key: Kept, Value: Kept {
    func write(to writer: inout StateWriter) {
        writer.write(number)
        writer.write(key)
        writer.write(value)
    }

    init(from reader: inout StateReader) throws(UnreadableState) {
        number = try reader.ringNumber()
        key = try reader.read()
        value = try reader.read()
    }
}

/// The keys that an event touched. Most events touch few keys, several times in a row.
struct Touched<Key: Hashable & Sendable>: Hashable, Sendable {
    private var keys: [Key] = []

    mutating func insert(_ key: Key) { if keys.last != key { keys.append(key) } }

    mutating func formUnion(_ other: some Sequence<Key>) { for key in other { insert(key) } }

    /// Each key once.
    mutating func take() -> [Key] {
        defer { keys = [] }
        guard keys.count > 1 else { return keys }
        guard keys.count <= Self.few else { return Array(Set(keys)) }
        var once: [Key] = []
        for key in keys where !once.contains(key) { once.append(key) }
        return once
    }

    /// Up to this number it is faster to compare than to hash.
    private static var few: Int { 16 }
}
