// SPDX-License-Identifier: MIT

import Foundation

/// A square wave of 400 Hz and 0.25 (root mean square) in a file without compression: mono, 8000 samples a second.
struct ToneFile {
    private let samples: [Int16]

    init(seconds: Double) {
        samples = (0..<Int(seconds * 8_000)).map { $0 / 10 % 2 == 0 ? 8_192 : -8_192 }
    }

    private var size: UInt32 { UInt32(samples.count * 2) }

    var wav: Data {
        var wave = Data("WAVEfmt ".utf8)
        for number in [16, 1 | 1 << 16, 8_000, 16_000, 2 | 16 << 16] as [UInt32] { wave.append(number) }
        wave += Data("data".utf8)
        wave.append(size)
        for sample in samples { wave.append(sample) }
        var file = Data("RIFF".utf8)
        file.append(UInt32(wave.count))
        return file + wave
    }

    var aiff: Data {
        var body = Data("AIFFCOMM".utf8)
        body.append(UInt32(18).byteSwapped)
        body.append(UInt16(1).byteSwapped)
        body.append(UInt32(samples.count).byteSwapped)
        body.append(UInt16(16).byteSwapped)
        // 8000 as a number of 80 bits.
        body += [0x40, 0x0b, 0xfa, 0, 0, 0, 0, 0, 0, 0] + Data("SSND".utf8)
        for number in [size + 8, 0, 0] { body.append(number.byteSwapped) }
        for sample in samples { body.append(sample.byteSwapped) }
        var file = Data("FORM".utf8)
        file.append(UInt32(body.count).byteSwapped)
        return file + body
    }

    var caf: Data {
        var file = Data("caff".utf8)
        for number: UInt16 in [1, 0] { file.append(number.byteSwapped) }
        file += Data("desc".utf8)
        file.append(UInt64(32).byteSwapped)
        file.append((8_000.0).bitPattern.byteSwapped)
        file += Data("lpcm".utf8)
        for number: UInt32 in [0, 2, 1, 1, 16] { file.append(number.byteSwapped) }
        file += Data("data".utf8)
        file.append(UInt64(size + 4).byteSwapped)
        file.append(UInt32(0))
        for sample in samples { file.append(sample.byteSwapped) }
        return file
    }
}

extension Data {
    /// Appends the bytes of a number.
    fileprivate mutating func append(_ number: some FixedWidthInteger) {
        Swift.withUnsafeBytes(of: number) { append(contentsOf: $0) }
    }
}
