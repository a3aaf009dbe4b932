// SPDX-License-Identifier: MIT

import CCanberra
import Dispatch
import SDBus

/// Plays one sound over and over, by libcanberra and the user's sound theme.
///
/// On a queue of its own, because libcanberra waits for the sound server, which may hang. Without a server nothing is
/// heard, and nothing is tried again before somebody says so or another sound is wanted.
final class SoundPlayer: @unchecked Sendable {
    /// A sound and how long it pauses.
    struct Tone: Sendable {
        var properties: [String: String]
        /// Seconds between its end and its next beginning.
        var pause = 0.5
        /// As long as it is played.
        var file: BusFile?

        /// The ringtone of the user's sound theme.
        static let ring = themed("phone-incoming-call")

        /// A name of the sound theme.
        static func themed(_ name: String) -> Tone { Tone(properties: ["event.id": name]) }

        /// A file that nobody can change any more.
        static func file(_ file: BusFile, pause: Double = 0.5) -> Tone {
            Tone(properties: ["media.filename": "/proc/self/fd/\(file.descriptor)"], pause: pause, file: file)
        }
    }

    /// A way to be heard.
    private struct Attempt {
        var tone: Tone
        var device: String?
    }

    private let queue = DispatchQueue(label: "org.monkeycall.agent.sound")
    private let log: @Sendable (String) -> Void
    // On the queue.
    private var context: OpaquePointer?
    private var wanted: [Attempt] = []
    /// Of what is wanted; the first is what is played. What has failed is left out.
    private var attempts: ArraySlice<Attempt> = []
    /// Of the sound that is wanted. What belongs to an earlier one is over.
    private var number: UInt32 = 0

    init(log: @escaping @Sendable (String) -> Void) { self.log = log }

    /// In place of what is played now. The first of `tones` that can be played is; each one elsewhere before the next, when
    /// the device, by the sound server's name, is not there. Empty: where the sound server wants.
    func play(_ tones: [Tone], on device: String) {
        queue.async { [self] in
            let devices = device.isEmpty ? [nil] : [device, nil]
            wanted = tones.flatMap { tone in devices.map { Attempt(tone: tone, device: $0) } }
            restart()
        }
    }

    /// There is another sound server, or another device: perhaps what has failed is possible now.
    func tryAgain() {
        queue.async { [self] in if attempts.count < wanted.count { restart() } }
    }

    /// At once.
    func stop() {
        queue.async { [self] in
            wanted = []
            silence()
        }
    }

    // MARK: On the queue

    /// The connection to the sound server goes too: who is silent is not woken up by it.
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
        // Other drivers try for ever where there is no sound server.
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
        // The sound is played again: the server need not keep it for later.
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
        if result != 0 { log("There is no ringing: \(String(cString: ca_strerror(result)))") }
        return result == 0
    }
}

/// On a thread of libcanberra's. The player lives as long as the agent.
private func soundEnded(_: OpaquePointer?, _ number: UInt32, _ result: Int32, _ player: UnsafeMutableRawPointer?) {
    guard let player else { return }
    Unmanaged<SoundPlayer>.fromOpaque(player).takeUnretainedValue().ended(number, result)
}
