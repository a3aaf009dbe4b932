// SPDX-License-Identifier: MIT

import Foundation

/// A sine tone.
enum Tone {
    /// Samples in a second, as in an old telephone network.
    static let rate = 8_000
    /// The level of the tone, root mean square.
    static let level = 0.25

    /// One second as signed 16-bit samples. With a whole number of hertz the seconds fit together.
    static func second(of hertz: Int) -> Data {
        let peak = level * 2.0.squareRoot() * 32_767
        let samples = (0..<rate).map {
            Int16((peak * sin(2 * Double.pi * Double($0 * hertz) / Double(rate))).rounded())
        }
        return samples.withUnsafeBytes { Data($0) }
    }
}
