// SPDX-License-Identifier: MIT
internal import CSystemd
internal import Glibc

extension BusConnection {
    /// Sends a signal to one peer, or with nil to every connection with a match for it. Never throws and never waits:
    /// `onSendFailure` gets the errors. A connection that does not read its messages gets no more signals.
    public func signal(
        _ signal: BusSignal, to destination: BusName?, _ write: (inout MessageWriter) throws(BusError) -> Void
    ) {
        if let name = destination?.text, let turns {
            if turns.isLeaving(name) { return }
            guard turns.maySignal(name) else {
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
        return try match("type='signal'" + rule, body)
    }

    /// Receives the signals of an interface that are sent to this connection alone, as long as the slot lives. Needs no
    /// match at the bus. Any connection can send such a signal: `RemoteName` compares the sender.
    func onUnicastSignal(
        interface: InterfaceName, _ body: @escaping (Message) -> Void
    ) throws(BusError) -> BusSlot {
        try .filter(
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

    /// Gets the calls of one method on any object before they are dispatched, as long as the slot lives, also the calls
    /// that sd-bus would answer. `body` returns true if it has answered the call; else the call is dispatched.
    public func onCall(
        interface: InterfaceName, member: MemberName, _ body: @escaping (MethodCall) -> Bool
    ) throws(BusError) -> BusSlot {
        try .filter(
            self,
            { message in
                interface.text.withCString { interface in
                    member.text.withCString { sd_bus_message_is_method_call(message, interface, $0) > 0 }
                }
            }, { [unowned self] message in body(MethodCall(message.raw, self)) })
    }

    /// Calls `body` with the new owner whenever a well-known name changes its owner, with nil when it has none any
    /// more, as long as the slot lives. `owner(of:)` returns the present owner; call it afterwards.
    func watchName(_ name: BusName, _ body: @escaping (_ owner: String?) -> Void) throws(BusError) -> BusSlot {
        try onNameOwnerChanged("arg0='\(name)'") { _, owner in body(owner.isEmpty ? nil : owner) }
    }

    /// The same for the name `namespace` and all names that begin with it and a dot.
    func watchNames(
        below namespace: BusName, _ body: @escaping (_ name: String, _ owner: String?) -> Void
    ) throws(BusError) -> BusSlot {
        try onNameOwnerChanged("arg0namespace='\(namespace)'") { name, owner in body(name, owner.isEmpty ? nil : owner)
        }
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
    func watchArrivals(
        waits: Bool = true, _ body: @escaping (_ name: String) -> Void
    ) throws(BusError) -> BusSlot {
        try onNameOwnerChanged("arg1=''", waits: waits) { name, _ in body(name) }
    }

    /// The match alone is not enough: any connection may send such a signal to this one, and for sd-bus any unique name
    /// satisfies a match for a well-known name.
    private func onNameOwnerChanged(
        _ rule: String, waits: Bool = true, _ body: @escaping (_ name: String, _ owner: String) -> Void
    ) throws(BusError) -> BusSlot {
        try .match(self, Self.nameOwnerChanged + "," + rule, waits: waits) { message in
            guard message.sender == BusName.bus.text,
                let (name, _, owner) = try? message.read(String.self, String.self, String.self)
            else { return }
            body(name, owner)
        }
    }

    func match(_ rule: String, _ body: @escaping (Message) -> Void) throws(BusError) -> BusSlot {
        try .match(self, rule, body)
    }

    private static let nameOwnerChanged =
        "type='signal',sender='\(BusName.bus)',interface='\(StandardInterface.bus)',member='NameOwnerChanged',"
        + "path='\(ObjectPath.bus)'"
}
