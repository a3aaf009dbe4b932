// SPDX-License-Identifier: MIT

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
