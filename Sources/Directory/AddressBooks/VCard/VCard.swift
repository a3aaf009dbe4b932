// SPDX-License-Identifier: MIT

/// A card, as far as calls need it.
package struct VCard: Hashable, Sendable {
    /// The bytes of the card in the file.
    package var range: Range<Int>
    /// Empty if the card has none.
    package var uid = ""
    /// Empty if the card has no name, nickname or organisation.
    package var name = ""
    package var nickname = ""
    package var organization = ""
    package var handles: [ContactHandle] = []
    package var isFavourite = false
    /// True for a list of addresses.
    package var isGroup = false
    package var photo: Photo?

    package enum Photo: Hashable, Sendable {
        /// The picture is in the card. `bytes` is empty unless the reader keeps pictures.
        case inside(digest: Int, bytes: [UInt8])
        /// The absolute path of a file that may not exist.
        case file(String)
    }
}
