// SPDX-License-Identifier: MIT

/// The rule by which apps share the limits of their user, and users the memory of the registry. dbus-broker shares in
/// the same way.
package enum Share {
    /// What one of those who share a limit may still take: it has at most as much as is still free. So one alone gets
    /// half, the next one a quarter, and so on.
    package static func rest(of limit: Int, used: Int, own: Int) -> Int { limit - used - own }

    /// Bytes of an app that keeps little: some twenty calls.
    static var little: Int { 64 << 10 }

    /// Bytes of all apps of a user that keep little.
    static var littleOfUser: Int { 16 * little }
}

/// An amount for each owner, with the sum.
struct Tally<Owner: Hashable & Sendable>: Hashable, Sendable {
    private(set) var amounts: [Owner: Int] = [:]
    private(set) var sum = 0

    subscript(owner: Owner) -> Int { amounts[owner] ?? 0 }

    /// A negative amount is given back. An owner without an amount has no entry.
    mutating func add(_ amount: Int, to owner: Owner) {
        guard amount != 0 else { return }
        sum += amount
        let now = self[owner] + amount
        amounts[owner] = now == 0 ? nil : now
    }
}
