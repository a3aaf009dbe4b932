// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import SDBus

/// What other threads want done on the service thread, in the order they said it.
final class Mailbox: @unchecked Sendable {
    typealias Letter = @Sendable (ServiceThread) -> Void

    /// Readable when there is a letter.
    let descriptor: Int32
    private let lock = NSLock()
    private var letters: [Letter] = []

    init() {
        descriptor = eventfd(0, Int32(EFD_CLOEXEC.rawValue | EFD_NONBLOCK.rawValue))
        precondition(descriptor >= 0, "no descriptor is left for CallKit: \(String(cString: strerror(errno)))")
    }

    deinit { close(descriptor) }

    func put(_ letter: @escaping Letter) {
        lock.withLock { letters.append(letter) }
        var one: UInt64 = 1
        _ = write(descriptor, &one, MemoryLayout.size(ofValue: one))
    }

    func take() -> [Letter] {
        var count: UInt64 = 0
        _ = read(descriptor, &count, MemoryLayout.size(ofValue: count))
        return lock.withLock {
            defer { letters = [] }
            return letters
        }
    }
}
