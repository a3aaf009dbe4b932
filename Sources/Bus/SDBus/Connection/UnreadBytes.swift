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

    /// The answer: this much was unread at the last mark, and so is what was sent since.
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

extension BusConnection {
    /// Asks the bus for the number of bytes that it keeps for a connection; nil if the bus does not tell. dbus-daemon
    /// tells.
    func askUnreadBytes(of name: String, _ body: @escaping (Int?) -> Void) throws(BusError) {
        let question = CallTarget(.bus, .bus, "org.freedesktop.DBus.Debug.Stats", "GetConnectionStats")
        try callAsync(question, name, timeout: 1_000_000) { answer in
            switch answer {
            case .success(let statistics):
                let values = try? statistics.read([String: Variant].self)
                body(values?["OutgoingBytes"]?.uint32.map { Int($0) })
            case .failure(let error):
                // The connection has left the bus.
                body(error.name == StandardErrorName.nameHasNoOwner ? 0 : nil)
            }
        }
    }

    /// Asks a connection for a sign that it has read everything that was sent to it before: messages from one
    /// connection to another stay in order, and every D-Bus library answers a ping, if only with an error. `body` gets
    /// false if no answer comes for a while, or if the bus does not take the ping because that user's programs leave
    /// too much unread.
    func askWhetherRead(by name: String, _ body: @escaping (Bool) -> Void) throws(BusError) {
        try callAsync(CallTarget(BusName(trusted: name), "/", StandardInterface.peer, "Ping"), timeout: 5_000_000) {
            answer in
            switch answer {
            case .success: body(true)
            case .failure(let error):
                body(![StandardErrorName.noReply, StandardErrorName.limitsExceeded].contains(error.name))
            }
        }
    }
}
