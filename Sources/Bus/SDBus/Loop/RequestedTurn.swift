// SPDX-License-Identifier: MIT
internal import CSystemd

/// A closure that the loop calls once for each request. Without a request it costs nothing and wakes nothing up.
final class RequestedTurn {
    enum When {
        /// In the loop's next turn.
        case nextTurn
        /// After the loop has handled another event.
        case afterOthers
    }

    private var raw: OpaquePointer?
    private let body: () -> Void

    init(_ loop: EventLoop, _ when: When, _ body: @escaping () -> Void) throws(BusError) {
        self.body = body
        let add =
            switch when {
            case .nextTurn: sd_event_add_defer
            case .afterOthers: sd_event_add_post
            }
        try check(add(loop.raw, &raw, sourceIsDue, unretained(self)), "Adding an event source")
        sd_event_source_set_enabled(raw, Int32(SD_EVENT_OFF))
    }

    deinit { sd_event_source_disable_unref(raw) }

    /// Requests one call. A second request before that call changes nothing.
    func ask() { sd_event_source_set_enabled(raw, Int32(SD_EVENT_ONESHOT)) }

    fileprivate func run() { body() }
}

private func sourceIsDue(_: OpaquePointer?, _ source: UnsafeMutableRawPointer?) -> Int32 {
    object(source, RequestedTurn.self)?.run()
    return 0
}
