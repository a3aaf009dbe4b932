// SPDX-License-Identifier: MIT

import Foundation

/// A tenth of a second of sound.
struct SoundWindow: Sendable, CustomStringConvertible {
    static let sampleCount = Tone.rate / 10
    static let byteCount = sampleCount * MemoryLayout<Int16>.size

    /// Root mean square, from 0 to 1.
    let level: Double
    private let samples: [Int16]

    init(_ samples: [Int16]) {
        self.samples = samples
        let sum = samples.reduce(0.0) { $0 + Double($1) * Double($1) }
        level = (sum / Double(samples.count)).squareRoot() / 32_768
    }

    /// The level of one frequency, root mean square, by Goertzel's algorithm. The window has a whole number of periods,
    /// so other tones of multiples of 10 Hz do not count.
    func level(of hertz: Int) -> Double {
        let coefficient = 2 * cos(2 * Double.pi * Double(hertz) / Double(Tone.rate))
        var (last, earlier) = (0.0, 0.0)
        for sample in samples { (last, earlier) = (Double(sample) + coefficient * last - earlier, last) }
        let power = last * last + earlier * earlier - coefficient * last * earlier
        let count = Double(samples.count)
        return (2 * max(0, power)).squareRoot() / count / 32_768
    }

    var description: String {
        func text(_ level: Double) -> String { String(format: "%.4f", level) }
        return "\(text(level)) (440 Hz \(text(level(of: 440))), 1000 Hz \(text(level(of: 1_000))))"
    }
}
