// SPDX-License-Identifier: MIT

internal import CDBus
import Foundation

/// A connection to a bus through libdbus-1, the reference implementation: synchronous, for one test at a time.
///
/// Reads from the socket only when the test asks for it: a client never reads if a test uses only ``send(_:_:_:_:_:)``.
/// Messages that arrive during another wait are kept in order of arrival in ``signals`` and ``methodCalls``.
public final class BusClient {
    /// The address that the client connected to.
    public let address: String
    /// The client's name on the bus, `:1.42`.
    public let uniqueName: String
    /// The user id that the bus sees.
    public let uid: UInt32
    /// The process that the bus sees: the test's own, or the one that ``init(address:uid:controlGroup:)`` started.
    public let processID: Int32

    /// All signals so far that no `waitForSignal` has taken, in order of arrival.
    public internal(set) var signals: [BusMessage] = []
    /// All calls of this client's methods so far that no `waitForCall` has taken, in order of arrival.
    public internal(set) var methodCalls: [BusMessage] = []
    /// Receives each message when it is read, also replies. A test can compare the order of messages at several clients
    /// by the serials of the sender.
    public var onMessage: ((BusMessage) -> Void)?

    let connection: OpaquePointer
    var replies: [UInt32: BusMessage] = [:]
    private let peer: PeerProcess?
    private var isClosed = false

    /// Connects and calls Hello.
    ///
    /// - Parameters:
    ///   - address: the bus's address, e.g. ``BusDaemon/address``
    ///   - uid: connect as this user, in its primary group; another user than the own one needs root
    ///   - controlGroup: connect from a separate process in that control group, as an app in a Flatpak scope would
    public init(address: String, uid: UInt32? = nil, controlGroup: ControlGroup? = nil) throws {
        _ = dbus_threads_init_default()
        let peer = try controlGroup.map { try PeerProcess(address: address, uid: uid, controlGroup: $0) }
        let opened: Opened
        if let uid, uid != geteuid() {
            opened = try PeerThread.run(uid: uid) { try Opened(address: address, peer: peer) }
        } else {
            opened = try Opened(address: address, peer: peer)
        }
        self.address = address
        self.peer = peer
        self.uid = uid ?? geteuid()
        processID = peer?.processID ?? getpid()
        connection = opened.connection
        uniqueName = opened.uniqueName
    }

    deinit { close() }

    /// Whether the connection is open. Reads all messages that have arrived, because the end comes after them.
    public var isConnected: Bool {
        drain()
        return isConnectedNow
    }

    /// The same without reading. After ``close()`` the connection is freed, so this does not ask libdbus.
    var isConnectedNow: Bool { !isClosed && dbus_connection_get_is_connected(connection) != 0 }

    /// Closes the connection abruptly, as a program that crashes does. May be called more than once.
    public func close() {
        guard !isClosed else { return }
        isClosed = true
        dbus_connection_close(connection)
        dbus_connection_unref(connection)
        peer?.end()
    }

    /// Ends the process that connected, which a client in a control group has. The connection stays open, as if another
    /// process had it.
    package func endProcess() { peer?.end() }

    /// Reads from the socket until `take` returns a value; nil when the deadline has passed, the connection is lost, or
    /// `handle` has become readable.
    func pump<Found>(
        until deadline: Deadline, unless handle: Descriptor? = nil, _ take: () throws -> Found?
    ) throws -> Found? {
        while true {
            popMessages()
            if let found = try take() { return found }
            guard !isClosed, !deadline.hasPassed else { return nil }
            if let handle, waitForInput(or: handle, until: deadline) { return nil }
            guard dbus_connection_read_write(connection, deadline.milliseconds) != 0 else {
                popMessages()
                return try take()
            }
        }
    }

    /// Waits for input of the connection or of the other descriptor. True = only the other one is readable.
    @discardableResult
    package func waitForInput(or handle: Descriptor, until deadline: Deadline) -> Bool {
        // The awaited answer may depend on messages that are not written yet. libdbus may read others meanwhile.
        dbus_connection_flush(connection)
        if dbus_connection_get_dispatch_status(connection) == DBUS_DISPATCH_DATA_REMAINS { return false }
        var own: Int32 = -1
        dbus_connection_get_unix_fd(connection, &own)
        var entries = [own, handle.number].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        poll(&entries, nfds_t(entries.count), deadline.milliseconds)
        return entries[0].revents == 0 && entries[1].revents != 0
    }

    /// Reads all messages that have arrived, without waiting, and sorts them into ``signals`` and ``methodCalls``.
    public func drain() {
        guard !isClosed else { return }
        repeat {
            guard dbus_connection_read_write(connection, 0) != 0 else { break }
        } while popMessages()
        popMessages()
    }

    /// Sorts the messages that libdbus has already read; false when there were none.
    @discardableResult
    private func popMessages() -> Bool {
        guard !isClosed else { return false }
        var any = false
        while let message = dbus_connection_pop_message(connection) {
            sort(BusMessage(reading: message))
            dbus_message_unref(message)
            any = true
        }
        return any
    }

    private func sort(_ message: BusMessage) {
        onMessage?(message)
        switch message.kind {
        case .methodReturn, .error: replies[message.replySerial] = message
        // As every library does when a program handles its messages. A monitor sees the calls of others.
        case .methodCall where message.interface == "org.freedesktop.DBus.Peer" && message.destination == uniqueName:
            try? reply(to: message)
        case .methodCall: methodCalls.append(message)
        // libdbus creates this signal itself when the connection is lost.
        case .signal where message.path != "/org/freedesktop/DBus/Local": signals.append(message)
        default: break
        }
    }

