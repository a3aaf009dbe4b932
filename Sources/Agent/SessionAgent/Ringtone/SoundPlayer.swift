// SPDX-License-Identifier: MIT

import AgentSettings
import Glibc
import SDBus

/// Plays sounds by a process of its own for each sound (``SoundProcess``), which it kills to stop the sound. A process
/// that hangs while it opens a sound is replaced by one that begins with the next sound.
///
/// Without a sound server it is silent until `tryAgain` or another sound.
final class SoundPlayer {
    struct Tone {
        /// A name of the sound theme; nil = the file.
        var name: String?
        /// Milliseconds between the end of the sound and its next start.
        var pause = 500
        /// Sealed.
        var file: BusFile?

        /// The ringtone of the user's sound theme.
        static let ring = Tone(name: Settings.themeRingtone)
    }

    /// How long a process may open a sound, in microseconds. A decoder needs milliseconds.
    private static let patience: UInt64 = 3_000_000

    private let loop: EventLoop
    private let log: Log
    private var wanted: [SoundLoop.Attempt] = []
    private var file: BusFile?
    /// The attempts of `wanted` that have not failed; the first one is playing.
    private var attempts: ArraySlice<SoundLoop.Attempt> = []
    private var running: Running?
    /// Whether the present attempt plays. It may wait for a server that does not answer, or that has not come yet.
    private var isPlaying = false
    /// The processes that were killed and have not ended: one may hang in the kernel.
    private var killed: [pid_t] = []
    /// Called when a sound begins to play.
    var plays: () -> Void = {}
    /// Gets true when a sound hangs or crashes its process, and false when the first choice plays.
    var failing: (Bool) -> Void = { _ in }

    private struct Running {
        let program: ChildProgram
        var watch: IOWatch?
        var timer: Timer?
    }

    /// Whether there may be a sound server.
    private let hasServer: () -> Bool

    init(_ loop: EventLoop, log: Log, hasServer: @escaping () -> Bool) {
        (self.loop, self.log, self.hasServer) = (loop, log, hasServer)
    }

    deinit { silence() }

    /// Replaces the present sound by the first of `tones` that can be played. If the device (a name of the sound
    /// server, or empty for its choice) is missing, each tone is tried on the server's choice before the next tone,
    /// unless another player plays them (`isExtra`).
    func play(_ tones: [Tone], on device: String, isExtra: Bool = false) {
        let devices = device.isEmpty ? [nil] : isExtra ? [device] : [device, nil]
        wanted = tones.flatMap { tone in
            devices.map { SoundLoop.Attempt(device: $0, pause: tone.pause, name: tone.name) }
        }
        file = tones.lazy.compactMap(\.file).first
        start(wanted[...])
    }

    /// Repeats the attempts that have failed or not begun, because the sound server or the device has changed.
    func tryAgain() {
        guard !wanted.isEmpty, attempts.count < wanted.count || !isPlaying else { return }
        start(wanted[...])
    }

    func stop() {
        (wanted, attempts, file) = ([], [], nil)
        silence()
    }

    private func silence() {
        if let running {
            self.running = nil
            kill(running.program.process, SIGKILL)
            killed.append(running.program.process)
            close(running.program.output)
        }
        killed.removeAll { waitpid($0, nil, WNOHANG) != 0 }
    }

    private func start(_ attempts: ArraySlice<SoundLoop.Attempt>) {
        silence()
        self.attempts = attempts
        isPlaying = false
        guard !attempts.isEmpty else { return }
        do throws(BusError) {
            let program = try SoundProcess.start(Array(attempts), file)
            running = Running(program: program)
            running?.watch = try loop.watch(fileDescriptor: program.output, events: .readable) { [unowned self] _ in
                readEvent()
            }
            wait()
        } catch {
            silence()
            log("cannot play a sound for a call", error)
        }
    }

    /// Waits for the sound to open, but not for ever.
    private func wait() {
        running?.timer = loop.timer(after: Self.patience) { [unowned self] in
            guard hasServer() else { return end() }
            replace("it hangs")
        }
    }

    private func readEvent() {
        guard let output = running?.program.output else { return }
        var byte: UInt8 = 0
        guard read(output, &byte, 1) == 1 else { return ended() }
        switch SoundProcess.Event(rawValue: byte) {
        case .opens: if running?.timer == nil { wait() }
        case .plays:
            running?.timer = nil
            isPlaying = true
            if attempts.count == wanted.count { failing(false) }
            plays()
        case .failed:
            running?.timer = nil
            guard attempts.popFirst() != nil else { return replace("it tells of more sounds than it has") }
        case nil: break
        }
    }

    /// All sounds have failed, or the process has crashed in one.
    private func ended() {
        guard !attempts.isEmpty else { return end() }
        replace("it has ended")
    }

    /// Waits for `tryAgain` or another sound.
    private func end() {
        silence()
        log("cannot play a sound for a call; is a sound server running?")
    }

    private func replace(_ reason: String) {
        log(
            "cannot play a sound for a call, because of the process that decodes it; the next sound is played",
            ["reason": reason])
        failing(true)
        start(attempts.dropFirst())
    }
}
