// SPDX-License-Identifier: MIT

package import CallContract

/// A person or an organisation in an address book, as far as calls need it.
package struct Contact: Hashable, Sendable {
    /// The `UID` of the card. A source gives a card without one an id of its own.
    package var uid: String
    /// The name to show; never empty. It has neither control characters nor line breaks.
    package var name: String
    /// Empty if the card has none.
    package var nickname = ""
    /// Empty if the card has none.
    package var organization = ""
    /// In the order of the card, each handle once.
    package var handles: [ContactHandle]
    /// Whether the user marked the contact in GNOME Contacts. No other program is known to store this in a card.
    package var isFavourite = false
    package var picture: ContactPicture?
}

/// An address of a contact.
package struct ContactHandle: Hashable, Sendable {
    /// The value is as written in the card, except that a link is resolved: `tel:+49-30-99` gives `+493099`.
    package var handle: Handle
    package var use = Use.other
    package var isPreferred = false

    package enum Use: UInt8, CaseIterable, Sendable {
        case other, home, work, mobile, fax, pager
    }
}

/// The place of a picture. Pictures stay on the disk, because the index keeps thousands of contacts in memory.
package struct ContactPicture: Hashable, Sendable {
    package enum Place: Hashable, Sendable {
        /// A file of its own: its absolute path, and the folder that must contain it.
        case file(String, folder: String)
        /// A part of a vCard file: the absolute path, and the bytes of the card.
        case card(String, start: Int, count: Int)
    }

    package var place: Place
    /// Differs from the digest of another picture. It is valid only in this process.
    package var digest: Int
}
