// SPDX-License-Identifier: MIT

/// Something of which there is only so much, such as memory, and how much of it each connection has taken.
///
/// No connection may take more than half of what is left. So one connection gets a third of everything, many get less
/// each, and something is always left for the next one.
struct Shares {
    let total: Int
    /// Each connection may take this much, however little is left.
    let least: Int
    private var taken: [String: Int] = [:]
    /// What all connections together have taken.
    private(set) var sum = 0

    init(total: Int, least: Int) {
        self.total = total
        self.least = least
    }

    /// What one connection may take at present.
    var share: Int { max(least, (total - sum) / 2) }

    /// What a connection has taken.
    func taken(by name: String) -> Int { taken[name] ?? 0 }

    /// Whether a connection has taken more than its share.
    func isOver(_ name: String) -> Bool { taken(by: name) > share }

    /// A connection takes more, or with a negative number gives back.
    mutating func take(_ amount: Int, by name: String) { set(taken(by: name) + amount, for: name) }

    /// From now on a connection has taken this much.
    mutating func set(_ amount: Int, for name: String) {
        sum += amount - taken(by: name)
        taken[name] = amount == 0 ? nil : amount
    }
}
