// SPDX-License-Identifier: MIT

import Glibc
import SDBus
import Synchronization

/// Writes reports to headsets. A device that does not answer takes the kernel seconds, so a thread waits in place of
/// the loop. It exists only while it writes.
final class HeadsetWriter {
    /// The files to which a thread writes, with the reports that come after.
    private var lines: [ObjectIdentifier: Line] = [:]
    private let finished = FinishedWrites()
    /// A device that takes no more than this misses the oldest ones.
    private static let limit = 16

    private struct Line {
        let file: HeadsetFile
        var waiting: [[[UInt8]]] = []
    }

    init(_ loop: EventLoop) throws(BusError) {
        finished.ring(try LoopBell(loop) { [unowned self] in look() })
    }

    deinit { finished.ring(nil) }

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

/// The files whose reports are written. A thread adds them, and the loop takes them when the bell rings.
private final class FinishedWrites: Sendable {
    private struct State {
        var files: [ObjectIdentifier] = []
        /// nil after the end of the writer: a bell ends on the thread of its loop.
        var bell: LoopBell?
    }

    private let state = Mutex(State())

    func ring(_ bell: LoopBell?) { state.withLock { $0.bell = bell } }

    func add(_ file: ObjectIdentifier) {
        state.withLock { state in
            state.files.append(file)
            state.bell?.ring()
        }
    }

    func take() -> [ObjectIdentifier] {
        state.withLock { state in
            defer { state.files = [] }
            return state.files
        }
    }
}
