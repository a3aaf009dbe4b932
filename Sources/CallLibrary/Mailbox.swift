// SPDX-License-Identifier: MIT

import Foundation

/// What is to be done with the connection, in the order in which it was said.
final class Mailbox: @unchecked Sendable {
    typealias Letter = @Sendable (ServiceThread) -> Void

    private let lock = NSLock()
    private var letters: [Letter] = []

    /// Whether it is the first one: who has put that must see to it that it is taken.
    func put(_ letter: @escaping Letter) -> Bool {
        lock.withLock {
            letters.append(letter)
            return letters.count == 1
        }
    }

    /// All that are there.
    func take() -> [Letter] {
        lock.withLock {
            defer { letters = [] }
            return letters
        }
    }
}
