// SPDX-License-Identifier: MIT

import Glibc
import SDBus

/// The bytes for a reader that may pause. They wait here, and the loop writes them when the reader makes room, so it
/// never waits for the reader.
final class OutputQueue {
    private let descriptor: Int32
    private let limit: Int
    private let loop: EventLoop
    private let lost: () -> Void
    private var waiting: ArraySlice<UInt8> = []
    /// While bytes wait.
    private var watch: IOWatch?
    private var isLost = false

    /// The descriptor becomes non-blocking, so no other process may share it. Calls `lost` once, when the reader has
    /// closed its end, or when more than `limit` bytes wait.
    init(_ descriptor: Int32, limit: Int, on loop: EventLoop, lost: @escaping () -> Void) throws(BusError) {
        (self.descriptor, self.limit, self.loop, self.lost) = (descriptor, limit, loop, lost)
        let flags = fcntl(descriptor, F_GETFL)
        guard flags >= 0, fcntl(descriptor, F_SETFL, flags | O_NONBLOCK) >= 0 else {
            throw BusError(errno: errno, "Preparing the output")
        }
    }

    func send(_ bytes: [UInt8]) {
        guard !isLost else { return }
        waiting += bytes
        // The earlier bytes wait for room already.
        if watch == nil { write() }
        if waiting.count > limit { lose() }
    }

    private func write() {
        while !isLost, !waiting.isEmpty {
            let count = waiting.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count >= 0 {
                waiting = waiting.dropFirst(count)
            } else if errno == EAGAIN {
                return waitForRoom()
            } else if errno != EINTR {
                return lose()
            }
        }
        watch = nil
    }

    private func waitForRoom() {
        guard watch == nil else { return }
        do throws(BusError) {
            watch = try loop.watch(fileDescriptor: descriptor, events: .writable) { [unowned self] _ in write() }
        } catch {
            lose()
        }
    }

    private func lose() {
        guard !isLost else { return }
        (isLost, waiting, watch) = (true, [], nil)
        lost()
    }
}
