// SPDX-License-Identifier: MIT

/// The last `capacity` keys that were inserted, each with a value. A new key replaces the oldest one.
struct RecentValues<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private let capacity: Int
    private var values: [Key: Value] = [:]
    /// A ring: the key with the number n is at n % capacity.
    private var order: [Key] = []
    /// The number of keys that were ever inserted.
    private var total = 0
    /// The places in the ring that changed since `takeChanges`.
    private var changes = Touched<Int>()

    init(capacity: Int) { self.capacity = capacity }

    subscript(key: Key) -> Value? { values[key] }

    func contains(_ key: Key) -> Bool { values[key] != nil }

    /// The values, oldest first.
    var inOrder: [Value] { order.indices.compactMap { values[order[(total + $0) % order.count]] } }

    mutating func mapValues(_ change: (Value) -> Value) {
        values = values.mapValues(change)
        changes.formUnion(order.indices)
    }

    mutating func insert(_ key: Key, _ value: Value) {
        guard capacity > 0 else { return }
        guard values.updateValue(value, forKey: key) == nil else {
            if let place = place(of: key) { changes.insert(place) }
            return
        }
        let place = total % capacity
        total += 1
        changes.insert(place)
        if place == order.count {
            order.append(key)
        } else {
            values[order[place]] = nil
            order[place] = key
        }
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
        guard let value = values[order[place]] else { return nil }
        let newest = total - 1
        return Entry(number: newest - (newest - place) % capacity, key: order[place], value: value)
    }

    /// Takes over the newest of these entries. With the same capacity each keeps its place.
    mutating func restore(_ entries: [Entry]) {
        let newest = entries.sorted { $0.number < $1.number }.suffix(capacity)
        values = Dictionary(newest.map { ($0.key, $0.value) }) { $1 }
        order = newest.map(\.key)
        total = order.count
        guard order.count == capacity, let last = newest.last else { return }
        total = last.number + 1
        let first = total % capacity
        order = order.suffix(first) + order.prefix(capacity - first)
    }
}

extension RecentValues.Entry: Kept where Key: Kept, Value: Kept {
    func write(to writer: inout StateWriter) {
        writer.write(number)
        writer.write(key)
        writer.write(value)
    }

    init(from reader: inout StateReader) throws(UnreadableState) {
        number = try reader.read()
        key = try reader.read()
        value = try reader.read()
    }
}
