// SPDX-License-Identifier: MIT

import PictureHeaders

extension PictureHeader {
    /// Throws if a picture exceeds a limit, or is not a PNG, a JPEG, a WebP or a GIF.
    static func check(_ bytes: [UInt8], _ limits: PictureLimits) throws(PictureFault) {
        guard bytes.count <= limits.bytes else { throw .isTooLarge(limit: limits.bytes) }
        let header = try read(bytes)
        guard header.width <= limits.side, header.height <= limits.side else {
            throw .hasTooManyPixels(limit: limits.side)
        }
    }

    private static func read(_ bytes: [UInt8]) throws(PictureFault) -> PictureHeader {
        do throws(Fault) {
            return try PictureHeader(bytes)
        } catch {
            switch error {
            case .isUnknownFormat: throw .isUnknownFormat
            case .isDamaged: throw .isDamaged
            }
        }
    }
}
