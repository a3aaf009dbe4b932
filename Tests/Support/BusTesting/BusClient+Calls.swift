// SPDX-License-Identifier: MIT

internal import CDBus

extension BusClient {
    /// Calls a method and waits for the reply.
    ///
    /// - Throws: a ``BusError`` for an error reply, a ``SupportError`` when no reply comes in time.
    @discardableResult
    public func call(
        _ destination: String, _ path: String, _ interface: String?, _ member: String, _ arguments: [DBusValue],
        timeout: Double? = nil
    ) throws -> [DBusValue] {
        let serial = try send(destination, path, interface, member, arguments)
        return try reply(to: serial, timeout: timeout)
    }

    /// Calls a method with a variadic list of arguments.
    @discardableResult
    public func call(
        _ destination: String, _ path: String, _ interface: String?, _ member: String, _ arguments: DBusValue...
    ) throws -> [DBusValue] {
        try call(destination, path, interface, member, arguments)
    }

    /// Calls a method without waiting, and without reading anything from the socket.
    ///
    /// - Parameter expectsReply: false sets the flag that tells the callee not to reply
    /// - Returns: the serial for ``reply(to:timeout:)``
    @discardableResult
    public func send(
        _ destination: String, _ path: String, _ interface: String?, _ member: String, _ arguments: [DBusValue] = [],
        expectsReply: Bool = true
    ) throws -> UInt32 {
        _ = try withBusError { dbus_validate_bus_name(destination, $0) }
        try validate(path: path, interface: interface, member: member)
        let message = dbus_message_new_method_call(destination, path, interface, member)
        return try transmit(message, arguments) { message in
            dbus_message_set_no_reply(message, expectsReply ? 0 : 1)
        }
    }

    /// Waits for the reply to an earlier call. The order does not matter: replies that come earlier are kept.
    public func reply(to serial: UInt32, timeout: Double? = nil) throws -> [DBusValue] {
        let found = try pump(until: Deadline(after: timeout)) { replies.removeValue(forKey: serial) }
        guard let reply = found else {
            throw SupportError("\(uniqueName) got no reply to its call \(serial)" + connectionNote)
        }
        if let error = reply.error { throw error }
        return reply.arguments
    }

    /// Whether the reply to that call has arrived. Reads the available messages without waiting.
    public func hasReply(to serial: UInt32) -> Bool {
        drain()
        return replies[serial] != nil
    }

    /// The error of a call that should fail; nil if the call succeeds.
    public func error(
        _ destination: String, _ path: String, _ interface: String?, _ member: String, _ arguments: [DBusValue] = [],
        timeout: Double? = nil
    ) throws -> BusError? {
        do {
            try call(destination, path, interface, member, arguments, timeout: timeout)
            return nil
        } catch let error as BusError {
            return error
        }
    }

    /// Sends a signal, as a broadcast or to one destination.
    public func emit(
        _ path: String, _ interface: String, _ member: String, _ arguments: [DBusValue] = [],
        to destination: String? = nil
    ) throws {
        try validate(path: path, interface: interface, member: member)
        try transmit(dbus_message_new_signal(path, interface, member), arguments) { message in
            if let destination { dbus_message_set_destination(message, destination) }
        }
    }

    /// Waits for a call of one of this client's own methods, and removes it from ``methodCalls``.
    public func waitForCall(
        _ member: String, timeout: Double? = nil, where matches: (BusMessage) -> Bool = { _ in true }
    ) throws -> BusMessage {
        let found = try pump(until: Deadline(after: timeout)) {
            methodCalls.firstIndex { $0.member == member && matches($0) }.map { methodCalls.remove(at: $0) }
        }
        guard let found else {
            throw SupportError("nobody called \(member); calls so far: \(methodCalls)" + connectionNote)
        }
        return found
    }

    /// Whether somebody has called one of these methods of this client up to now, and the call was not taken.
    package func hasCalls(of members: String...) throws -> Bool {
        // What the bus has passed on before comes before its answer.
        try callBus("GetId")
        return methodCalls.contains { members.contains($0.member ?? "") }
    }

    /// The next call of one of this client's own methods; nil when `handle` has become readable first, the connection
    /// is lost, or the deadline has passed.
    package func nextCall(orReadable handle: Descriptor) throws -> BusMessage? {
        try pump(until: Deadline(), unless: handle) { methodCalls.isEmpty ? nil : methodCalls.removeFirst() }
    }

    /// Answers a call that ``waitForCall(_:timeout:where:)`` returned.
    public func reply(to call: BusMessage, _ arguments: [DBusValue] = []) throws {
        try transmit(dbus_message_new(BusMessage.Kind.methodReturn.rawValue), arguments) { message in
            dbus_message_set_reply_serial(message, call.serial)
            dbus_message_set_destination(message, call.sender)
        }
    }

    /// Answers a call with an error.
    public func reply(to call: BusMessage, error: BusError) throws {
        try transmit(dbus_message_new(BusMessage.Kind.error.rawValue), [.string(error.message)]) { message in
            dbus_message_set_error_name(message, error.name)
            dbus_message_set_reply_serial(message, call.serial)
            dbus_message_set_destination(message, call.sender)
        }
    }

    /// A suffix for messages about something that did not arrive.
    var connectionNote: String {
        isConnectedNow ? "" : " (the connection to the bus is lost)"
    }

