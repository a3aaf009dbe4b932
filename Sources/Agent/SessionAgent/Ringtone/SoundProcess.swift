// SPDX-License-Identifier: MIT

import CCanberra
import Glibc
import SDBus

/// The process that decodes and plays the sounds of calls: this program again, without privileges and with little of
/// everything. A sound of an app, or a file of the user's theme, that hangs or crashes its decoder stops that process
/// only.
package enum SoundProcess {
    /// The first argument of that process; the second one is the number of its parent.
    static let argument = "--play-sounds"
    /// What that process tells.
    enum Event: UInt8 {
        /// It begins to open a sound.
        case opens = 111
        /// The decoder has opened the sound.
        case plays = 112
        /// The sound cannot be played; the next one follows.
        case failed = 102
    }

    /// What this process was started for; nil for any other program.
    package static func order(in arguments: [String]) -> Order? {
        guard arguments.count > 2, arguments[1] == argument, let parent = pid_t(arguments[2]) else { return nil }
        return Order(parent: parent, attempts: arguments.dropFirst(3).compactMap { SoundLoop.Attempt($0) })
    }

    /// The agent that has started the process, and what the process plays.
    package struct Order {
        let parent: pid_t
        let attempts: [SoundLoop.Attempt]
    }

    /// Plays the first of the sounds that can be played, again and again, until the process is killed.
    package static func run(_ order: Order) -> Never {
        confine(parent: order.parent)
        SoundLoop(order.attempts) { event in
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
        let arguments = ["monkeycall-agent", argument, String(getpid())] + attempts.map(\.argument)
        // Also after an upgrade has replaced the program.
        return try ChildProgram("/proc/self/exe", arguments, input: file)
    }
}
