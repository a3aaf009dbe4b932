// SPDX-License-Identifier: MIT

internal import Foundation
internal import SDBus

/// A change of an address book. A source sends each in order, and the index keeps a copy of the book.
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
    /// The source has sent all contacts that it could read, also if the book does not exist or cannot be read. Only
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
}

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

/// The events of a book on their way from its thread to the loop of the index. The thread waits while many are on their
/// way, so a large book needs little memory. Both threads may use it.
///
/// A bell is a part of its loop, so the thread of the loop drops it.
final class BookEvents: @unchecked Sendable {
    private static let limit = 64

    private let condition = NSCondition()
    private var events = WaitingLine<BookEvent>()
    private var hasEnded = false
    /// Rings on the loop of the index when there are events.
    private var bell: LoopBell?
    /// Rings on the loop of the book's thread when the book ends.
    private var endBell: LoopBell?

    // MARK: The loop of the index

    func ring(_ bell: LoopBell) { condition.withLock { self.bell = bell } }

    func take() -> BookEvent? {
        condition.withLock {
            guard let event = events.takeFirst() else { return nil }
            condition.signal()
            return event
        }
    }

    /// Ends the loop of the book's thread, and drops its events.
    func end() {
        condition.withLock {
            (hasEnded, events, bell) = (true, WaitingLine(), nil)
            endBell?.ring()
            condition.signal()
        }
    }

    // MARK: The thread of the book

    func put(_ event: BookEvent) {
        condition.withLock {
            while events.count >= Self.limit, !hasEnded { condition.wait() }
            guard !hasEnded else { return }
            events.append(event)
            bell?.ring()
        }
    }

    func ringAtEnd(_ bell: LoopBell) {
        condition.withLock {
            endBell = bell
            if hasEnded { bell.ring() }
        }
    }

    func dropEndBell() { condition.withLock { endBell = nil } }
}
