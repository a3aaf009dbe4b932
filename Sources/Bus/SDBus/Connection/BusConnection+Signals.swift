// SPDX-License-Identifier: MIT

internal import CSystemd
internal import Glibc

extension BusConnection {
    /// Sends a signal to one peer, or with nil to every connection with a match for it. Never throws and never waits:
    /// `onSendFailure` gets the errors. A connection that does not read its messages gets no more signals, but one that
    /// `isLast`: it comes when the connection has read everything before it.
    public func signal(
        _ signal: BusSignal, to destination: BusName?, isLast: Bool = false,
        _ write: (inout MessageWriter) throws(BusError) -> Void
    ) {
        if let name = destination?.text, let turns {
            if turns.isLeaving(name) { return }
            guard isLast || turns.maySignal(name) else {
                onSendFailure?(.failed("The receiver \(name) does not read"), destination)
                return
            }
        }
        do throws(BusError) {
            let message = try MessageBuilder.signal(raw, signal)
            if let destination { try message.address(to: destination) }
            let size = try message.write(write)
            if let destination { turns?.sent(size, to: destination.text) }
            try message.send()
        } catch {
            onSendFailure?(error, destination)
        }
    }

    /// Receives the signals that match, as long as the slot lives; nil matches everything. Waits for the bus once.
    /// Broadcast signals are genuine. A unicast signal may come from any connection, even with a well-known name as
    /// `sender`. So other modules use `RemoteName`, `RemoteNames` or `RemoteLife`, which compare the sender.
    func onSignal(
        from sender: BusName? = nil, path: ObjectPath? = nil, interface: InterfaceName? = nil,
        member: MemberName? = nil,
        _ body: @escaping (Message) -> Void
    ) throws(BusError) -> BusSlot {
        let keys = [
            ("sender", sender?.text), ("path", path?.text), ("interface", interface?.text), ("member", member?.text),
        ]
        let rule = keys.compactMap { key, value in value.map { ",\(key)='\($0)'" } }.joined()
        if sender != .bus { hearsOthers = true }
        return try .match(self, "type='signal'" + rule, body)
    }

    /// Receives the signals of an interface that are sent to this connection alone, as long as the slot lives. Needs no
    /// match at the bus. Any connection can send such a signal: `RemoteName` compares the sender.
    func onUnicastSignal(
        interface: InterfaceName, _ body: @escaping (Message) -> Void
    ) throws(BusError) -> BusSlot {
        hearsOthers = true
        return try .filter(
            self,
            { message in
                sd_bus_message_get_destination(message) != nil
                    && interface.text.withCString { sd_bus_message_is_signal(message, $0, nil) > 0 }
            },
            { message in
                body(message)
                return false
            })
    }

    /// Calls `body` with the new owner whenever a well-known name changes its owner, with nil when it has none any
    /// more, as long as the slot lives. `owner(of:)` returns the present owner; call it afterwards.
    func watchName(_ name: BusName, _ body: @escaping (_ owner: String?) -> Void) throws(BusError) -> BusSlot {
        try onNameOwnerChanged("arg0='\(name)'") { body($1) }
    }

    /// The same for the name `namespace` and all names that begin with it and a dot.
    func watchNames(
        below namespace: BusName, _ body: @escaping (_ name: String, _ owner: String?) -> Void
    ) throws(BusError) -> BusSlot {
        try onNameOwnerChanged("arg0namespace='\(namespace)'", body)
    }

    /// Calls `body` when the bus can start other programs than before, because a package was installed or removed, as
    /// long as the slot lives.
    public func watchActivatableNames(_ body: @escaping () -> Void) throws(BusError) -> BusSlot {
        try onSignal(from: .bus, interface: StandardInterface.bus, member: "ActivatableServicesChanged") { _ in body() }
    }

    /// Calls `body` with each name that loses its owner, as long as the slot lives: the unique names of the connections
    /// that leave the bus, and well-known names. One match serves for all. Without `waits` this does not wait for
    /// the bus, which handles the match before all that is sent later.
    public func watchDepartures(
        waits: Bool = true, _ body: @escaping (_ name: String) -> Void
    ) throws(BusError) -> BusSlot {
        try onNameOwnerChanged("arg2=''", waits: waits) { name, _ in body(name) }
    }

    /// Calls `body` with each name that appears on the bus, as long as the slot lives.
    func watchArrivals(waits: Bool, _ body: @escaping (_ name: String) -> Void) throws(BusError) -> BusSlot {
        try onNameOwnerChanged("arg1=''", waits: waits) { name, _ in body(name) }
    }

    /// The match alone is not enough: any connection may send such a signal to this one, and for sd-bus any unique name
    /// satisfies a match for a well-known name.
    private func onNameOwnerChanged(
        _ rule: String, waits: Bool = true, _ body: @escaping (_ name: String, _ owner: String?) -> Void
    ) throws(BusError) -> BusSlot {
        try .match(self, Self.nameOwnerChanged + "," + rule, waits: waits) { message in
            guard message.sender == BusName.bus.text,
                let (name, _, owner) = try? message.read(String.self, String.self, String.self)
            else { return }
            body(name, owner.isEmpty ? nil : owner)
        }
    }

    private static let nameOwnerChanged =
        "type='signal',sender='\(BusName.bus)',interface='\(StandardInterface.bus)',member='NameOwnerChanged',"
        + "path='\(ObjectPath.bus)'"
}

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
