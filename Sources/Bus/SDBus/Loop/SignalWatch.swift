// SPDX-License-Identifier: MIT
internal import CSystemd
internal import Glibc

/// A Unix signal that a loop handles.
final class SignalWatch {
    private var source: OpaquePointer?
    fileprivate let body: () -> Void

    init(_ loop: EventLoop, _ number: Int32, _ body: @escaping () -> Void) throws(BusError) {
        self.body = body
        var set = sigset_t()
        sigemptyset(&set)
        sigaddset(&set, number)
        // sd-event takes only blocked signals.
        try check(-pthread_sigmask(SIG_BLOCK, &set, nil), "Blocking signal \(number)")
        try check(
            sd_event_add_signal(loop.raw, &source, number, signalCame, unretained(self)), "Watching signal \(number)")
        // Before any message that was sent after the signal.
        sd_event_source_set_priority(source, Int64(SD_EVENT_PRIORITY_IMPORTANT))
    }

    deinit { sd_event_source_disable_unref(source) }
}

private func signalCame(
    _: OpaquePointer?, _: UnsafePointer<signalfd_siginfo>?, _ watch: UnsafeMutableRawPointer?
) -> Int32 {
    object(watch, SignalWatch.self)?.body()
    return 0
}
