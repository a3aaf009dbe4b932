// SPDX-License-Identifier: MIT
internal import CSystemd
internal import Glibc

/// Lets a loop drive a connection as `sd_bus_attach_event` does, and calls a closure before sd-bus reads from the socket.
final class BusSource {
    private let bus: OpaquePointer
    private let beforeReading: () -> Void
    private var socket: OpaquePointer?
    private var timeout: OpaquePointer?
    private var exit: OpaquePointer?

    /// Replaces the connection's own sources. The connection must outlive this object.
    init(
        _ connection: BusConnection, _ loop: EventLoop, priority: Int64, beforeReading: @escaping () -> Void
    ) throws(BusError) {
        bus = connection.raw
        self.beforeReading = beforeReading
        let me = unretained(self)
        try check(sd_bus_detach_event(bus), "Detaching the bus from the loop")
        try check(
            sd_event_add_io(loop.raw, &socket, sd_bus_get_fd(bus), 0, socketIsReady, me),
            "Watching the socket of the bus")
        try check(sd_event_source_set_prepare(socket, loopWillWait), "Watching the socket of the bus")
        try check(
            sd_event_add_time(loop.raw, &timeout, CLOCK_MONOTONIC, 0, 0, timeIsUp, me),
            "Watching the timeouts of the bus")
        try check(sd_event_source_set_enabled(timeout, Int32(SD_EVENT_OFF)), "Watching the timeouts of the bus")
        try check(sd_event_add_exit(loop.raw, &exit, loopEnds, me), "Watching the end of the loop")
        for source in [socket, timeout] { sd_event_source_set_priority(source, priority) }
    }

    deinit {
        for source in [socket, timeout, exit] { sd_event_source_disable_unref(source) }
    }

    /// Writes, reads and handles at most one message; false if there was nothing to do.
    @discardableResult
    func process() -> Bool {
        beforeReading()
        let result = sd_bus_process(bus, nil)
        // sd-bus notices the end of the socket, and reports it as every other end of the connection.
        if result < 0 { shutdown(sd_bus_get_fd(bus), Int32(SHUT_RDWR)) }
        return result > 0
    }

    /// Tells the loop what sd-bus waits for.
    fileprivate func prepare() {
        sd_event_source_set_io_events(socket, UInt32(max(0, sd_bus_get_events(bus))))
        var time: UInt64 = 0
        let waits = sd_bus_get_timeout(bus, &time) > 0
        if waits { sd_event_source_set_time(timeout, time) }
        sd_event_source_set_enabled(timeout, Int32(waits ? SD_EVENT_ONESHOT : SD_EVENT_OFF))
    }

    fileprivate func end() {
        sd_bus_flush(bus)
        sd_bus_close(bus)
    }
}

private func loopWillWait(_: OpaquePointer?, _ source: UnsafeMutableRawPointer?) -> Int32 {
    object(source, BusSource.self)?.prepare()
    return 1
}

private func socketIsReady(_: OpaquePointer?, _: Int32, _: UInt32, _ source: UnsafeMutableRawPointer?) -> Int32 {
    object(source, BusSource.self)?.process()
    return 1
}

private func timeIsUp(_: OpaquePointer?, _: UInt64, _ source: UnsafeMutableRawPointer?) -> Int32 {
    object(source, BusSource.self)?.process()
    return 1
}

private func loopEnds(_: OpaquePointer?, _ source: UnsafeMutableRawPointer?) -> Int32 {
    object(source, BusSource.self)?.end()
    return 1
}
