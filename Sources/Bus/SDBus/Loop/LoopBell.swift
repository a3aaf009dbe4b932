// SPDX-License-Identifier: MIT
internal import CSystemd
internal import Glibc

/// Wakes a loop up from any thread, as long as this object lives. The thread of the loop makes it and drops it.
public final class LoopBell: @unchecked Sendable {
    private let descriptor: Int32
    private var watch: IOWatch?

    /// The loop calls `body` once for all rings since the last call.
    public init(_ loop: EventLoop, _ body: @escaping () -> Void) throws(BusError) {
        let descriptor = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
        try check(descriptor < 0 ? -errno : 0, "Making a bell")
        self.descriptor = descriptor
        watch = try loop.watch(fileDescriptor: descriptor, events: .readable) { _ in
            var rung: eventfd_t = 0
            eventfd_read(descriptor, &rung)
            body()
        }
    }

    deinit {
        watch = nil
        close(descriptor)
    }

    /// Rings. Any thread may call it.
    public func ring() { eventfd_write(descriptor, 1) }
}
