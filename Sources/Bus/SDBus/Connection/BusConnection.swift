// SPDX-License-Identifier: MIT

internal import CSystemd
internal import Glibc

/// A connection to a message bus. Use it on one thread: the one to which its loop belongs or, without a loop, the one
/// that makes synchronous calls. The last reference closes it.
public final class BusConnection {
    private let handle: OpaquePointer
    /// The loop outlives the registrations on it.
    package let loop: EventLoop?
    /// The registrations that last as long as the connection.
    private var slots: [BusSlot] = []
    var exports: [any ExportedObjects] = []
    var pendingCalls = PendingCalls()
    var peers = PeerCache()
    /// The connection of `askAboutPeers`.
    private var separate: BusConnection?
    /// The units of containers whose programs count as programs of the user. Holds for peers that are not known yet.
    package var toolboxes: [String] = []
    var turns: CallTurns?
    /// nil without a loop.
    private(set) var source: BusSource?
    /// The largest call or signal that this connection reads, in bytes. A larger call is refused, and a larger signal
    /// is left out, without taking memory.
    package var mostBytes = 2 << 20

    /// Long work of a service that takes turns.
    package var slicedWork: SlicedWork?
    var readLimits: ReadLimits?
    /// Whether something listens to signals of others than the bus. Once it did, such signals are always read.
    var hearsOthers = false

    /// Called after the reply to each method call was sent, also after an error reply. Signals sent here arrive after
    /// the reply to the call that caused them. A deferred reply does not count.
    public var afterDispatch: (() -> Void)?

    /// Gets each error with which this connection refuses a call, before the reply is sent. sd-bus itself refuses calls
    /// of unknown objects and members, and calls with arguments of the wrong type; it does not report those.
    public var onRefusal: ((_ error: BusError, _ call: Message) -> Void)?

    /// Called when a signal could not be sent: the receiver does not read its messages, the bus does not read (the
    /// queue of sd-bus is full) or is gone, or the closure that writes the body threw. Only that signal is lost.
    public var onSendFailure: ((_ error: BusError, _ destination: BusName?) -> Void)?

    /// Opens a connection and waits until the bus has accepted it. `description` names the connection in debug logs and
    /// in `busctl`. Without a loop only synchronous calls work.
    public init(_ address: BusAddress, description: String, loop: EventLoop? = nil) throws(BusError) {
        handle = try Self.openWithRetries(address, description)
        self.loop = loop
        // From here on deinit closes the connection after a failure.
        _ = try Self.uniqueName(raw)
        if let loop {
            source = try BusSource(raw, loop) { [unowned self] header in
                leavesOut(header, moreThan: mostBytes) { call in
                    let message = CallRefusal.size(most: mostBytes).message
                    refuse(call, BusError(name: StandardErrorName.limitsExceeded, message: message))
                }
            }
        }
    }

    deinit {
        close()
        sd_bus_unref(handle)
    }

    /// The connection of sd-bus, for the thread to which the loop belongs.
    var raw: OpaquePointer {
        confinement?.check()
        return handle
    }

    /// nil without a loop.
    var confinement: Confinement? { loop?.confinement }

    /// While many programs connect at the same moment, the socket of the bus takes no more of them. Tries again for two
    /// seconds.
    private static func openWithRetries(
        _ address: BusAddress, _ description: String
    ) throws(BusError) -> OpaquePointer {
        for _ in 1...200 {
            do throws(BusError) { return try open(address, description) } catch  where error.name == Self.full {
                usleep(10_000)
            }
        }
        return try open(address, description)
    }

    private static let full = BusError(errno: -EAGAIN, "").name

    /// Opens a connection without waiting for the bus. Never `sd_bus_default_*`: other code may share those.
    private static func open(_ address: BusAddress, _ description: String) throws(BusError) -> OpaquePointer {
        var bus: OpaquePointer?
        let result =
            switch address {
            case .system: sd_bus_open_system_with_description(&bus, description)
            case .session: sd_bus_open_user_with_description(&bus, description)
            case .address(let text): open(description, &bus) { sd_bus_set_address($0, text) }
            case .socket(let socket): open(description, &bus) { sd_bus_set_fd($0, socket, socket) }
            }
        guard result >= 0, let bus else {
            sd_bus_unref(bus)
            throw BusError(errno: result, "Connecting to the bus")
        }
        return bus
    }

    private static func open(
        _ description: String, _ bus: inout OpaquePointer?, _ address: (OpaquePointer?) -> Int32
    ) -> Int32 {
        var result = sd_bus_new(&bus)
        if result >= 0 { result = sd_bus_set_description(bus, description) }
        if result >= 0 { result = address(bus) }
        if result >= 0 { result = sd_bus_set_bus_client(bus, 1) }
        return result >= 0 ? sd_bus_start(bus) : result
    }

