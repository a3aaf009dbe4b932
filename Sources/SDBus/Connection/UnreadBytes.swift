// SPDX-License-Identifier: MIT
internal import CSystemd

/// How many bytes of replies and signals each connection may have left unread.
///
/// The bus keeps what a connection does not read, and counts it against the sender: dbus-daemon stops reading from a sender
/// when it keeps 127 MiB of its messages. Nothing tells a sender what was read, so this counts what was sent since the bus
/// was asked last. The numbers are estimates.
struct UnreadBytes {
    private var shares: Shares
    /// The connection whose call is handled, and the size of the reply.
    private var caller = ""
    private var reply = 0

    /// The header of a message and, of an error, its text.
    private static let header = 256
    /// What sd-bus makes of the interface tables.
    private static let introspection = 32 << 10

    init(total: Int) { shares = Shares(total: total, least: 64 << 10) }

    /// The replies that follow are for this caller.
    mutating func begin(_ call: OpaquePointer, of caller: String) {
        settle()
        self.caller = caller
        let isIntrospection = sd_bus_message_is_method_call(call, "org.freedesktop.DBus.Introspectable", nil) > 0
        reply = Self.header + (isIntrospection ? Self.introspection : 0)
    }

    /// The reply has so many bytes more.
    mutating func replied(_ bytes: Int) { reply += bytes }

    /// A connection is sent something besides the reply.
    mutating func sent(_ bytes: Int, to name: String) { shares.take(Self.header + bytes, by: name) }

    /// What the bus says.
    mutating func set(_ bytes: Int, for name: String) {
        if name == caller { reply = 0 }
        shares.set(bytes, for: name)
    }

    /// Whether a connection may have left more than its share.
    mutating func isOver(_ name: String) -> Bool {
        settle()
        return shares.isOver(name)
    }

    /// Whether even errors would be too much.
    func isFarOver(_ name: String) -> Bool { shares.taken(by: name) > 2 * shares.share }

    private mutating func settle() {
        if reply > 0 { shares.take(reply, by: caller) }
        reply = 0
    }
}

extension BusConnection {
    /// Asks the bus how many bytes it keeps for a connection; nil if it does not say that. Other buses than dbus-daemon do
    /// not, and need not: they count what is not read against its receiver.
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
