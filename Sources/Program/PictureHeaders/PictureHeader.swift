// SPDX-License-Identifier: MIT

/// The format and the size in the beginning of a picture file. A picture is never decoded here: decoders have holes.
package struct PictureHeader: Hashable, Sendable {
    package let format: PictureFormat
    /// In pixels; more than 0.
    package let width: Int
    package let height: Int

    /// Why a file is not used.
    package enum Fault: Error, Hashable, Sendable {
        case isUnknownFormat
        case isDamaged
    }

    /// Reads the beginning of a file.
    package init(_ bytes: [UInt8]) throws(Fault) {
        guard let format = Self.format(bytes) else { throw .isUnknownFormat }
        guard let (width, height) = Self.size(bytes, format), width > 0, height > 0 else { throw .isDamaged }
        (self.format, self.width, self.height) = (format, width, height)
    }

    /// Bytes and pixels of a side of an app's icon.
    package static let iconBytes = 1 << 20
    private static let iconSide = 1_024

    /// Whether the reader of an app's icon may decode it: a PNG that is not larger than a screen.
    package static func isIcon(_ bytes: [UInt8]) -> Bool {
        guard bytes.count <= iconBytes, let header = try? PictureHeader(bytes) else { return false }
        return header.format == .png && header.width <= iconSide && header.height <= iconSide
    }

    private static func format(_ bytes: [UInt8]) -> PictureFormat? {
        if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return .png }
        if bytes.starts(with: [0xFF, 0xD8, 0xFF]) { return .jpeg }
        if bytes.has("GIF87a", at: 0) || bytes.has("GIF89a", at: 0) { return .gif }
        return bytes.has("RIFF", at: 0) && bytes.has("WEBP", at: 8) ? .webp : nil
    }

    private static func size(_ bytes: [UInt8], _ format: PictureFormat) -> (width: Int, height: Int)? {
        switch format {
        case .png: png(bytes)
        case .jpeg: jpeg(bytes)
        case .gif: gif(bytes)
        case .webp: webp(bytes)
        }
    }

    /// The first chunk is IHDR.
    private static func png(_ bytes: [UInt8]) -> (Int, Int)? {
        guard bytes.has("IHDR", at: 12), let width = bytes.big(16, 4), let height = bytes.big(20, 4) else { return nil }
        return (width, height)
    }

    /// The segments up to the first start of a frame.
    private static func jpeg(_ bytes: [UInt8]) -> (Int, Int)? {
        var position = 2
        while let mark = bytes.big(position, 1), let marker = bytes.big(position + 1, 1) {
            guard mark == 0xFF else { return nil }
            switch marker {
            // A fill byte.
            case 0xFF: position += 1
            // Markers without a segment.
            case 0x01, 0xD0...0xD7: position += 2
            // The image data or the end came before a frame.
            case 0xD8...0xDA: return nil
            case 0xC0...0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF:
                guard let height = bytes.big(position + 5, 2), let width = bytes.big(position + 7, 2) else {
                    return nil
                }
                return (width, height)
            default:
                guard let length = bytes.big(position + 2, 2), length >= 2 else { return nil }
                position += 2 + length
            }
        }
        return nil
    }

    private static func gif(_ bytes: [UInt8]) -> (Int, Int)? {
        guard let width = bytes.little(6, 2), let height = bytes.little(8, 2) else { return nil }
        return (width, height)
    }

    /// The three forms: lossy, lossless, extended.
    private static func webp(_ bytes: [UInt8]) -> (Int, Int)? {
        if bytes.has("VP8 ", at: 12) {
            guard let width = bytes.little(26, 2), let height = bytes.little(28, 2) else { return nil }
            return (width & 0x3FFF, height & 0x3FFF)
        }
        if bytes.has("VP8L", at: 12) {
            guard bytes.little(20, 1) == 0x2F, let bits = bytes.little(21, 4) else { return nil }
            return (bits & 0x3FFF + 1, bits >> 14 & 0x3FFF + 1)
        }
        guard bytes.has("VP8X", at: 12), let width = bytes.little(24, 3), let height = bytes.little(27, 3) else {
            return nil
        }
        return (width + 1, height + 1)
    }
}

/// The formats of pictures that address books have. The words are those of decoders.
package enum PictureFormat: String, Hashable, Sendable, CaseIterable {
    case png, jpeg, gif, webp
}

extension [UInt8] {
    fileprivate func has(_ text: StaticString, at position: Int) -> Bool {
        guard position + text.utf8CodeUnitCount <= count else { return false }
        return text.withUTF8Buffer { dropFirst(position).starts(with: $0) }
    }

    /// An unsigned number of `size` bytes, the most significant one first; nil behind the end.
    fileprivate func big(_ position: Int, _ size: Int) -> Int? {
        guard position + size <= count else { return nil }
        return self[position..<position + size].reduce(0) { $0 << 8 | Int($1) }
    }

    /// The same with the least significant byte first.
    fileprivate func little(_ position: Int, _ size: Int) -> Int? {
        guard position + size <= count else { return nil }
        return self[position..<position + size].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
}
