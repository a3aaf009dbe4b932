// SPDX-License-Identifier: MIT

import Glibc
import HeadsetReports
import SDBus
import Synchronization

/// An open headset.
final class Headset {
    private let file: HeadsetFile
    /// For people; may be empty.
    let name: String
    private let layout: HeadsetLayout
    private let writer: HeadsetWriter
    private let pressed: (HeadsetButton) -> Void
    private let lost: () -> Void
    private var reader: ButtonReader
    private var echo = HeadsetEcho()
    private var watch: IOWatch?
    /// The lights that the device was last told to show; nil = unknown.
    private(set) var lights: Set<HeadsetLight>?

    /// Opens the device. Throws if this user may not use it. `lost` is called when it is gone.
    init(
        _ path: String, _ name: String, _ layout: HeadsetLayout, _ writer: HeadsetWriter, _ loop: EventLoop,
        pressed: @escaping (HeadsetButton) -> Void,
        lost: @escaping () -> Void
    ) throws(BusError) {
        file = try HeadsetFile(path)
        (self.name, self.layout, self.writer) = (name, layout, writer)
        (self.pressed, self.lost) = (pressed, lost)
        reader = ButtonReader(layout)
        watch = try loop.watch(fileDescriptor: file.descriptor, events: .readable) { [unowned self] _ in read() }
    }

    // The watch ends before the file closes.
    deinit { watch = nil }

    /// Switches exactly these lights on. `again` repeats it: a headset that was not answered has fallen back.
    func show(_ lights: Set<HeadsetLight>, again: Bool = false) {
        guard again || lights != self.lights else { return }
        self.lights = lights
        let reports = layout.reports(showing: lights)
        echo.show(lights, again: again, hears: !reports.isEmpty)
        guard !reports.isEmpty else { return }
        writer.write(reports, to: file) { [weak self] in self?.echo.wrote(at: SystemClock.monotonic) }
    }

    /// Stops reading, and switches the lights off.
    func close() {
        watch = nil
        show([])
    }

    private func read() {
        guard let bytes = file.read() else {
            watch = nil
            return lost()
        }
        let now = SystemClock.monotonic
        for change in reader.read(bytes) where echo.isPress(change, at: now) { pressed(change.button) }
    }
}

/// The file of a device, which closes when neither the loop nor a thread uses it.
final class HeadsetFile: Sendable {
    let descriptor: Int32
    /// More than any report.
    private static let readSize = 16_384

    init(_ path: String) throws(BusError) {
        descriptor = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
        guard descriptor >= 0 else { throw BusError(errno: errno, "Opening a headset") }
    }

    deinit { close(descriptor) }

    /// What the device has sent, maybe nothing; nil if it is gone.
    func read() -> [UInt8]? {
        var error: Int32 = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: Self.readSize) { buffer, count in
            let result = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
            error = result < 0 ? errno : result == 0 ? ENODEV : 0
            count = max(0, result)
        }
        return error == 0 || error == EAGAIN || error == EINTR ? bytes : nil
    }

    /// A device that refuses a report is no reason to do anything: it may be gone, and then reading says so.
    func write(_ reports: [[UInt8]]) {
        for report in reports { _ = Glibc.write(descriptor, report, report.count) }
    }
}

/// Writes reports to headsets. A device that does not answer takes the kernel seconds, so a thread waits in place of
/// the loop. It exists only while it writes.
final class HeadsetWriter {
    /// The reports that come after those that a thread writes now, for each file that it writes to.
    private var waiting: [ObjectIdentifier: [[[UInt8]]]] = [:]
    /// Called when a file has got all its reports.
    private var completions: [ObjectIdentifier: () -> Void] = [:]
    private let finished = FinishedWrites()
    /// A device that takes no more than this misses the oldest ones.
    private static let limit = 16

    init(_ loop: EventLoop) throws(BusError) {
        finished.ring(try LoopBell(loop) { [unowned self] in look() })
    }

    deinit { finished.ring(nil) }

    /// Writes these reports after the earlier ones of the same file, and then calls `completion`, unless there are more
    /// by then. The file stays open until then.
    func write(_ reports: [[UInt8]], to file: HeadsetFile, then completion: @escaping () -> Void) {
        let id = ObjectIdentifier(file)
        completions[id] = completion
        guard let earlier = waiting[id] else {
            waiting[id] = []
            return start(reports, file)
        }
        waiting[id] = (earlier + [reports]).suffix(Self.limit)
    }

    private func look() {
        for file in finished.take() {
            let id = ObjectIdentifier(file)
            if let next = waiting[id]?.first {
                waiting[id]?.removeFirst()
                start(next, file)
            } else {
                end(id)
            }
        }
    }

    private func end(_ id: ObjectIdentifier) {
        waiting[id] = nil
        completions.removeValue(forKey: id)?()
    }

    private func start(_ reports: [[UInt8]], _ file: HeadsetFile) {
        let work = WriteWork { [finished] in
            file.write(reports)
            finished.add(file)
        }
        if !work.start() { end(ObjectIdentifier(file)) }
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
        var files: [HeadsetFile] = []
        /// nil after the end of the writer: a bell ends on the thread of its loop.
        var bell: LoopBell?
    }

    private let state = Mutex(State())

    func ring(_ bell: LoopBell?) { state.withLock { $0.bell = bell } }

    func add(_ file: HeadsetFile) {
        state.withLock { state in
            state.files.append(file)
            state.bell?.ring()
        }
    }

    func take() -> [HeadsetFile] {
        state.withLock { state in
            defer { state.files = [] }
            return state.files
        }
    }
}
