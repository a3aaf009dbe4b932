// SPDX-License-Identifier: MIT

import CallContract
package import SDBus

/// Plays the tones of an action one after another, for programs that play single ones.
package final class ToneSequence {
    /// Plays a tone, and tells whether the program took it.
    package typealias Play = (_ tone: String, _ then: @escaping (Bool) -> Void) -> Void

    private var rest: Substring
    private let loop: EventLoop
    private let play: Play
    private let done: (Bool) -> Void
    private var timer: Timer?

    private init(_ digits: String, _ loop: EventLoop, _ play: @escaping Play, _ done: @escaping (Bool) -> Void) {
        (rest, self.loop, self.play, self.done) = (digits[...], loop, play, done)
    }

    /// Calls `done` after the last tone, or after the first that the program refuses.
    package static func play(
        _ digits: String, _ loop: EventLoop, by play: @escaping Play, then done: @escaping (Bool) -> Void
    ) {
        ToneSequence(digits, loop, play, done).next()
    }

    private func next() {
        guard let tone = rest.popFirst() else { return done(true) }
        if ToneTime.isPause(tone) { return wait() }
        play(String(tone)) { [self] isTaken in if isTaken { next() } else { done(false) } }
    }

    private func wait() {
        timer = loop.timer(after: ToneTime.pause) { [self] in
            timer = nil
            next()
        }
        if timer == nil { done(false) }
    }
}
