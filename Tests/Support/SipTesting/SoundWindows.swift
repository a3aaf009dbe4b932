// SPDX-License-Identifier: MIT

package import BusTesting
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

/// A tenth of a second of sound.
struct SoundWindow: Sendable, CustomStringConvertible {
    static let sampleCount = Tone.rate / 10
    static let byteCount = sampleCount * MemoryLayout<Int16>.size

    /// Root mean square, from 0 to 1.
    let level: Double
    private let samples: [Int16]

    init(_ samples: [Int16]) {
        self.samples = samples
        let sum = samples.reduce(0.0) { $0 + Double($1) * Double($1) }
        level = (sum / Double(samples.count)).squareRoot() / 32_768
    }

    /// The level of one frequency, root mean square, by Goertzel's algorithm. The window has a whole number of periods,
    /// so other tones of multiples of 10 Hz do not count.
    func level(of hertz: Int) -> Double {
        let coefficient = 2 * cos(2 * Double.pi * Double(hertz) / Double(Tone.rate))
        var (last, earlier) = (0.0, 0.0)
        for sample in samples { (last, earlier) = (Double(sample) + coefficient * last - earlier, last) }
        let power = last * last + earlier * earlier - coefficient * last * earlier
        let count = Double(samples.count)
        return (2 * max(0, power)).squareRoot() / count / 32_768
    }

    var description: String {
        func text(_ level: Double) -> String { String(format: "%.4f", level) }
        return "\(text(level)) (440 Hz \(text(level(of: 440))), 1000 Hz \(text(level(of: 1_000))))"
    }
}

/// Listens to a source of a sound server all the time, and measures which tones are in it.
package final class ToneMeter: Sendable {
    package let recorder: ChildProcess
    private let windows: SoundWindows

    /// Returns when the first sound, or silence, has arrived. WirePlumber sometimes does not connect a recorder. That
    /// is not the subject of a test, so this tries again.
    static func listening(to source: String, at sound: SoundServer) throws -> ToneMeter {
        for _ in 0..<5 {
            let meter = try ToneMeter(source, sound)
            if meter.windows.waitForFirst(until: Deadline(after: 10)) { return meter }
        }
        throw SupportError("\(source) cannot be recorded")
    }

    private init(_ source: String, _ sound: SoundServer) throws {
        let (output, end) = try Descriptor.pipe()
        let command = [
            "parec", "-d", source, "--raw", "--format=s16le", "--rate=\(Tone.rate)", "--channels=1",
            "--latency-msec=50",
        ]
        // The shell becomes the recorder.
        recorder = try ChildProcess(
            ["sh", "-c", #"exec "$@" >&3 3>&-"#, "sh"] + command,
            environment: sound.environment, user: sound.user, passing: [end])
        windows = SoundWindows(reading: output)
    }

    deinit { recorder.terminate() }

    /// Waits until some windows in a row match. They are all recorded after this function was called.
    func wait(for purpose: String, where matches: (SoundWindow) -> Bool) throws {
        try windows.wait(for: purpose, where: matches)
    }
}

/// A sine tone.
enum Tone {
    /// Samples in a second, as in an old telephone network.
    static let rate = 8_000
    /// The level of the tone, root mean square.
    static let level = 0.25

    /// One second as signed 16-bit samples. With a whole number of hertz the seconds fit together.
    static func second(of hertz: Int) -> Data {
        let peak = level * 2.0.squareRoot() * 32_767
        let samples = (0..<rate).map {
            Int16((peak * sin(2 * Double.pi * Double($0 * hertz) / Double(rate))).rounded())
        }
        return samples.withUnsafeBytes { Data($0) }
    }
}
