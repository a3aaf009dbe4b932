// SPDX-License-Identifier: MIT

import Glibc
import SDBus
import Synchronization

/// Writes reports to headsets. A device that does not answer takes the kernel seconds, so a thread waits in place of the loop. It
/// exists only while it writes.
final class HeadsetWriter {
    /// The files to which a thread writes, with the reports that come after.
    private var lines: [ObjectIdentifier: Line] = [:]
    private let finished: FinishedWrites
    private var watch: IOWatch?
    /// A device that takes no more than this misses the oldest ones.
    private static let limit = 16

    private struct Line {
        let file: HeadsetFile
        var waiting: [[[UInt8]]] = []
    }

    init(_ loop: EventLoop) throws(BusError) {
        finished = try FinishedWrites()
        watch = try loop.watch(fileDescriptor: finished.descriptor, events: .readable) { [unowned self] _ in look() }
    }

    // The watch ends before its descriptor closes.
    deinit { watch = nil }

    /// Writes these reports after the earlier ones of the same file. The file stays open until then.
    func write(_ reports: [[UInt8]], to file: HeadsetFile) {
        let id = ObjectIdentifier(file)
        guard lines[id] == nil else {
            lines[id]?.waiting.append(reports)
            if let count = lines[id]?.waiting.count, count > Self.limit { lines[id]?.waiting.removeFirst() }
            return
        }
        lines[id] = Line(file: file)
        start(reports, file)
    }

    private func look() {
        for id in finished.take() {
            guard let file = lines[id]?.file else { continue }
            if let next = lines[id]?.waiting.first {
                lines[id]?.waiting.removeFirst()
                start(next, file)
            } else {
                lines[id] = nil
            }
        }
    }

    private func start(_ reports: [[UInt8]], _ file: HeadsetFile) {
        let work = WriteWork { [finished] in
            file.write(reports)
            finished.add(ObjectIdentifier(file))
        }
        if !work.start() { lines[ObjectIdentifier(file)] = nil }
    }
}

/// Work for a thread of its own. Foundation's threads would bring Foundation into the agent.
private final class WriteWork: Sendable {
    private let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) { self.body = body }

    /// False if the system starts no more threads.
    func start() -> Bool {
        let context = Unmanaged.passRetained(self)
        var thread = pthread_t()
        let result = pthread_create(
            &thread, nil,
            { context in
                if let context { Unmanaged<WriteWork>.fromOpaque(context).takeRetainedValue().body() }
                return nil
            }, context.toOpaque())
        guard result == 0 else {
            context.release()
            return false
        }
        pthread_detach(thread)
        return true
    }
}

/// The files whose reports are written. A thread adds them, and the loop takes them when the descriptor is readable.
private final class FinishedWrites: Sendable {
    let descriptor: Int32
    private let bell: Int32
    private let files = Mutex<[ObjectIdentifier]>([])

    init() throws(BusError) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw BusError(errno: errno, "Making a pipe") }
        for end in ends {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
        (descriptor, bell) = (ends[0], ends[1])
    }

    deinit {
        close(descriptor)
        close(bell)
    }

    func add(_ file: ObjectIdentifier) {
        files.withLock { $0.append(file) }
        // A full pipe rings too.
        _ = write(bell, [1], 1)
    }

    func take() -> [ObjectIdentifier] {
        var rings = [UInt8](repeating: 0, count: 64)
        while read(descriptor, &rings, rings.count) > 0 {}
        return files.withLock { files in
            defer { files = [] }
            return files
        }
    }
}
