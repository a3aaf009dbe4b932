// SPDX-License-Identifier: MIT
internal import CSystemd

/// Watches a file descriptor as long as this object lives.
public final class IOWatch {
    private var source: OpaquePointer?
    fileprivate let body: (IOEvents) -> Void
    private let confinement: Confinement

    init(
        _ loop: EventLoop, _ descriptor: Int32, _ events: IOEvents, _ body: @escaping (IOEvents) -> Void
    ) throws(BusError) {
        (self.body, confinement) = (body, loop.confinement)
        try check(
            sd_event_add_io(loop.raw, &source, descriptor, events.rawValue, ioCame, unretained(self)),
            "Watching a descriptor")
    }

    deinit {
        confinement.check()
        sd_event_source_disable_unref(source)
    }
}

private func ioCame(
    _: OpaquePointer?, _: Int32, _ events: UInt32, _ watch: UnsafeMutableRawPointer?
) -> Int32 {
    object(watch, IOWatch.self)?.body(IOEvents(rawValue: events))
    return 0
}
