// SPDX-License-Identifier: MIT

internal import Foundation
internal import SDBus

/// The events of a book on their way from its thread to the loop of the index. The thread waits while many are on their
/// way, so a large book needs little memory. Both threads may use it.
///
/// A bell is a part of its loop, so the thread of the loop drops it.
final class BookEvents: @unchecked Sendable {
    private static let limit = 64

    private let condition = NSCondition()
    private var events = WaitingLine<BookEvent>()
    private var count = 0
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
            count -= 1
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
            while count >= Self.limit, !hasEnded { condition.wait() }
            guard !hasEnded else { return }
            events.append(event)
            count += 1
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
