// SPDX-License-Identifier: MIT

import CCanberra
import Dispatch
import SDBus

/// Repeats one sound, with libcanberra and the user's sound theme.
///
/// It has its own queue, because libcanberra waits for the sound server, which may hang. Without a server it is silent
/// until `tryAgain` or another sound.
final class SoundPlayer: @unchecked Sendable {
    struct Tone: Sendable {
        var properties: [String: String]
        /// Seconds between the end of the sound and its next start.
        var pause = 0.5
        var file: BusFile?

        /// The ringtone of the user's sound theme.
        static let ring = themed("phone-incoming-call")

        /// A name of the sound theme.
        static func themed(_ name: String) -> Tone { Tone(properties: ["event.id": name]) }

        /// A sealed file.
        static func file(_ file: BusFile, pause: Double = 0.5) -> Tone {
            Tone(properties: ["media.filename": "/proc/self/fd/\(file.descriptor)"], pause: pause, file: file)
        }
    }

    /// One tone on one device.
    private struct Attempt {
        var tone: Tone
        var device: String?
    }

    private let queue = DispatchQueue(label: "org.monkeycall.agent.sound")
    private let log: @Sendable (String) -> Void
    // On the queue.
    private var context: OpaquePointer?
    private var wanted: [Attempt] = []
    /// The attempts that have not failed; the first one is playing.
    private var attempts: ArraySlice<Attempt> = []
    /// The number of the present sound. Events with an earlier number are ignored.
    private var number: UInt32 = 0

    init(log: @escaping @Sendable (String) -> Void) { self.log = log }

    /// Replaces the present sound by the first of `tones` that can be played. If the device (a name of the sound
    /// server, or empty for its choice) is missing, each tone is tried on the server's choice before the next tone.
    func play(_ tones: [Tone], on device: String) {
        queue.async { [self] in
            let devices = device.isEmpty ? [nil] : [device, nil]
            wanted = tones.flatMap { tone in devices.map { Attempt(tone: tone, device: $0) } }
            restart()
        }
    }

    /// Repeats the failed attempts, because the sound server or the device has changed.
    func tryAgain() {
        queue.async { [self] in if attempts.count < wanted.count { restart() } }
    }

    func stop() {
        queue.async { [self] in
            wanted = []
            silence()
        }
    }

    // MARK: On the queue

    /// Also closes the connection to the sound server, which would wake up a silent agent.
    private func silence() {
        number += 1
        attempts = []
        if let context { ca_context_destroy(context) }
        context = nil
    }

    private func restart() {
        silence()
        guard check(open()) else { return }
        attempts = wanted[...]
        begin()
    }

    private func open() -> Int32 {
        var result = ca_context_create(&context)
        // Other drivers try without end if no sound server runs.
        if result == 0 { result = ca_context_set_driver(context, "pulse") }
        if result == 0 { result = ca_context_open(context) }
        return result
    }

    private func begin() {
        guard let attempt = attempts.first else { return }
        let result = start(attempt)
        if result != 0 { failed(result) }
    }

    private func failed(_ result: Int32) {
        attempts.removeFirst()
        if attempts.isEmpty { _ = check(result) } else { begin() }
    }

    private func start(_ attempt: Attempt) -> Int32 {
        var properties: OpaquePointer?
        let result = ca_proplist_create(&properties)
        guard result == 0 else { return result }
        defer { ca_proplist_destroy(properties) }
        for (key, value) in attempt.tone.properties { ca_proplist_sets(properties, key, value) }
        ca_proplist_sets(properties, "media.role", "event")
        ca_proplist_sets(properties, "media.name", "Call")
        // The sound repeats: the server need not cache it.
        ca_proplist_sets(properties, "canberra.cache-control", "never")
        ca_context_change_device(context, attempt.device)
        let this = Unmanaged.passUnretained(self).toOpaque()
        return ca_context_play_full(context, number, properties, soundEnded, this)
    }

    fileprivate func ended(_ number: UInt32, _ result: Int32) {
        queue.async { [self] in
            guard number == self.number, let tone = attempts.first?.tone else { return }
            guard result == 0 else { return failed(result) }
            queue.asyncAfter(deadline: .now() + tone.pause) { [self] in if number == self.number { begin() } }
        }
    }

    private func check(_ result: Int32) -> Bool {
        if result != 0 { log("Cannot play a sound for a call: \(String(cString: ca_strerror(result)))") }
        return result == 0
    }
}

/// Runs on a thread of libcanberra. The player lives as long as the agent.
private func soundEnded(_: OpaquePointer?, _ number: UInt32, _ result: Int32, _ player: UnsafeMutableRawPointer?) {
    guard let player else { return }
    Unmanaged<SoundPlayer>.fromOpaque(player).takeUnretainedValue().ended(number, result)
}
