// SPDX-License-Identifier: MIT
internal import CSystemd

/// Estimates the bytes of replies and signals that each connection has not read.
///
/// The bus keeps the messages that a connection does not read, and counts them against the sender: dbus-daemon stops
/// reading from a sender when it keeps 127 MiB of its messages. A sender does not learn how much was read. So this adds
/// the bytes that were sent to the number that the bus reported last.
struct UnreadBytes {
    private var shares: Shares
    /// The connection of the present call, and the size of the reply.
    private var caller = ""
    private var reply = 0

    /// The size of a message's header and, for an error, of its text.
    private static let header = 256
    /// The size of the XML that sd-bus makes of the interface tables.
    private static let introspection = 32 << 10

    init(total: Int) { shares = Shares(total: total, least: 64 << 10) }

    /// Notes that the next reply is for this caller.
    mutating func begin(_ call: OpaquePointer, of caller: String) {
        countReply()
        self.caller = caller
        let isIntrospection = sd_bus_message_is_method_call(call, "org.freedesktop.DBus.Introspectable", nil) > 0
        reply = Self.header + (isIntrospection ? Self.introspection : 0)
    }

    /// Adds bytes to the reply.
    mutating func replied(_ bytes: Int) { reply += bytes }

    /// Adds a message other than the reply.
    mutating func sent(_ bytes: Int, to name: String) { shares.take(Self.header + bytes, by: name) }

    /// Replaces the estimate by the number that the bus has reported.
    mutating func set(_ bytes: Int, for name: String) {
        if name == caller { reply = 0 }
        shares.set(bytes, for: name)
    }

    /// Whether a connection may have more unread bytes than its share.
    mutating func isOver(_ name: String) -> Bool {
        countReply()
        return shares.isOver(name)
    }

    /// Whether no connection has unread bytes.
    var isEmpty: Bool { reply == 0 && shares.isEmpty }

    /// Whether even an error reply would be too much.
    func isFarOver(_ name: String) -> Bool { shares.taken(by: name) > 2 * shares.share }

    private mutating func countReply() {
        if reply > 0 { shares.take(reply, by: caller) }
        reply = 0
    }
}

extension BusConnection {
    /// Asks the bus for the number of bytes that it keeps for a connection; nil if the bus does not tell. Only
    /// dbus-daemon tells. Other buses count unread messages against the receiver, so they need no limit here.
    func askUnreadBytes(of name: String, _ body: @escaping (Int?) -> Void) throws(BusError) {
        let question = CallTarget(
            "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus.Debug.Stats", "GetConnectionStats")
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
}
