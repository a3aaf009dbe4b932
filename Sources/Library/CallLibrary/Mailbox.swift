// SPDX-License-Identifier: MIT

import Foundation

/// The requests for the thread with a connection, in their order.
final class Mailbox<Owner>: @unchecked Sendable {
    typealias Letter = @Sendable (Owner) -> Void

    private let lock = NSLock()
    private var letters: [Letter] = []

    /// Adds a letter. True if it is the first one: then the caller must make sure that it is taken.
    func put(_ letter: @escaping Letter) -> Bool {
        lock.withLock {
            letters.append(letter)
            return letters.count == 1
        }
    }

    /// Removes and returns all letters.
    func take() -> [Letter] {
        lock.withLock {
            defer { letters = [] }
            return letters
        }
    }
}