    private static func uniqueName(_ raw: OpaquePointer) throws(BusError) -> String {
        var name: UnsafePointer<CChar>?
        try check(sd_bus_get_unique_name(raw, &name), "Connecting to the bus")
        return name.map { String(cString: $0) } ?? ""
    }

    /// The name that the bus gave this connection, e.g. `:1.42`.
    public var uniqueName: String {
        get throws(BusError) { try Self.uniqueName(raw) }
    }

    /// The id of the bus: another bus, or the same one after its restart, has another id.
    package var busID: String {
        get throws(BusError) {
            var id = sd_id128_t()
            try check(sd_bus_get_bus_id(raw, &id), "Reading the id of the bus")
            var text = [CChar](repeating: 0, count: Int(SD_ID128_STRING_MAX))
            return String(cString: sd_id128_to_string(id, &text))
        }
    }

    /// Requests a well-known name. Throws `AddressInUse` if another connection owns it, `AccessDenied` if the policy of
    /// the bus does not allow this user to own it. Does nothing if this connection owns it. Export first, then request
    /// the name.
    public func requestName(_ name: BusName) throws(BusError) {
        let result = waiting { sd_bus_request_name(raw, name.text, 0) }
        if result == -EALREADY { return }
        if result == -EEXIST {
            throw BusError(name: StandardErrorName.addressInUse, message: "Another process owns the name \(name)")
        }
        if result == -EACCES || result == -EPERM {
            throw .accessDenied("The policy of the bus does not let this user own the name \(name)")
        }
        try check(result, "Requesting the name \(name)")
    }

    /// Gives up a well-known name. Another connection can take it when this returns. Does nothing if this connection
    /// does not own it.
    package func releaseName(_ name: BusName) throws(BusError) {
        let result = waiting { sd_bus_release_name(raw, name.text) }
        if result == -ESRCH || result == -EADDRINUSE { return }
        try check(result, "Giving up the name \(name)")
    }

    /// Shares a well-known name with other connections that call this: the latest one owns it, and when that connection
    /// leaves the bus, the one before owns it again. Calls `body` each time this connection becomes the owner.
    public func shareName(_ name: BusName, _ body: @escaping () -> Void) throws(BusError) {
        keep(
            try onUnicastSignal(interface: StandardInterface.bus) { signal in
                guard signal.sender == BusName.bus.text, signal.member == "NameAcquired",
                    (try? signal.read(String.self)) == name.text
                else { return }
                body()
            })
        let flags = UInt64(SD_BUS_NAME_REPLACE_EXISTING | SD_BUS_NAME_ALLOW_REPLACEMENT | SD_BUS_NAME_QUEUE)
        try check(waiting { sd_bus_request_name(raw, name.text, flags) }, "Requesting the name \(name)")
    }

    /// Calls `body` once when the bus is gone, after the pending calls have failed. This connection does not work any
    /// more then: exit, or open another one.
    public func onDisconnect(_ body: @escaping () -> Void) throws(BusError) {
        let name = "org.freedesktop.DBus.Local"
        let rule = "type='signal',sender='\(name)',interface='\(name)',member='Disconnected'"
        keep(try .match(self, rule) { _ in body() })
    }

    /// Waits until all queued messages are sent.
    public func flush() throws(BusError) { try check(sd_bus_flush(raw), "Sending") }

    /// Whether all messages are sent and all arrived messages are handled, so that the loop need not turn.
    public var isSettled: Bool { sd_bus_get_events(raw) == POLLIN }

    /// Sends the queued messages and closes. Pending calls never complete. Do not call it in a method handler.
    public func close() {
        for export in exports { export.end() }
        exports = []
        (turns, source) = (nil, nil)
        (slots, peers.watch) = ([], nil)
        pendingCalls = PendingCalls()
        separate?.close()
        sd_bus_flush(raw)
        sd_bus_close(raw)
    }

    /// Waits for the bus in `body`, which returns what sd-bus returns.
    func waiting(for body: () -> Int32) -> Int32 { source?.waiting(for: body) ?? body() }

    /// Whether a message is left out because it is large. If it is a call, `body` gets it without its arguments, to
    /// refuse it. A reply is left out only by a service that takes turns, which asks nobody for so much, and waits for
    /// no reply without a time-out.
    func leavesOut(_ header: MessageHeader, moreThan most: Int, _ body: (Message) -> Void) -> Bool {
        switch header.kind {
        case .call:
            guard header.size > most else { return false }
            if let call = Message(header, on: raw) { body(call) }
            return true
        case .signal, nil: return header.size > most
        case .reply, .error: return header.size > Self.mostReply && turns != nil
        }
    }

