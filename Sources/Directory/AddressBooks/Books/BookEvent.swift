// SPDX-License-Identifier: MIT

/// A change of an address book. A source tells each in order, and the index keeps a copy of the book.
package enum BookEvent: Sendable {
    /// There is a book, or it has another name.
    case found(name: String)
    /// The source begins to read a part of the book again: a file, or everything. The contacts of the part stay until
    /// `finished`.
    case began(part: UInt32)
    /// Contacts of a part. Each replaces the one with its UID in the same part.
    case contacts([Contact], part: UInt32)
    /// The part has been read: its contacts that did not come again since `began` do not exist any more.
    case finished(part: UInt32)
    case removed(uids: [String], part: UInt32)
    /// The source has told all contacts that it could read, also if the book does not exist or cannot be read. Only
    /// changes follow. It may come again.
    case settled
    /// The book does not exist any more.
    case gone
    /// Something in the book is not used.
    case fault(BookFault)
}

/// A reason why a part of a book is not used. `file` may contain a name or a number, so no log above debug shows it.
package struct BookFault: Error, Hashable, Sendable {
    /// The absolute path; empty if the fault is not in a file.
    package var file = ""
    /// Counted from 1; 0 for the whole file or book.
    package var line = 0
    /// What is wrong, then what to do.
    package var message: String
}

/// Where a contact is.
package struct ContactID: Hashable, Sendable {
    package var book: String
    package var uid: String

    package init(book: String, uid: String) {
        self.book = book
        self.uid = uid
    }
}
