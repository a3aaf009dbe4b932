// SPDX-License-Identifier: MIT

import Glibc
import SDBus

/// The tone of telephone exchanges for a second incoming call (ITU-T E.180): twice 425 Hz for 200 ms. The agent
/// generates it, because a theme's sound would be as loud as its ringing: servers may ignore the volume that a sound
/// requests.
enum CallWaitingTone {
    private static let rate = 8_000
    private static let frequency = 425.0
    /// -26 dB.
    private static let amplitude = 0.05 * 32_767

    /// A WAV file in memory.
    static func file() throws(BusError) -> BusFile { try BusFile(sealing: header + samples) }

    private static let samples: [UInt8] = [1.0, 0, 1].flatMap { loudness in
        (0..<rate / 5).flatMap { index -> [UInt8] in
            let angle = 2 * Double.pi * frequency * Double(index) / Double(rate)
            return bytes(Int16(loudness * amplitude * sin(angle)))
        }
    }

    /// RIFF, PCM, one channel of 16 bits.
    private static let header: [UInt8] =
        Array("RIFF".utf8) + bytes(UInt32(36 + samples.count)) + Array("WAVEfmt ".utf8) + bytes(UInt32(16))
        + bytes(UInt16(1)) + bytes(UInt16(1)) + bytes(UInt32(rate)) + bytes(UInt32(2 * rate)) + bytes(UInt16(2))
        + bytes(UInt16(16)) + Array("data".utf8) + bytes(UInt32(samples.count))

    private static func bytes(_ value: some FixedWidthInteger) -> [UInt8] {
        withUnsafeBytes(of: value.littleEndian) { Array($0) }
    }
}
