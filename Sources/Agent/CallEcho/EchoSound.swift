// SPDX-License-Identifier: MIT

/// What the microphone heard, until it is played. It exists in memory only.
///
/// It plays nothing until it has the delay, and begins so again when it has run out of sound. What comes in faster than
/// it is played pushes out the oldest sound, so the delay does not grow.
package struct EchoSound {
    /// In samples.
    private let delay: Int
    private var samples: [Float] = []
    private var isPlaying = false
    /// A microphone that hears the loudspeaker must not make the sound louder each time.
    private static let gain: Float = 0.5

    package init(delay: Int) { self.delay = delay }

    /// Takes what the microphone heard. In a muted call that is silence.
    package mutating func hear(_ new: [Float], isMuted: Bool) {
        samples += isMuted ? [Float](repeating: 0, count: new.count) : new.map { $0 * Self.gain }
        if samples.count > 2 * delay { samples.removeFirst(samples.count - 2 * delay) }
        if samples.count >= delay { isPlaying = true }
    }

    /// The next samples to play, with silence where there are none.
    package mutating func play(_ count: Int) -> [Float] {
        guard isPlaying else { return [Float](repeating: 0, count: count) }
        let next = samples.prefix(count)
        samples.removeFirst(next.count)
        if next.count < count { isPlaying = false }
        return next + [Float](repeating: 0, count: count - next.count)
    }
}
