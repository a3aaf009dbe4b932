// SPDX-License-Identifier: MIT

import BusTesting
import Foundation

/// The windows of a recording, as a thread reads them.
final class SoundWindows: @unchecked Sendable {
    /// What the server, the recorder and the network may have kept of the sound before.
    private static let delay = Tone.rate / 5 * MemoryLayout<Int16>.size
    /// The windows that must match in a row.
    private static let lasting = 3

    private let source: Descriptor
    // `changed` guards everything below.
    private let changed = NSCondition()
    private var byteCount = 0
    private var windows: [SoundWindow] = []
    private var hasEnded = false

    init(reading source: Descriptor) {
        self.source = source
        Thread.detachNewThread { [self] in
            while let window = readWindow() {
                changed.withLock {
                    windows.append(window)
                    changed.broadcast()
                }
            }
            changed.withLock {
                hasEnded = true
                changed.broadcast()
            }
        }
    }

    func waitForFirst(until deadline: Deadline) -> Bool {
        changed.withLock {
            while windows.isEmpty, !hasEnded {
                guard changed.wait(until: deadline.date) else { break }
            }
            return !windows.isEmpty
        }
    }

    func wait(for purpose: String, where matches: (SoundWindow) -> Bool) throws {
        let deadline = Deadline()
        var next = firstWindowAfterNow
        var count = 0
        var seen: [SoundWindow] = []
        while count < Self.lasting {
            guard let window = window(next, until: deadline) else {
                throw SupportError("not so: \(purpose), but the last levels are \(seen.suffix(8))")
            }
            next += 1
            count = matches(window) ? count + 1 : 0
            seen.append(window)
        }
    }

    /// The first window that begins with a sound that is played after now.
    private var firstWindowAfterNow: Int {
        changed.withLock {
            var unread: Int32 = 0
            _ = ioctl(source.number, UInt(FIONREAD), &unread)
            return (byteCount + Int(unread) + Self.delay) / SoundWindow.byteCount + 1
        }
    }

    private func window(_ index: Int, until deadline: Deadline) -> SoundWindow? {
        changed.withLock {
            while windows.count <= index, !hasEnded {
                guard changed.wait(until: deadline.date) else { break }
            }
            return windows.count > index ? windows[index] : nil
        }
    }

    private func readWindow() -> SoundWindow? {
        var bytes = [UInt8](repeating: 0, count: SoundWindow.byteCount)
        var filled = 0
        while filled < bytes.count {
            let count = bytes[filled...].withUnsafeMutableBytes { read(source.number, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return nil }
            filled += count
            changed.withLock { byteCount += count }
        }
        return SoundWindow(bytes.withUnsafeBytes { Array($0.bindMemory(to: Int16.self)) })
    }
}
