// SPDX-License-Identifier: MIT

import CCanberra
import Dispatch
import SDBus

/// Plays one sound over and over, by libcanberra and the user's sound theme.
///
/// On a queue of its own, because libcanberra waits for the sound server, which may hang. Without a server nothing is
/// heard, and nothing is tried again before another sound is wanted.
final class SoundPlayer: @unchecked Sendable {
    /// A sound, how loud it is and how long it pauses.
    struct Tone: Sendable {
        var properties: [String: String]
        /// Seconds between its end and its next beginning.
        var pause: Double
        /// As long as it is played.
        var file: BusFile?

        /// A name of the sound theme, "" = the user's ringtone.
        static func ring(_ name: String) -> Tone {
            Tone(properties: ["event.id": name.isEmpty ? "phone-incoming-call" : name], pause: 0.5)
        }

        /// A file that nobody can change any more.
        static func file(_ file: BusFile, pause: Double = 0.5) -> Tone {
            Tone(properties: ["media.filename": "/proc/self/fd/\(file.descriptor)"], pause: pause, file: file)
        }
    }

    private let queue = DispatchQueue(label: "org.monkeycall.agent.sound")
    private let device: String?
    private let log: @Sendable (String) -> Void
    // On the queue.
    private var context: OpaquePointer?
    private var tone: Tone?
    /// Of the sound that is wanted. What belongs to an earlier one is over.
    private var number: UInt32 = 0

    init(device: String?, log: @escaping @Sendable (String) -> Void) {
        self.device = device
        self.log = log
    }

    /// In place of what is played now.
    func play(_ tone: Tone) {
        queue.async { [self] in
            silence()
            self.tone = tone
            guard open() else { return }
            begin()
        }
    }

    /// At once.
    func stop() {
        queue.async { [self] in silence() }
    }

    // MARK: On the queue

    /// The connection to the sound server goes too: who is silent is not woken up by it.
    private func silence() {
        number += 1
        tone = nil
        if let context { ca_context_destroy(context) }
        context = nil
    }

    private func open() -> Bool {
        var result = ca_context_create(&context)
        // Other drivers try for ever where there is no sound server.
        if result == 0 { result = ca_context_set_driver(context, "pulse") }
        if result == 0, let device { result = ca_context_change_device(context, device) }
        if result == 0 { result = ca_context_open(context) }
        return check(result)
    }

    private func begin() {
        guard let context, let tone else { return }
        var properties: OpaquePointer?
        guard check(ca_proplist_create(&properties)) else { return }
        defer { ca_proplist_destroy(properties) }
        for (key, value) in tone.properties { ca_proplist_sets(properties, key, value) }
        ca_proplist_sets(properties, "media.role", "event")
        ca_proplist_sets(properties, "media.name", "Call")
        // The sound is played again: the server need not keep it for later.
        ca_proplist_sets(properties, "canberra.cache-control", "never")
        let this = Unmanaged.passUnretained(self).toOpaque()
        _ = check(ca_context_play_full(context, number, properties, soundEnded, this))
    }

    fileprivate func ended(_ number: UInt32, _ result: Int32) {
        queue.async { [self] in
            guard number == self.number, check(result), let pause = tone?.pause else { return }
            queue.asyncAfter(deadline: .now() + pause) { [self] in if number == self.number { begin() } }
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
