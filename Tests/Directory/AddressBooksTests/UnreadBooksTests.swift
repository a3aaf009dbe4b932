// SPDX-License-Identifier: MIT

import AddressBooks
import Testing

/// Which address books have not been read yet.
struct UnreadBooksTests {
    @Test func `A book is unread from its appearance until it is settled, and never again`() {
        var books = UnreadBooks()
        #expect(books.isEmpty)
        books.note(.found(name: "Friends"), of: "friends")
        books.expect("family")
        #expect(!books.isEmpty)
        books.note(.settled, of: "friends")
        #expect(!books.isEmpty)
        books.note(.contacts([], part: 0), of: "family")
        #expect(!books.isEmpty)
        books.settle("family")
        #expect(books.isEmpty)
        books.expect("family")
        books.note(.found(name: "Friends of mine"), of: "friends")
        #expect(books.isEmpty)
    }

    @Test func `A book that has gone is not awaited, and is read again when it comes back`() {
        var books = UnreadBooks()
        books.expect("a")
        books.note(.gone, of: "a")
        #expect(books.isEmpty)
        books.expect("a")
        books.note(.settled, of: "a")
        books.note(.gone, of: "a")
        books.expect("a")
        #expect(!books.isEmpty)
    }
}
