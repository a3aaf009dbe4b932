// SPDX-License-Identifier: MIT

/// How long the digits of a DTMF action sound, in microseconds.
public enum ToneTime {
    /// The length that phones give to a comma.
    public static let pause: UInt64 = 2_000_000
    /// The most that a tone and the silence after it take at a modem.
    public static let tone: UInt64 = 500_000

    /// Whether the digit is a soft or a hard pause.
    public static func isPause(_ digit: Character) -> Bool { digit == "," || digit == ";" }

    /// The time of all digits, one after another.
    public static func of(_ digits: String) -> UInt64 { digits.reduce(0) { $0 + (isPause($1) ? pause : tone) } }
}
