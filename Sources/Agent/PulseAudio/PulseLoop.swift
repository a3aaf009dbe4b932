// SPDX-License-Identifier: MIT

import CPulse
import Glibc
import SDBus

/// Runs libpulse on our event loop, so that it needs no thread and never wakes up without a reason.
final class PulseLoop {
    /// The loop as libpulse sees it. It must outlive every context.
    let api: UnsafeMutablePointer<pa_mainloop_api>
    fileprivate let loop: EventLoop

    init(_ loop: EventLoop) {
        self.loop = loop
        api = .allocate(capacity: 1)
        api.initialize(
            to: pa_mainloop_api(
                userdata: nil,
                io_new: { api, descriptor, events, body, data in
                    retained(IOEvent(api, descriptor, events, body, data))
                },
                io_enable: { event, events in object(event, IOEvent.self)?.enable(events) },
                io_free: { event in free(event) },
                io_set_destroy: { event, destroy in object(event, PulseEvent.self)?.destroy = destroy },
                time_new: { api, time, body, data in retained(TimeEvent(api, time, body, data)) },
                time_restart: { event, time in object(event, TimeEvent.self)?.restart(time) },
                time_free: { event in free(event) },
                time_set_destroy: { event, destroy in object(event, PulseEvent.self)?.destroy = destroy },
                defer_new: { api, body, data in retained(DeferEvent(api, body, data)) },
                defer_enable: { event, isEnabled in object(event, DeferEvent.self)?.enable(isEnabled != 0) },
                defer_free: { event in free(event) },
                defer_set_destroy: { event, destroy in object(event, PulseEvent.self)?.destroy = destroy },
                // libpulse must not end the program.
                quit: { _, _ in }))
        api.pointee.userdata = Unmanaged.passUnretained(self).toOpaque()
    }

    deinit { api.deallocate() }
}

/// The common part of libpulse's three kinds of events. The handle is a retained pointer to the object.
private class PulseEvent {
    let api: UnsafeMutablePointer<pa_mainloop_api>?
    let data: UnsafeMutableRawPointer?
    /// Swift has the same type for the three kinds.
    var destroy: pa_io_event_destroy_cb_t?
    /// Whether libpulse has freed the event, which it may do in the event's own callback.
    var isFree = false

    init(_ api: UnsafeMutablePointer<pa_mainloop_api>?, _ data: UnsafeMutableRawPointer?) {
        (self.api, self.data) = (api, data)
    }

    var handle: OpaquePointer { OpaquePointer(Unmanaged.passUnretained(self).toOpaque()) }

    var loop: EventLoop? { object(api?.pointee.userdata, PulseLoop.self)?.loop }

    /// Prevents further callbacks.
    func stop() {}
}

private final class IOEvent: PulseEvent {
    private let descriptor: Int32
    private let body: pa_io_event_cb_t?
    private var watch: IOWatch?

    init(
        _ api: UnsafeMutablePointer<pa_mainloop_api>?, _ descriptor: Int32, _ events: pa_io_event_flags_t,
        _ body: pa_io_event_cb_t?, _ data: UnsafeMutableRawPointer?
    ) {
        (self.descriptor, self.body) = (descriptor, body)
        super.init(api, data)
        enable(events)
    }

    func enable(_ flags: pa_io_event_flags_t) {
        // A descriptor cannot be watched twice, so the old watch goes first.
        watch = nil
        var events: IOEvents = []
        if flags.rawValue & PA_IO_EVENT_INPUT.rawValue != 0 { events.insert(.readable) }
        if flags.rawValue & PA_IO_EVENT_OUTPUT.rawValue != 0 { events.insert(.writable) }
        guard flags != PA_IO_EVENT_NULL else { return }
        watch = try? loop?.watch(fileDescriptor: descriptor, events: events) { [unowned self] in came($0) }
    }

    private func came(_ events: IOEvents) {
        var flags: UInt32 = 0
        if events.contains(.readable) { flags |= PA_IO_EVENT_INPUT.rawValue }
        if events.contains(.writable) { flags |= PA_IO_EVENT_OUTPUT.rawValue }
        if events.contains(.hangup) { flags |= PA_IO_EVENT_HANGUP.rawValue }
        if events.contains(.error) { flags |= PA_IO_EVENT_ERROR.rawValue }
        withExtendedLifetime(self) { body?(api, handle, descriptor, pa_io_event_flags_t(rawValue: flags), data) }
    }

    override func stop() { watch = nil }
}

private final class TimeEvent: PulseEvent {
    private let body: pa_time_event_cb_t?
    private var timer: SDBus.Timer?

    init(
        _ api: UnsafeMutablePointer<pa_mainloop_api>?, _ time: UnsafePointer<timeval>?, _ body: pa_time_event_cb_t?,
        _ data: UnsafeMutableRawPointer?
    ) {
        self.body = body
        super.init(api, data)
        restart(time)
    }

    /// `time` is wall-clock time: libpulse uses the monotonic clock only with its own loops.
    func restart(_ time: UnsafePointer<timeval>?) {
        timer = nil
        guard var time = time?.pointee else { return }
        var now = timeval()
        pa_gettimeofday(&now)
        let delay = pa_timeval_cmp(&time, &now) > 0 ? pa_timeval_diff(&time, &now) : 0
        timer = loop?.timer(after: delay) { [unowned self] in
            withExtendedLifetime(self) { body?(api, handle, &time, data) }
        }
    }

    override func stop() { timer = nil }
}

private final class DeferEvent: PulseEvent {
    private let body: pa_defer_event_cb_t?
    private var isEnabled = false
    private var isUnderWay = false

    init(
        _ api: UnsafeMutablePointer<pa_mainloop_api>?, _ body: pa_defer_event_cb_t?, _ data: UnsafeMutableRawPointer?
    ) {
        self.body = body
        super.init(api, data)
        enable(true)
    }

    func enable(_ isEnabled: Bool) {
        self.isEnabled = isEnabled
        guard isEnabled, !isUnderWay else { return }
        isUnderWay = true
        loop?.deferred { [self] in
            isUnderWay = false
            guard self.isEnabled, !isFree else { return }
            body?(api, handle, data)
            // An enabled event fires once in every turn of the loop.
            if self.isEnabled, !isFree { enable(true) }
        }
    }
}

private func retained(_ event: PulseEvent) -> OpaquePointer {
    OpaquePointer(Unmanaged.passRetained(event).toOpaque())
}

private func object<Event: PulseEvent>(_ handle: OpaquePointer?, _ type: Event.Type) -> Event? {
    object(UnsafeMutableRawPointer(handle), type)
}

private func free(_ handle: OpaquePointer?) {
    guard let handle, let event = object(handle, PulseEvent.self) else { return }
    event.stop()
    event.isFree = true
    event.destroy?(event.api, handle, event.data)
    Unmanaged<PulseEvent>.fromOpaque(UnsafeRawPointer(handle)).release()
}

/// The object whose pointer libpulse passes to a callback.
func object<Object: AnyObject>(_ data: UnsafeMutableRawPointer?, _ type: Object.Type) -> Object? {
    data.map { Unmanaged<Object>.fromOpaque($0).takeUnretainedValue() }
}
