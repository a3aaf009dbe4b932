// SPDX-License-Identifier: MIT

import CCanberra
import ConfigurationText
import Dispatch
import Glibc
import SDBus

/// The process that decodes and plays the sounds of calls: this program again, without privileges and with little of
/// everything. A sound of an app, or a file of the user's theme, that hangs or crashes its decoder stops that process
/// only.
package enum SoundProcess {
    /// The first argument of that process; the second one is the number of its parent, and the third one the name of
    /// the sound for people.
    static let argument = "--play-sounds"
    /// What that process reports.
    enum Event: UInt8 {
        /// It begins to open a sound.
        case opens = 111
        /// The decoder has opened the sound.
        case plays = 112
        /// The sound cannot be played; the next one follows.
        case failed = 102
    }

    /// In the process for sounds, plays the first of them that can be played, again and again, until the process is
    /// killed. Does nothing in any other process.
    package static func run(_ arguments: [String]) {
        guard arguments.count > 3, arguments[1] == argument, let parent = pid_t(arguments[2]) else { return }
        confine(parent: parent)
        SoundLoop(arguments[3], arguments.dropFirst(4).compactMap { SoundLoop.Attempt($0) }) { event in
            var byte = event.rawValue
            _ = write(STDOUT_FILENO, &byte, 1)
        }.run()
    }

    /// Ends with the agent, gains no privilege, keeps no descriptor but its three, and gets a limited amount of time
    /// and memory. Without that it plays nothing.
    private static func confine(parent: pid_t) {
        guard ccanberra_confine(parent) != 0, ccanberra_limit_all() != 0 else { _exit(1) }
        ccanberra_end_first()
        ccanberra_close_from(3)
    }
}

extension SoundProcess {
    /// Starts this program for these sounds, with the file as its standard input.
    static func start(_ attempts: [SoundLoop.Attempt], _ file: BusFile?) throws(BusError) -> ChildProgram {
        // In the language of the user, which that process does not read.
        let name = Catalogue.text("Incoming call")
        let arguments = ["monkeycall-agent", argument, String(getpid()), name] + attempts.map(\.argument)
        // Also after an upgrade has replaced the program.
        return try ChildProgram("/proc/self/exe", arguments, input: file)
    }
}

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

    private let name: String
    private var attempts: ArraySlice<Attempt>
    private let report: (SoundProcess.Event) -> Void
    private var context: OpaquePointer?
    private let ends = DispatchSemaphore(value: 0)
    /// Written before `ends` is signalled.
    private var result: Int32 = 0

    /// `name` is that of the sound for people.
    init(_ name: String, _ attempts: [Attempt], report: @escaping (SoundProcess.Event) -> Void) {
        (self.name, self.attempts, self.report) = (name, attempts[...], report)
    }

    func run() -> Never {
        while let attempt = attempts.first {
            report(.opens)
            let isStarted = isOpen() && start(attempt) == 0
            if isStarted { report(.plays) }
            if isStarted { ends.wait() }
            guard isStarted, result == 0 else {
                report(.failed)
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
        if result == 0 {
            result = Self.withProperties(RingIdentity.program) { ca_context_change_props_full(context, $0) }
        }
        if result == 0 { result = ca_context_open(context) }
        if result != 0, let context { ca_context_destroy(context) }
        if result != 0 { context = nil }
        return result == 0
    }

    private func start(_ attempt: Attempt) -> Int32 {
        var properties = RingIdentity.stream
        if let name = attempt.name {
            properties["event.id"] = name
        } else {
            properties["media.filename"] = "/proc/self/fd/0"
        }
        properties["media.name"] = name
        // The sound repeats: the server need not cache it.
        properties["canberra.cache-control"] = "never"
        ca_context_change_device(context, attempt.device)
        return Self.withProperties(properties) {
            ca_context_play_full(context, 1, $0, soundEnded, Unmanaged.passUnretained(self).toOpaque())
        }
    }

    /// Gives a list with these properties to a function of libcanberra, and returns its result.
    private static func withProperties(
        _ properties: [String: String], _ body: (OpaquePointer?) -> Int32
    ) -> Int32 {
        var list: OpaquePointer?
        let result = ca_proplist_create(&list)
        guard result == 0 else { return result }
        defer { ca_proplist_destroy(list) }
        for (key, value) in properties { ca_proplist_sets(list, key, value) }
        return body(list)
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
