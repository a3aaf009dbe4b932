// SPDX-License-Identifier: MIT
internal import CSystemd
internal import Glibc

/// Lets a loop drive a connection as `sd_bus_attach_event` does, but keeps messages that are too large or that nobody
/// needs away from sd-bus, which would take each of them into memory before anything can decide about it.
final class BusSource {
    private let bus: OpaquePointer
    private var arriving: ArrivingMessages
    /// Decides about a message whether it is left out. It gets each one that is left out once.
    var isLeftOut: (MessageHeader) -> Bool
    /// The size of the call or signal that was read last.
    private(set) var lastSize = 0
    /// Whether what is handed out now was read now.
    private var isFresh = false
    /// The message that is handled again, later than it was read.
    private(set) var repeated: OpaquePointer?
    private var socket: OpaquePointer?
    private var timeout: OpaquePointer?
    private var exit: OpaquePointer?
    private var filter: OpaquePointer?

    /// The connection must outlive this object.
    init(
        _ bus: OpaquePointer, _ loop: EventLoop, isLeftOut: @escaping (MessageHeader) -> Bool
    ) throws(BusError) {
        (self.bus, self.isLeftOut) = (bus, isLeftOut)
        arriving = ArrivingMessages(of: sd_bus_get_fd(bus))
        let me = unretained(self)
        try check(
            sd_event_add_io(
                loop.raw, &socket, sd_bus_get_fd(bus), 0, { with($3, as: BusSource.self) { $0.process() } }, me),
            "Watching the socket of the bus")
        try check(
            sd_event_source_set_prepare(socket, { with($1, as: BusSource.self) { $0.prepare() } }),
            "Watching the socket of the bus")
        try check(
            sd_event_add_time(
                loop.raw, &timeout, CLOCK_MONOTONIC, 0, 0, { with($2, as: BusSource.self) { $0.process() } }, me),
            "Watching the timeouts of the bus")
        try check(sd_event_source_set_enabled(timeout, Int32(SD_EVENT_OFF)), "Watching the timeouts of the bus")
        try check(
            sd_event_add_exit(loop.raw, &exit, { with($1, as: BusSource.self) { $0.end() } }, me),
            "Watching the end of the loop")
        setPriority(Int64(SD_EVENT_PRIORITY_NORMAL))
        try seeMessagesFirst()
    }

    deinit {
        for source in [socket, timeout, exit] { sd_event_source_disable_unref(source) }
        sd_bus_slot_unref(filter)
        arriving.deallocate()
    }

    func setPriority(_ priority: Int64) {
        for source in [socket, timeout] { sd_event_source_set_priority(source, priority) }
    }

    /// Call it after each other filter was added: the last one gets a message first.
    func seeMessagesFirst() throws(BusError) {
        filter = sd_bus_slot_unref(filter)
        try check(sd_bus_add_filter(bus, &filter, messageCame, unretained(self)), "Adding a filter")
    }

    /// Writes, reads and handles at most one message, or leaves some out; false if there was nothing to do.
    @discardableResult
    func process() -> Bool {
        // A message that was read is handled without reading.
        isFresh = !hasReadMessages
        guard arriving.mayRead(isLeftOut) || !isFresh else { return !arriving.isIncomplete }
        // What is handled may close the connection.
        sd_bus_ref(bus)
        defer { sd_bus_unref(bus) }
        // sd-bus is about to close the socket, whose number may then be another one's.
        if sd_bus_is_open(bus) <= 0 { socket = sd_event_source_disable_unref(socket) }
        let result = sd_bus_process(bus, nil)
        // sd-bus notices the end of the socket, and reports it as every other end of the connection.
        if result < 0 { shutdown(sd_bus_get_fd(bus), Int32(SHUT_RDWR)) }
        if result > 0, socket == nil { wait(until: 0) }
        return result > 0
    }

    /// Handles a message that was read before.
    func handle(_ message: OpaquePointer) {
        repeated = message
        defer { repeated = nil }
        guard sd_bus_enqueue_for_read(bus, message) >= 0 else { return }
        while hasReadMessages, process() {}
    }

    /// Whether there is something to read.
    func isAny() -> Bool { arriving.isAny() }

    /// Lets the loop wait for the bus: `body` returns what sd-bus returns. A message that is left out goes first.
    func waiting(for body: () -> Int32) -> Int32 {
        arriving.takeRest()
        let result = body()
        arriving.hasWaited(isThere: result != -ETIMEDOUT)
        return result
    }

    /// A call has got a reply.
    func replyCame(_ reply: OpaquePointer) {
        // sd-bus makes the error of a call without an answer itself, maybe while it has a part of a message.
        var serial: UInt64 = 0
        sd_bus_message_get_cookie(reply, &serial)
        let isMade = serial == UInt64(UInt32.max) && strcmp(sd_bus_message_get_sender(reply), Self.bus) == 0
        if !isMade { came(reply) }
    }

    private static let bus = "org.freedesktop.DBus"

    fileprivate func came(_ message: OpaquePointer) {
        if message != repeated { lastSize = isFresh ? arriving.handedOut() : 0 }
    }

    /// Whether sd-bus has read messages that are not handled yet.
    private var hasReadMessages: Bool {
        var count: UInt64 = 0
        return sd_bus_get_n_queued_read(bus, &count) >= 0 && count > 0
    }

    /// Tells the loop what sd-bus waits for. It is called as long as there is a socket.
    private func prepare() {
        guard !arriving.isIncomplete else {
            sd_event_source_set_io_events(socket, UInt32(POLLIN))
            sd_event_source_set_enabled(timeout, Int32(SD_EVENT_OFF))
            return
        }
        sd_event_source_set_io_events(socket, UInt32(max(0, sd_bus_get_events(bus))))
        var time: UInt64 = 0
        let waits = sd_bus_get_timeout(bus, &time) > 0
        if waits { wait(until: time) } else { sd_event_source_set_enabled(timeout, Int32(SD_EVENT_OFF)) }
    }

    private func wait(until time: UInt64) {
        sd_event_source_set_time(timeout, time)
        sd_event_source_set_enabled(timeout, Int32(SD_EVENT_ONESHOT))
    }

    private func end() {
        sd_bus_flush(bus)
        sd_bus_close(bus)
    }
}

private func messageCame(
    _ message: OpaquePointer?, _ source: UnsafeMutableRawPointer?, _: UnsafeMutablePointer<sd_bus_error>?
) -> Int32 {
    if let message { object(source, BusSource.self)?.came(message) }
    return 0
}
