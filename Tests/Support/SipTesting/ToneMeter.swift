// SPDX-License-Identifier: MIT

package import BusTesting
import Foundation

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
