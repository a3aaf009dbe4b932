// SPDX-License-Identifier: MIT

internal import CSystemd

/// Estimates the bytes of replies and signals that each connection has not read.
///
/// The bus keeps the messages that a connection does not read. dbus-daemon counts them against the sender: it stops
/// reading from a sender when it keeps 127 MiB of its messages. dbus-broker counts them against the user of the
/// receiver: beyond a share of that user's 512 MiB it drops what the sender sends to any program of that user. A sender
/// does not learn how much was read. So this adds the bytes that were sent to those that were unread last.
struct UnreadBytes {
    private var shares: Shares
    /// What the connections of each user have taken.
    private var users: [UInt32: Shares] = [:]
    private var uids: [String: UInt32] = [:]
    /// The connections that were asked how much they have read, until there is an answer.
    private var marks: [String: Mark] = [:]

    /// What a connection had taken when it was asked for the first time and for the last time.
    private struct Mark {
        let first: Int
        let last: Int
    }

    /// The connection of the present call, and the size of the reply.
    private var caller = ""
    private var reply = 0

    /// The size of a message's header and, for an error, of its text.
    private static let header = 256
    /// The size of the XML that sd-bus makes of the interface tables.
    private static let introspection = 32 << 10
    /// What a connection may always leave unread.
    private static let least = 64 << 10

    init(total: Int) {
        shares = Shares(total: total, least: Self.least)
        unused = Shares(total: total / 2, least: Self.least)
    }

    /// What no connection of a user has taken: far less than dbus-broker keeps for a user with many other senders.
    private let unused: Shares

    /// Notes that the next reply is for this caller.
    mutating func begin(_ call: OpaquePointer, of caller: String) {
        countReply()
        self.caller = caller
        let isIntrospection = sd_bus_message_is_method_call(call, StandardInterface.introspectable.text, nil) > 0
        reply = Self.header + (isIntrospection ? Self.introspection : 0)
    }

    /// Adds bytes to the reply.
    mutating func replied(_ bytes: Int) { reply += bytes }

    /// Adds a message other than the reply.
    mutating func sent(_ bytes: Int, to name: String) { take(Self.header + bytes, by: name) }

    /// From now on the connection counts for this user.
    mutating func note(_ peer: Peer) {
        guard uids[peer.name] == nil else { return }
        uids[peer.name] = peer.uid
        users[peer.uid, default: unused].take(taken(by: peer.name), by: peer.name)
    }

    /// The connection has left the bus.
    mutating func forget(_ name: String) {
        if name == caller { reply = 0 }
        replace(0, for: name)
        marks[name] = nil
        guard let uid = uids.removeValue(forKey: name), users[uid]?.isEmpty ?? false else { return }
        users[uid] = nil
    }

    /// The connection is asked how much it has read until now.
    mutating func mark(_ name: String) {
        countReply()
        let taken = taken(by: name)
        marks[name] = Mark(first: marks[name]?.first ?? taken, last: taken)
    }

    /// The answer: about this much was unread at the last mark, and so is what was sent since.
    mutating func set(_ bytes: Int, for name: String) {
        countReply()
        guard let mark = marks.removeValue(forKey: name) else { return }
        replace(bytes + max(0, taken(by: name) - mark.last), for: name)
    }

    /// Whether a connection may have more unread bytes than its share.
    mutating func isOver(_ name: String) -> Bool {
        countReply()
        return taken(by: name) > share(of: name)
    }

    /// Whether no connection has unread bytes.
    var isEmpty: Bool { reply == 0 && shares.isEmpty }

    /// Whether a connection was sent more than its share since it was asked for the first time. What it took before
    /// does not decide, because it may have read that, and its share shrinks when others take theirs.
    func isOverSinceMark(_ name: String) -> Bool { takenSinceMark(by: name) > share(of: name) }

    /// Whether even an error reply would be too much.
    func isFarOver(_ name: String) -> Bool { takenSinceMark(by: name) > 2 * share(of: name) }

    private func takenSinceMark(by name: String) -> Int { taken(by: name) - (marks[name]?.first ?? 0) }

    private func taken(by name: String) -> Int { shares.taken(by: name) }

    private func share(of name: String) -> Int {
        min(shares.share, uids[name].flatMap { users[$0]?.share } ?? .max)
    }

    private mutating func take(_ bytes: Int, by name: String) {
        shares.take(bytes, by: name)
        if let uid = uids[name] { users[uid, default: unused].take(bytes, by: name) }
    }

    private mutating func replace(_ bytes: Int, for name: String) {
        shares.set(bytes, for: name)
        if let uid = uids[name] { users[uid, default: unused].set(bytes, for: name) }
    }

    private mutating func countReply() {
        if reply > 0 { take(reply, by: caller) }
        reply = 0
    }
}

/// The questions to the bus, and to the connections themselves, about how much they have not read.
struct UnreadQuestions {
    /// The connections about which a question waits for its answer.
    var asked: Set<String> = []
    /// Those of them that must answer it themselves.
    var pinged: Set<String> = []
    /// Those of them whose lines of calls wait for the answer.
    var standing: Set<String> = []
    /// The connections that had too many unread bytes by the last answer.
    private(set) var blocked: Set<String> = []

    /// The question about a connection has its answer.
    mutating func end(_ name: String, isOver: Bool) {
        asked.remove(name)
        pinged.remove(name)
        if isOver { blocked.insert(name) } else { blocked.remove(name) }
    }

    /// The connection has left the bus.
    mutating func forget(_ name: String) {
        asked.remove(name)
        pinged.remove(name)
        standing.remove(name)
        blocked.remove(name)
    }
}

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
    var share: Int { share(afterTaking: 0) }

    /// Whether no connection has taken anything.
    var isEmpty: Bool { taken.isEmpty }

    func taken(by name: String) -> Int { taken[name] ?? 0 }

    /// Whether a connection has no more than its share after it has taken that amount.
    func mayTake(_ amount: Int, by name: String) -> Bool {
        taken(by: name) + amount <= share(afterTaking: amount)
    }

    private func share(afterTaking amount: Int) -> Int { max(least, (total - sum - amount) / 2) }

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
