// SPDX-License-Identifier: MIT

/// A limited resource, such as memory, and the amount that each connection has taken of it.
///
/// A connection may take half of the rest at most. So one connection alone gets a third of the total, many get less
/// each, and the next one always gets something.
struct Shares {
    let total: Int
    /// Each connection may take this amount even if less is left.
    let least: Int
    private var taken: [String: Int] = [:]
    /// The amount that all connections together have taken.
    private(set) var sum = 0

    init(total: Int, least: Int) {
        self.total = total
        self.least = least
    }

    /// The amount that one connection may take at present.
    var share: Int { max(least, (total - sum) / 2) }

    /// Whether no connection has taken anything.
    var isEmpty: Bool { taken.isEmpty }

    func taken(by name: String) -> Int { taken[name] ?? 0 }

    /// Whether a connection has taken more than its share.
    func isOver(_ name: String) -> Bool { taken(by: name) > share }

    /// Adds to the amount of a connection; a negative amount is given back.
    mutating func take(_ amount: Int, by name: String) {
        guard let place = taken.index(forKey: name) else { return set(amount, for: name) }
        sum += amount
        taken.values[place] += amount
        if taken.values[place] == 0 { taken.remove(at: place) }
    }

    /// Replaces the amount of a connection.
    mutating func set(_ amount: Int, for name: String) {
        sum += amount - taken(by: name)
        taken[name] = amount == 0 ? nil : amount
    }
}
