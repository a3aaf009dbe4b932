// SPDX-License-Identifier: MIT
internal import Glibc
package import SDBus

/// A picture of an app or of a contact, whose reader must decode no other formats and nothing larger than a screen.
package enum IconPicture {
    package static let maximumSize = 1 << 20
    private static let maximumSide: UInt32 = 1024

    /// The bytes of a sealed file; nil if it is another file or too large.
    package static func bytes(of file: BusFile) -> [UInt8]? {
        guard let size = file.sealedSize, size <= maximumSize else { return nil }
        var bytes = [UInt8](repeating: 0, count: size)
        return pread(file.descriptor, &bytes, size, 0) == size ? bytes : nil
    }

    /// The signature, and the header's width and height.
    package static func isSmallPNG(_ bytes: [UInt8]) -> Bool {
        func number(at index: Int) -> UInt32 { bytes[index..<index + 4].reduce(0) { $0 << 8 | UInt32($1) } }
        return bytes.count > 32 && bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
            && bytes[12..<16].elementsEqual("IHDR".utf8) && (1...maximumSide).contains(number(at: 16))
            && (1...maximumSide).contains(number(at: 20))
    }
}