    /// More bytes than a message on a stock system bus has.
    private static let mostReply = 32 << 20

    func keep(_ slot: BusSlot) { slots.append(slot) }

    /// Refuses a call. The reply is lost if the connection is gone or its queue is full.
    func refuse(_ call: Message, _ error: BusError) {
        onRefusal?(error, call)
        var raw = sd_bus_error()
        defer { sd_bus_error_free(&raw) }
        sd_bus_error_set(&raw, error.name, error.message.carried)
        sd_bus_reply_method_error(call.raw, &raw)
    }
}

/// Objects that a connection exports. The connection knows no more of them, so that it does not depend on the tables of
/// interfaces, which depend on it.
protocol ExportedObjects: AnyObject {
    /// Ends the export.
    func end()
    /// The largest size of a call of a method, in bytes; nil without such a method. With an empty interface the name
    /// may be that of several methods.
    func mostBytes(ofMethod member: String, in interface: String) -> Int?
}

extension BusConnection {
    /// The connection over which the bus is asked about peers, and the peers whether they have read what was sent.
    var questions: BusConnection { separate ?? self }

    /// Whether the answers come over another connection than the calls.
    var asksSeparately: Bool { separate != nil }

    /// From now on these questions go over another connection, where the answers do not wait behind the calls that have
    /// arrived here. Call this after `onPeerLost`. This connection closes the other one. There the signals of others
    /// and large answers are left out.
    package func askAboutPeers(over connection: BusConnection) {
        separate = connection
        connection.source?.isLeftOut = { [most = connection.mostBytes] header in
            header.size > most || header.kind == .signal && header.text(.sender) != BusName.bus.text
        }
    }

    /// Handles the calls of each connection in its turn, as long as this connection is open. A peer may take half of
    /// the bytes that are left: of `waitingBytes` with calls that wait for their turn, of `unreadBytes` with replies
    /// and signals that it does not read. Beyond that its calls are answered with the error that `refusal` makes. A
    /// program may have `unanswered` calls that are answered later; its next ones wait for their turn until one of them
    /// is. Call this last, after `onCall`.
    public func takeTurns(
        waitingBytes: Int, unreadBytes: Int, unanswered: Int = .max, _ refusal: @escaping (CallRefusal) -> BusError
    ) throws(BusError) {
        guard let loop else { throw .failed("A connection without a loop takes no turns") }
        turns = try CallTurns(
            self, loop, waitingBytes: waitingBytes, unreadBytes: unreadBytes, unanswered: unanswered, refusal)
    }

    /// Lets `slicedWork` continue between the next turns.
    package func continueWork() { turns?.goOn() }

    /// The number of messages that the bus has not taken yet.
    var unsentMessages: Int {
        var count: UInt64 = 0
        return sd_bus_get_n_queued_write(raw, &count) >= 0 ? Int(clamping: count) : 0
    }

    var isWriting: Bool { unsentMessages > 0 }

    /// The used part of the descriptors that the process may have. The kernel hands out the lowest free number.
    var descriptorsInUse: Double {
        let lowest = fcntl(sd_bus_get_fd(raw), F_DUPFD_CLOEXEC, 0)
        guard lowest >= 0 else { return 1 }
        Glibc.close(lowest)
        return Double(lowest) / Double(Self.mostDescriptors)
    }

    private static let mostDescriptors = sysconf(Int32(_SC_OPEN_MAX))

    /// The largest size of a call of that method, in bytes. Without an interface the name may be that of several
    /// methods.
    func mostBytes(ofMethod member: String, in interface: String) -> Int {
        exports.compactMap { $0.mostBytes(ofMethod: member, in: interface) }.max() ?? ExportedRow.mostBytes
    }

    /// From now on the methods of exported tables read only entries with these keys of each `a{sv}`, and at most this
    /// number of values of any type in one call.
    package func readOnly(keys: Set<String>, values: Int) { readLimits = ReadLimits(keys: keys, values: values) }
}

/// The address of a bus.
public enum BusAddress: Hashable, Sendable {
    /// The system bus, or the bus that `DBUS_SYSTEM_BUS_ADDRESS` names.
    case system
    /// The user's session bus.
    case session
    /// Another bus, e.g. `unix:path=/run/test/bus`.
    case address(String)
    /// The bus at the other end of a connected socket. The connection closes the socket.
    case socket(Int32)
}

extension BusAddress {
    /// The value of an option of a program: `system`, `session`, or an address.
    package init(option: String) {
        switch option {
        case "system": self = .system
        case "session": self = .session
        default: self = .address(option)
        }
    }
}
