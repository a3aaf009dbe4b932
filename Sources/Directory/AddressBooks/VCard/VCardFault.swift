// SPDX-License-Identifier: MIT

/// A reason why a part of a vCard file is not used. It contains no text of the file, so that a log may show it.
package struct VCardFault: Error, Hashable, Sendable {
    /// Counted from 1.
    package var line: Int
    package var reason: Reason

    package enum Reason: Hashable, Sendable {
        case fileIsTooLarge(limit: Int)
        case fileIsUTF16
        case textOutsideCard
        case cardDoesNotEnd
        case lineHasNoColon
        case lineIsTooLong(limit: Int)
        case valueIsTooLong(limit: Int)
        case badEncoding
        case tooManyHandles(limit: Int)
        case tooManyCards(limit: Int)
        case picture(PictureFault)
        case tooManyFaults
    }

    /// What is wrong, then what to do.
    package var message: String {
        switch reason {
        case .fileIsTooLarge(let limit):
            "The file is larger than \(limit) bytes and is not read. Split it into several files."
        case .fileIsUTF16: "The file is in UTF-16 and is not read. Save it as UTF-8."
        case .textOutsideCard: "Text outside of a card is ignored. Put it between BEGIN:VCARD and END:VCARD."
        case .cardDoesNotEnd: "The card is ignored, because it has no end. Add END:VCARD."
        case .lineHasNoColon: "A line without a colon is ignored. Write NAME:VALUE."
        case .lineIsTooLong(let limit): "A line of more than \(limit) bytes is ignored. Shorten it."
        case .valueIsTooLong(let limit): "A value of more than \(limit) bytes is ignored. Shorten it."
        case .badEncoding: "A value that is not valid base64 is ignored. Export the card again."
        case .tooManyHandles(let limit):
            "The card has more than \(limit) addresses; the rest is ignored. Split the card."
        case .tooManyCards(let limit): "The file has more than \(limit) cards; the rest is ignored. Split the file."
        case .picture(let fault): fault.message
        case .tooManyFaults: "The file has more mistakes, which are not reported. Correct the first ones."
        }
    }
}
