// SPDX-License-Identifier: MIT

import CCanberra
import Dispatch
import Glibc

/// Repeats one sound, with libcanberra and the user's sound theme, in the process of sounds. On the main thread, except
/// the ends of sounds.
final class SoundLoop: @unchecked Sendable {
    /// One sound on one device, as an argument of the process: pause in milliseconds, name and device, with slashes
    /// between them.
    struct Attempt: Sendable, Hashable {
        /// Nil for the choice of the server.
        var device: String?
        var pause: Int
        /// A name of the sound theme; nil = the file on standard input.
        var name: String?

        init(device: String?, pause: Int, name: String?) {
            (self.device, self.pause, self.name) = (device, pause, name)
        }

        init?(_ text: String) {
            let parts = text.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
            guard parts.count == 3, let pause = Int(parts[0]) else { return nil }
            self.pause = pause
            name = parts[1].isEmpty ? nil : parts[1]
            device = parts[2].isEmpty ? nil : parts[2]
        }

        /// A name of the theme has no slash.
        var argument: String { "\(pause)/\(name ?? "")/\(device ?? "")" }
    }

    private var attempts: ArraySlice<Attempt>
    private let tell: (SoundProcess.Event) -> Void
    private var context: OpaquePointer?
    private let ends = DispatchSemaphore(value: 0)
    /// Written before `ends` is signalled.
    private var result: Int32 = 0

    init(_ attempts: [Attempt], tell: @escaping (SoundProcess.Event) -> Void) {
        (self.attempts, self.tell) = (attempts[...], tell)
    }

    func run() -> Never {
        while let attempt = attempts.first {
            tell(.opens)
            let isStarted = isOpen() && start(attempt) == 0
            if isStarted { tell(.plays) }
            if isStarted { ends.wait() }
            guard isStarted, result == 0 else {
                tell(.failed)
                attempts.removeFirst()
                continue
            }
            usleep(UInt32(attempt.pause) * 1_000)
        }
        _exit(1)
    }

    /// Whether there is a connection to the sound server.
    private func isOpen() -> Bool {
        if context != nil { return true }
        var result = ca_context_create(&context)
        // Other drivers try without end if no sound server runs.
        if result == 0 { result = ca_context_set_driver(context, "pulse") }
        if result == 0 { result = ca_context_open(context) }
        if result != 0, let context { ca_context_destroy(context) }
        if result != 0 { context = nil }
        return result == 0
    }

    private func start(_ attempt: Attempt) -> Int32 {
        var properties: OpaquePointer?
        let result = ca_proplist_create(&properties)
        guard result == 0 else { return result }
        defer { ca_proplist_destroy(properties) }
        if let name = attempt.name {
            ca_proplist_sets(properties, "event.id", name)
        } else {
            ca_proplist_sets(properties, "media.filename", "/proc/self/fd/0")
        }
        ca_proplist_sets(properties, "media.role", "event")
        ca_proplist_sets(properties, "media.name", "Call")
        // The sound repeats: the server need not cache it.
        ca_proplist_sets(properties, "canberra.cache-control", "never")
        ca_context_change_device(context, attempt.device)
        return ca_context_play_full(context, 1, properties, soundEnded, Unmanaged.passUnretained(self).toOpaque())
    }

    fileprivate func ended(_ result: Int32) {
        self.result = result
        ends.signal()
    }
}

/// Runs on a thread of libcanberra. The loop lives as long as the process.
private func soundEnded(_: OpaquePointer?, _: UInt32, _ result: Int32, _ loop: UnsafeMutableRawPointer?) {
    guard let loop else { return }
    Unmanaged<SoundLoop>.fromOpaque(loop).takeUnretainedValue().ended(result)
}