    @discardableResult
    private func transmit(
        _ created: OpaquePointer?, _ arguments: [DBusValue], _ prepare: (OpaquePointer) -> Void
    ) throws -> UInt32 {
        guard let message = created else { throw SupportError("libdbus made no message") }
        defer { dbus_message_unref(message) }
        prepare(message)
        try MessageWriter.append(arguments, to: message)
        var serial: UInt32 = 0
        // libdbus writes at once as much as the socket takes, and reads nothing.
        guard isConnectedNow, dbus_connection_send(connection, message, &serial) != 0
        else { throw SupportError("\(uniqueName) cannot send" + connectionNote) }
        return serial
    }

    private func validate(path: String, interface: String?, member: String) throws {
        _ = try withBusError { dbus_validate_path(path, $0) }
        if let interface { _ = try withBusError { dbus_validate_interface(interface, $0) } }
        _ = try withBusError { dbus_validate_member(member, $0) }
    }
}

extension BusClient {
    /// Waits for a signal and removes it from ``signals``. The earlier signals stay there, in order.
    ///
    /// A signal that has already arrived counts. For a new one, call ``forgetSignals()`` first.
    public func waitForSignal(
        _ member: String, timeout: Double? = nil, where matches: (BusMessage) -> Bool = { _ in true }
    ) throws -> BusMessage {
        try waitForSignal(member, until: Deadline(after: timeout), unless: nil, where: matches)
    }

    /// Waits likewise, but gives up when `handle` becomes readable.
    func waitForSignal(
        _ member: String, until deadline: Deadline, unless handle: Descriptor?, where matches: (BusMessage) -> Bool
    ) throws -> BusMessage {
        let found = try pump(until: deadline, unless: handle) {
            signals.firstIndex { $0.member == member && matches($0) }.map { signals.remove(at: $0) }
        }
        guard let found else {
            let list = signals.map { "\n  \($0)" }.joined()
            throw SupportError("\(uniqueName) got no signal \(member) that fits; it has:\(list)" + connectionNote)
        }
        return found
    }

    /// Waits for the next signal of any kind, except the bus's own, for tests of the order.
    public func nextSignal(timeout: Double? = nil) throws -> BusMessage {
        let found = try pump(until: Deadline(after: timeout)) {
            signals.firstIndex { $0.sender != Self.busName }.map { signals.remove(at: $0) }
        }
        guard let found else { throw SupportError("\(uniqueName) got no signal" + connectionNote) }
        return found
    }

    /// Handles messages until `isDone`, which ``onMessage`` changes.
    package func wait(for purpose: String, until isDone: () -> Bool) throws {
        let found: Bool? = try pump(until: Deadline()) { isDone() ? true : nil }
        guard found != nil else { throw SupportError("\(uniqueName) waits in vain for \(purpose)" + connectionNote) }
    }

    /// Drops the signals that have arrived so far.
    public func forgetSignals() { _ = takeSignals() }

    /// Removes the signals that have arrived so far, and returns them.
    package func takeSignals() -> [BusMessage] {
        drain()
        defer { signals = [] }
        return signals
    }

    /// All signals that the owner of `peer` sent before it answered a ping. A signal that is missing here was not sent,
    /// so a test can show without a time-out that something did *not* happen.
    ///
    /// Removes them from ``signals``; those of other senders stay.
    public func signalsUpToNow(from peer: String, timeout: Double? = nil) throws -> [BusMessage] {
        try call(peer, "/", "org.freedesktop.DBus.Peer", "Ping", [], timeout: timeout)
        let owner = peer.hasPrefix(":") ? peer : try nameOwner(peer)
        let taken = signals.filter { $0.sender == owner }
        signals.removeAll { $0.sender == owner }
        return taken
    }
}

/// One interface of one object, seen by one client.
public struct BusObject {
    /// The client that makes the calls.
    public let client: BusClient
    /// The bus name of the object.
    public let destination: String
    /// The path of the object.
    public let path: String
    /// The interface that ``call(_:_:)`` and ``get(_:)`` use.
    public let interface: String

    /// Calls a method.
    @discardableResult
    public func call(_ member: String, _ arguments: DBusValue...) throws -> [DBusValue] {
        try client.call(destination, path, interface, member, arguments)
    }

    /// Calls a method without waiting for its reply.
    @discardableResult
    public func send(_ member: String, _ arguments: DBusValue...) throws -> UInt32 {
        try client.send(destination, path, interface, member, arguments)
    }

    /// The error of a call; nil if it succeeds.
    public func error(_ member: String, _ arguments: DBusValue...) throws -> BusError? {
        try client.error(destination, path, interface, member, arguments)
    }

    /// One property, without its variant.
    public func get(_ property: String) throws -> DBusValue {
        let reply = try client.call(
            destination, path, Self.properties, "Get", .string(interface), .string(property))
        guard let value = reply.first else { throw SupportError("Get of \(property) returned nothing") }
        return value.unwrapped
    }

    /// All properties of the interface, without their variants.
    public func getAll() throws -> [String: DBusValue] {
        let reply = try client.call(destination, path, Self.properties, "GetAll", .string(interface))
        guard let values = reply.first?.entries else { throw SupportError("GetAll returned \(reply)") }
        return values
    }

    /// Sets a property.
    public func set(_ property: String, _ value: DBusValue) throws {
        try client.call(
            destination, path, Self.properties, "Set", .string(interface), .string(property), .variant(value))
    }

    /// The introspection XML of the object.
    public func introspect() throws -> String {
        let reply = try client.call(destination, path, "org.freedesktop.DBus.Introspectable", "Introspect")
        return reply.first?.string ?? ""
    }

    private static let properties = "org.freedesktop.DBus.Properties"
}

extension BusClient {
    /// An interface of an object.
    public func object(_ destination: String, _ path: String, _ interface: String) -> BusObject {
        BusObject(client: self, destination: destination, path: path, interface: interface)
    }
}
