// SPDX-License-Identifier: MIT
internal import CSystemd

/// A registration of a closure for messages of a connection. Dropping the slot ends the registration.
public final class BusSlot {
    private var raw: OpaquePointer?
    private let body: (Message) -> Bool
    /// Selects messages, for a filter; for a match sd-bus selects them.
    private let concerns: ((OpaquePointer) -> Bool)?
    private let confinement: Confinement?

    private init(
        _ connection: BusConnection, concerns: ((OpaquePointer) -> Bool)?, _ body: @escaping (Message) -> Bool
    ) {
        confinement = connection.confinement
        self.concerns = concerns
        self.body = body
    }

    deinit {
        confinement?.check()
        sd_bus_slot_unref(raw)
    }

    /// A match, which is registered at the bus. Without `waits` this ignores the answer of the bus, which the bus drops
    /// while it keeps too many unread bytes for this connection.
    static func match(
        _ connection: BusConnection, _ rule: String, waits: Bool = true, _ body: @escaping (Message) -> Void
    ) throws(BusError) -> BusSlot {
        let slot = BusSlot(connection, concerns: nil) { message in
            body(message)
            return false
        }
        let (raw, me) = (connection.raw, unretained(slot))
        try check(
            waits
                ? connection.waiting { sd_bus_add_match(raw, &slot.raw, rule, messageCame, me) }
                : sd_bus_add_match_async(raw, &slot.raw, rule, messageCame, { _, _, _ in 1 }, me), "Adding a match")
        return slot
    }

    /// A filter, which gets messages before they are dispatched. If `body` returns true, the message is not dispatched.
    /// `concerns` decides by the C message, so that the others cost no Swift object.
    static func filter(
        _ connection: BusConnection, _ concerns: @escaping (OpaquePointer) -> Bool, _ body: @escaping (Message) -> Bool
    ) throws(BusError) -> BusSlot {
        let slot = BusSlot(connection, concerns: concerns, body)
        try check(sd_bus_add_filter(connection.raw, &slot.raw, messageCame, unretained(slot)), "Adding a filter")
        try connection.source?.seeMessagesFirst()
        return slot
    }

    fileprivate func came(_ message: OpaquePointer) -> Bool {
        if let concerns, !concerns(message) { return false }
        return body(Message(retaining: message))
    }
}

private func messageCame(
    _ message: OpaquePointer?, _ slot: UnsafeMutableRawPointer?, _: UnsafeMutablePointer<sd_bus_error>?
) -> Int32 {
    guard let message, let slot = object(slot, BusSlot.self) else { return 0 }
    return slot.came(message) ? 1 : 0
}