    /// A connection after Hello, on its way from the thread that opened it.
    private struct Opened {
        let connection: OpaquePointer
        let uniqueName: String

        init(address: String, peer: PeerProcess?) throws {
            let opened = try withBusError { dbus_connection_open_private(address, $0) }
            guard let opened else { throw SupportError("libdbus opened no connection to \(address)") }
            dbus_connection_set_exit_on_disconnect(opened, 0)
            do {
                try peer?.takeOver(opened)
                uniqueName = try Self.hello(opened)
            } catch {
                dbus_connection_close(opened)
                dbus_connection_unref(opened)
                throw error
            }
            connection = opened
        }

        /// Does what `dbus_bus_register` does, which would wait for 25 s.
        private static func hello(_ connection: OpaquePointer) throws -> String {
            let bus = BusClient.busName
            guard let message = dbus_message_new_method_call(bus, "/org/freedesktop/DBus", bus, "Hello") else {
                throw SupportError("libdbus made no message")
            }
            defer { dbus_message_unref(message) }
            let limit = Deadline().milliseconds
            let reply = try withBusError {
                dbus_connection_send_with_reply_and_block(connection, message, limit, $0)
            }
            guard let reply else { throw SupportError("the bus does not answer Hello") }
            defer { dbus_message_unref(reply) }
            return BusMessage(reading: reply).arguments.first?.string ?? ""
        }
    }
}

extension BusClient {
    static let busName = "org.freedesktop.DBus"

    /// Calls a method of the bus itself.
    @discardableResult
    public func callBus(_ member: String, _ arguments: DBusValue...) throws -> [DBusValue] {
        try call(Self.busName, "/org/freedesktop/DBus", Self.busName, member, arguments)
    }

    /// Subscribes to the messages that match the rule, e.g. `type='signal',sender='org.example'`.
    public func addMatch(_ rule: String) throws { try callBus("AddMatch", .string(rule)) }

    /// Removes a match rule.
    public func removeMatch(_ rule: String) throws { try callBus("RemoveMatch", .string(rule)) }

    /// Acquires a name. Throws if another connection owns it.
    public func requestName(_ name: String) throws {
        let doNotQueue: UInt32 = 4
        let result = try callBus("RequestName", .string(name), .uint32(doNotQueue)).first?.int
        guard result == 1 else { throw SupportError("\(uniqueName) is not the owner of \(name): code \(result ?? 0)") }
    }

    /// Releases a name.
    public func releaseName(_ name: String) throws { try callBus("ReleaseName", .string(name)) }

    /// The unique name of a name's owner; nil when it has none.
    public func nameOwner(_ name: String) throws -> String? {
        do {
            return try callBus("GetNameOwner", .string(name)).first?.string
        } catch let error as BusError where error.shortName == "NameHasNoOwner" {
            return nil
        }
    }

    /// The user id of a peer, as the bus sees it.
    public func uid(of name: String) throws -> UInt32? {
        try callBus("GetConnectionUnixUser", .string(name)).first?.int.flatMap(UInt32.init(exactly:))
    }

    /// The process of a peer, as the bus sees it.
    public func processID(of name: String) throws -> Int32? {
        try callBus("GetConnectionUnixProcessID", .string(name)).first?.int.flatMap(Int32.init(exactly:))
    }

    /// The unique names of a process's connections.
    public func connections(of process: Int32?) throws -> [String] {
        try callBus("ListNames").first?.strings?.filter {
            $0.hasPrefix(":") && (try? processID(of: $0)) == process
        } ?? []
    }

    /// Waits until a name has an owner (or, with `owned: false`, has none) and returns it.
    @discardableResult
    public func waitForName(_ name: String, owned: Bool = true, timeout: Double? = nil) throws -> String {
        try waitForOwner(of: name, until: Deadline(after: timeout)) { ($0 != nil) == owned } ?? ""
    }

    /// Waits until a name has an owner. Throws when the process that should acquire it ends.
    package func waitForName(_ name: String, unlessEnded process: ChildProcess) throws -> String {
        guard let handle = try process.exitHandle() else { throw SupportError("the process has ended") }
        return try waitForOwner(of: name, until: Deadline(), unless: handle) { $0 != nil } ?? ""
    }

    /// Waits until the owner of a name is right; nil = the name has none.
    public func waitForOwner(of name: String, _ isRight: (String?) -> Bool) throws {
        try waitForOwner(of: name, until: Deadline(), isRight)
    }

    @discardableResult
    private func waitForOwner(
        of name: String, until deadline: Deadline, unless handle: Descriptor? = nil, _ isRight: (String?) -> Bool
    ) throws -> String? {
        let rule =
            "type='signal',sender='\(Self.busName)',interface='\(Self.busName)',"
            + "member='NameOwnerChanged',arg0='\(name)'"
        // The match is added first, so that no change is missed between the query and the wait.
        try addMatch(rule)
        defer { try? removeMatch(rule) }
        var owner = try nameOwner(name)
        while !isRight(owner) {
            _ = try waitForSignal("NameOwnerChanged", until: deadline, unless: handle) {
                $0.arguments.first?.string == name
            }
            owner = try nameOwner(name)
        }
        return owner
    }
}
