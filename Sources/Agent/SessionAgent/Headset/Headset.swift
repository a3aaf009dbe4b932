// SPDX-License-Identifier: MIT

import Glibc
import HeadsetReports
import SDBus

/// An open headset.
final class Headset {
    private let file: HeadsetFile
    private let layout: HeadsetLayout
    private let writer: HeadsetWriter
    private let changed: (ButtonChange) -> Void
    private let lost: () -> Void
    private var reader: ButtonReader
    private var watch: IOWatch?
    /// The lights that the device was last told to show; nil = unknown.
    private(set) var lights: Set<HeadsetLight>?

    /// Opens the device. Throws if this user may not use it. `lost` is called when it is gone.
    init(
        _ path: String, _ layout: HeadsetLayout, _ writer: HeadsetWriter, _ loop: EventLoop,
        changed: @escaping (ButtonChange) -> Void,
        lost: @escaping () -> Void
    ) throws(BusError) {
        file = try HeadsetFile(path)
        (self.layout, self.writer, self.changed, self.lost) = (layout, writer, changed, lost)
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
        if !reports.isEmpty { writer.write(reports, to: file) }
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
        for change in reader.read(bytes) { changed(change) }
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
