// SPDX-License-Identifier: MIT

import PictureHeaders
import TestNames
import Testing

@testable import AddressBooks

/// The beginnings of picture files.
struct PictureHeaderTests {
    static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]

    /// A PNG that ends after its size.
    static func png(_ width: Int, _ height: Int) -> [UInt8] {
        png + [width, height].flatMap { size in [24, 16, 8, 0].map { UInt8(size >> $0 & 0xFF) } } + [8, 0, 0, 0, 0]
    }

    private static let segment: [UInt8] = [0xFF, 0xE0, 0, 4, 1, 2]
    private static let frame: [UInt8] = [0xFF, 0xC2, 0, 11, 8, 0, 20, 0, 10, 1]
    private static let webp = Array("RIFF".utf8) + [0, 0, 0, 0] + Array("WEBP".utf8)

    private static let lossy: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0x9D, 1, 0x2A, 10, 0x40, 20, 0]
    private static let lossless: [UInt8] = [0, 0, 0, 0, 0x2F, 9, 0, 0, 0]
    private static let extended: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0, 9, 0, 0, 19, 0, 0]
    private static func webp(_ kind: String, _ rest: [UInt8]) -> [UInt8] { webp + Array(kind.utf8) + rest }

    static let good: [(format: String, bytes: [UInt8])] = [
        ("PNG", png(4_096, 1)),
        ("JPEG", [0xFF, 0xD8] + segment + [0xFF] + frame),
        ("JPEG with a restart marker", [0xFF, 0xD8, 0xFF, 0x01] + frame),
        ("GIF", Array("GIF89a".utf8) + [10, 0, 20, 0]),
        ("lossy WebP", webp("VP8 ", lossy)),
        ("lossless WebP", webp("VP8L", lossless)),
        ("extended WebP", webp("VP8X", extended)),
    ]

    @Test(arguments: good) func `A picture in a known format with a size within the limit is accepted`(
        format: String, bytes: [UInt8]
    ) throws {
        try PictureHeader.check(bytes, PictureLimits())
    }

    @Test(arguments: good) func `A picture that is cut off in its header is refused`(format: String, bytes: [UInt8]) {
        for count in 0..<bytes.count - (format == "PNG" ? 5 : 1) where count != bytes.count {
            #expect(throws: PictureFault.self) { try PictureHeader.check(Array(bytes.prefix(count)), PictureLimits()) }
        }
    }

    static let bad: [([UInt8], PictureFault)] = [
        (png(4_097, 1), .hasTooManyPixels(limit: 4_096)),
        (png(1, 1 << 31), .hasTooManyPixels(limit: 4_096)),
        (png(0, 1), .isDamaged),
        (Array("<svg/>".utf8), .isUnknownFormat),
        ([], .isUnknownFormat),
        ([0xFF, 0xD8, 0xFF, 0xE0, 0, 1] + frame, .isDamaged),
        ([0xFF, 0xD8, 0xFF, 0xDA, 0, 2] + frame, .isDamaged),
        ([0xFF, 0xD8, 0xFF] + [UInt8](repeating: 0xFF, count: 100_000), .isDamaged),
        (png(1, 1) + [UInt8](repeating: 0, count: 2 << 20), .isTooLarge(limit: 2 << 20)),
    ]

    @Test(arguments: bad.map { (Shortened($0), $1) })
    func `A picture that is too large, damaged or unknown is refused with its reason`(
        bytes: Shortened<[UInt8]>, fault: PictureFault
    ) {
        #expect(throws: fault) { try PictureHeader.check(bytes.value, PictureLimits()) }
        #expect(fault.message.hasSuffix("."))
    }
}
