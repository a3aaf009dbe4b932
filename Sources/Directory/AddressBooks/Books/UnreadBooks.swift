// SPDX-License-Identifier: MIT

/// The address books whose contacts are not known yet, because their sources have not read them for the first time.
package struct UnreadBooks {
    private var unread: Set<String> = []
    private var settled: Set<String> = []

    package init() {}

    package var isEmpty: Bool { unread.isEmpty }

    /// There is a book, or there may be books that only this source knows. Changes nothing if it has been read.
    package mutating func expect(_ book: String) {
        if !settled.contains(book) { unread.insert(book) }
    }

    package mutating func settle(_ book: String) {
        unread.remove(book)
        settled.insert(book)
    }

    package mutating func note(_ event: BookEvent, of book: String) {
        switch event {
        case .found: expect(book)
        case .settled: settle(book)
        case .gone:
            unread.remove(book)
            settled.remove(book)
        case .began, .contacts, .finished, .removed, .fault: break
        }
    }
}
