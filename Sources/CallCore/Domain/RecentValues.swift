// SPDX-License-Identifier: MIT

/// The last `capacity` keys that were inserted, each with a value. A new key replaces the oldest one.
struct RecentValues<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private let capacity: Int
    private var values: [Key: Value] = [:]
    private var order: [Key] = []
    private var oldest = 0

    init(capacity: Int) { self.capacity = capacity }

    subscript(key: Key) -> Value? { values[key] }

    func contains(_ key: Key) -> Bool { values[key] != nil }

    /// The values, oldest first.
    var inOrder: [Value] { (order[oldest...] + order[..<oldest]).compactMap { values[$0] } }

    mutating func mapValues(_ change: (Value) -> Value) { values = values.mapValues(change) }

    mutating func insert(_ key: Key, _ value: Value) {
        guard capacity > 0, values.updateValue(value, forKey: key) == nil else { return }
        if order.count < capacity {
            order.append(key)
        } else {
            values[order[oldest]] = nil
            order[oldest] = key
            oldest = (oldest + 1) % capacity
        }
    }
}
