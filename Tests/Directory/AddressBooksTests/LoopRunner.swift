// SPDX-License-Identifier: MIT

import BusTesting
import Glibc
import SDBus

@testable import AddressBooks

extension EventLoop {
    /// Turns until the condition holds.
    func turn(until condition: () -> Bool) throws {
        let deadline = Deadline()
        while !condition() {
            guard !deadline.hasPassed else { throw SupportError("what the test waits for does not happen") }
            try turn { descriptor in
                var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
                Glibc.poll(&entry, 1, 1_000)
            }
        }
    }
}

/// A copy of address books, as the directory keeps it, with the events that it has got.
final class Copy {
    let loop: EventLoop
    private(set) var index = ContactIndex { _, value in String(value.filter(\.isNumber)) }
    private(set) var changes: [ContactID] = []
    private(set) var faults: [BookFault] = []
    private(set) var books: [String] = []
    /// The books whose sources have told all contacts that they could read, with the number of contacts then.
    private(set) var settled: [String: Int] = [:]

    init() throws { loop = try EventLoop() }

    func note(_ event: BookEvent, of book: String = "book") {
        changes += index.apply(event, of: book)
        switch event {
        case .fault(let fault): faults.append(fault)
        case .found: if !books.contains(book) { books.append(book) }
        case .gone: books.removeAll { $0 == book }
        case .settled: settled[book] = settled[book] ?? index.count
        case .began, .contacts, .finished, .removed: break
        }
    }

    /// The names of all contacts with the number 1.
    var names: [String] { index.contacts(withKey: "1").map(\.contact.name).sorted() }

    /// Turns the loop until exactly these contacts are in the copy.
    func wait(for names: String...) throws {
        try loop.turn { self.names == names.sorted() && index.count == names.count }
    }

    func waitForFault(_ words: String) throws {
        try loop.turn { faults.contains { $0.message.contains(words) } }
    }
}
