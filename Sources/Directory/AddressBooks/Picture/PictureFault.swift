// SPDX-License-Identifier: MIT

/// The limits on pictures. The programs that decode pictures get no larger ones.
package struct PictureLimits: Sendable {
    package var bytes = 2 << 20
    /// In pixels, for the width and for the height.
    package var side = 4_096

    package init() {}
}

/// A reason why a picture is not used.
package enum PictureFault: Error, Hashable, Sendable {
    case isTooLarge(limit: Int)
    case isUnknownFormat
    case isDamaged
    case hasTooManyPixels(limit: Int)
    /// The file is not in the folder of the address book, or it is not an ordinary file.
    case isOutside
    /// The system's error number.
    case cannotBeRead(Int32)
    /// The card is not at its place any more; the source reads the file again.
    case hasChanged

    /// What is wrong, then what to do.
    package var message: String {
        switch self {
        case .isTooLarge(let limit): "A picture of more than \(limit) bytes is ignored. Make it smaller."
        case .isUnknownFormat: "A picture in an unknown format is ignored. Use PNG, JPEG, WebP or GIF."
        case .isDamaged: "A picture that is cut off or damaged is ignored. Export the card again."
        case .hasTooManyPixels(let limit):
            "A picture of more than \(limit) × \(limit) pixels is ignored. Make it smaller."
        case .isOutside:
            "A picture outside of the folder of the address book is ignored. Put it into that folder."
        case .cannotBeRead(let number): "The picture cannot be read: \(systemMessage(number))."
        case .hasChanged: "The card has changed. Ask again."
        }
    }
}
