// SPDX-License-Identifier: MIT
import Glibc
import SDBus

/// Lines from a descriptor of any kind. The descriptor stays blocking, because other processes may share it.
final class InputLines {
    private let loop: EventLoop
    private let descriptor: Int32
    private let line: (String) -> Void
    private let end: () -> Void
    private var watch: IOWatch?
    private var timer: Timer?
    private var bytes: [UInt8] = []

    /// Calls `line` for each line, also for a last line without a newline, then `end` once.
    init(
        _ descriptor: Int32, on loop: EventLoop, line: @escaping (String) -> Void, end: @escaping () -> Void
    ) throws(BusError) {
        (self.loop, self.descriptor, self.line, self.end) = (loop, descriptor, line, end)
        do throws(BusError) {
            watch = try loop.watch(fileDescriptor: descriptor, events: .readable) { [unowned self] _ in read() }
        } catch {
            // epoll cannot watch a regular file or /dev/null, which is always readable.
            readLater()
            if timer == nil { throw error }
        }
    }

    /// Reads one piece in each turn of the loop, so that the bus has its turns too.
    private func readLater() {
        timer = loop.timer(after: 0) { [unowned self] in
            read()
            if timer != nil { readLater() }
        }
    }

    private func read() {
        var chunk = [UInt8](repeating: 0, count: 65_536)
        let count = Glibc.read(descriptor, &chunk, chunk.count)
        if count < 0, errno == EINTR || errno == EAGAIN { return }
        guard count > 0 else { return finish() }
        bytes += chunk[..<count]
        var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        bytes = lines.popLast().map(Array.init) ?? []
        for line in lines { self.line(String(decoding: line, as: UTF8.self)) }
    }

    private func finish() {
        (watch, timer) = (nil, nil)
        if !bytes.isEmpty { line(String(decoding: bytes, as: UTF8.self)) }
        bytes = []
        end()
    }
}
