// SPDX-License-Identifier: MIT

import Foundation
import Glibc

/// What other threads want done on the service thread, in the order they said it.
package final class Mailbox: @unchecked Sendable {
    package typealias Letter = @Sendable (ServiceThread) -> Void

    /// Readable when there is a letter.
    let descriptor: Int32
    private let slot: Int32
    private let lock = NSLock()
    private var letters: [Letter] = []

    init() {
        var ends: [Int32] = [0, 0]
        precondition(pipe(&ends) == 0, "No descriptor is left: \(String(cString: strerror(errno)))")
        for end in ends {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
        (descriptor, slot) = (ends[0], ends[1])
    }

    deinit {
        close(descriptor)
        close(slot)
    }

    func put(_ letter: @escaping Letter) {
        lock.withLock { letters.append(letter) }
        // A pipe that is full says the same already.
        var bell: UInt8 = 0
        _ = write(slot, &bell, 1)
    }

    func take() -> [Letter] {
        var bells = [UInt8](repeating: 0, count: 512)
        while read(descriptor, &bells, bells.count) == bells.count {}
        return lock.withLock {
            defer { letters = [] }
            return letters
        }
    }
}
