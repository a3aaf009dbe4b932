// SPDX-License-Identifier: MIT
internal import CSystemd

/// Something that is registered with a connection, and a closure that it calls with messages. Dropping it ends the
/// registration.
public final class BusSlot {
    private var raw: OpaquePointer?
    private let body: (Message) -> Bool
    /// Which messages of those that pass by, for a filter; a match leaves that to sd-bus.
    private let concerns: ((OpaquePointer) -> Bool)?

    private init(concerns: ((OpaquePointer) -> Bool)?, _ body: @escaping (Message) -> Bool) {
        self.concerns = concerns
        self.body = body
    }

    deinit { sd_bus_slot_unref(raw) }

    /// A match, which the bus is told about.
    static func match(
        _ connection: BusConnection, _ rule: String, _ body: @escaping (Message) -> Void
    ) throws(BusError) -> BusSlot {
        let slot = BusSlot(concerns: nil) { message in
            body(message)
            return false
        }
        try check(
            sd_bus_add_match(connection.raw, &slot.raw, rule, messageCame, unretained(slot)), "Adding a match")
        return slot
    }

    /// A filter, which sees every message before it is dispatched, and takes away those for which `body` returns true.
    /// `concerns` decides by the C message, so that no Swift object is made for the others.
    static func filter(
        _ connection: BusConnection, _ concerns: @escaping (OpaquePointer) -> Bool, _ body: @escaping (Message) -> Bool
    ) throws(BusError) -> BusSlot {
        let slot = BusSlot(concerns: concerns, body)
        try check(sd_bus_add_filter(connection.raw, &slot.raw, messageCame, unretained(slot)), "Adding a filter")
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
